import Foundation

/// A commit of the Git repository here that an argument of `applinks diff` names without a path.
struct GitRevision: Sendable {
    private let text: String
    /// The working tree's folder, with symbolic links resolved.
    private let root: String

    /// Looks up a commit, such as `HEAD~1`, a branch, a tag or a part of a commit's name.
    ///
    /// - Throws: ``InputError`` if Git cannot be run.
    init?(_ text: String) async throws {
        let commit = ["rev-parse", "--verify", "--quiet", "--end-of-options", text + "^{commit}"]
        guard try await GitObject.run(commit) != nil,
            let root = try await GitObject.run(["rev-parse", "--show-toplevel"]).map(GitObject.line), !root.isEmpty
        else { return nil }
        self.text = text
        self.root = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
    }

    /// `REVISION:PATH` of a file or folder of the working tree, as ``GitObject`` takes it, or `nil` if it is not in the working tree.
    func path(_ file: String) -> String? {
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        let whole = URL(fileURLWithPath: file).resolvingSymlinksInPath().standardizedFileURL.path
        if whole == root { return text + ":" }
        return LocalPath.remainder(of: whole, below: root).map { "\(text):\($0)" }
    }
}
