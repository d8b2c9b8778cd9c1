/// The folder in which a patch is applied.
struct PatchFolder: Sendable, Equatable {
    let path: String
    let isWorkingFolder: Bool

    /// The working folder if it contains all files, or else the root of the repository that contains them, or `/`.
    init(of files: [String]) {
        let here = LocalPath.workingFolder
        func haveAll(_ folder: String) -> Bool {
            files.allSatisfy { LocalPath.remainder(of: $0, below: folder) != nil }
        }
        isWorkingFolder = haveAll(here)
        let root = files.first.flatMap { LocalPath.repository(of: LocalPath.folder(of: $0)) }
        path = isWorkingFolder ? here : root.flatMap { haveAll($0) ? $0 : nil } ?? "/"
    }

    /// The note about the folder, or `nil` if it is the expected one.
    var note: String? {
        guard !isWorkingFolder else { return nil }
        let command = ShellWord.command("patch", "-p1", "-d", path)
        return "the paths of the patch are those from \(path): apply it there, as with \(command)"
    }
}
