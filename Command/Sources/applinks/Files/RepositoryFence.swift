import ArgumentParser
import BoltsBase
import Foundation

/// Prevents links in a repository from leading out of it: the user of the command names a link, but the author of the repository
/// chooses its destination.
enum RepositoryFence {
    /// How many names at the beginning of an absolute path, as spelled, are the path of the root that contains it; `nil` if there
    /// is no root.
    ///
    /// That root is the repository of the working folder or of the path, or the working folder itself.
    static func rootCount(of names: [Substring]) -> Int? {
        let here = LocalPath.normalized(LocalPath.absolute("."))
        let repository = root(around: here)
        let own = root(around: path(names)).map { $0.split(separator: "/").count }
        if repository == nil, let own { return own }
        let root = LocalPath.resolved(repository ?? here)
        return names.indices.first { LocalPath.resolved(path(names.prefix($0))) == root } ?? own
    }

    /// Refuses a path on the command line that is below a root and leads out of it through a link.
    static func check(_ argument: String?, _ advice: String = "") throws {
        guard let argument, argument != "-", let root = rootLeft(by: path(ofInput: argument)) else { return }
        throw ValidationError(
            "\(argument.sanitized(limit: 1_000)) leads out of \(root.sanitized(limit: 1_000)) by a symbolic link; "
                + "name its target\(advice)."
        )
    }

    /// Refuses a list of a repository that names something outside it and outside the repository of the working folder.
    static func check(_ inputs: [String], ofList list: String?, _ advice: String = "") throws {
        guard let list, list != "-", let root = root(ofList: list) else { return }
        let roots = [root, self.root(ofList: ".")].compactMap(\.self)
        for input in inputs where !roots.contains(where: { isBelow($0, path(ofInput: input)) }) {
            throw ValidationError(
                "\(list) names \(input.sanitized(limit: 1_000)), which is outside \(root); name it as an input\(advice)."
            )
        }
    }

    /// The root that contains a path by its spelling and that the path leaves through a link; `nil` if there is none.
    static func rootLeft(by argument: String) -> String? {
        let names = LocalPath.normalized(LocalPath.absolute(argument)).split(separator: "/")
        guard let count = rootCount(of: names), let root = LocalPath.resolved(path(names.prefix(count))) else {
            return nil
        }
        return isBelow(root, argument) ? nil : root
    }

    /// The root that must contain the paths of a list; `nil` for a list that is neither in a repository nor in the working
    /// folder.
    static func root(ofList list: String) -> String? {
        let names = LocalPath.normalized(LocalPath.absolute(list)).split(separator: "/")
        return rootCount(of: names).flatMap { LocalPath.resolved(path(names.prefix($0))) }
    }

    /// Whether a path leads to nothing, to a root, or to something below it.
    static func isBelow(_ root: String, _ argument: String) -> Bool {
        guard let real = LocalPath.resolved(argument) else { return true }
        return real == root || LocalPath.remainder(of: real, below: root) != nil
    }

    /// The root of the repository that contains a path, by the path's spelling.
    ///
    /// A submodule belongs to the repository that contains it, and a folder that is a link belongs to the repository with the
    /// link.
    private static func root(around path: String) -> String? {
        var (folder, other): (String, String?) = (path, nil)
        for _ in 0..<64 {
            var status = stat()
            if lstat(folder + "/.git", &status) == 0 {
                // In a worktree or a submodule, `.git` is a file.
                let isWhole = status.st_mode & S_IFMT == S_IFDIR
                if isWhole, lstat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFLNK { return folder }
                other = other ?? folder
            }
            guard folder.count > 1 else { break }
            folder = LocalPath.folder(of: folder)
        }
        return other
    }

    /// The path of an input, which may be a file URL.
    private static func path(ofInput input: String) -> String {
        guard let url = URL(string: input), url.isFileURL else { return input }
        return url.path
    }

    private static func path(_ names: some Sequence<Substring>) -> String { "/" + names.joined(separator: "/") }
}
