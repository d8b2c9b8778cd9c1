/// The names, sizes and times of some files; two are equal if no file has changed, come or gone.
struct FolderSnapshot: Equatable, Sendable {
    private struct Entry: Equatable {
        let path: String
        let mark: FileMark
    }

    private let entries: [Entry]

    /// Leaves out files that are gone, and folders.
    init(of paths: [String]) {
        entries = paths.compactMap { path in
            FileMark(path).flatMap { $0.isFolder ? nil : Entry(path: path, mark: $0) }
        }
    }
}
