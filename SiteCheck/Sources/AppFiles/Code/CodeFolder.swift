/// The source files of a project's folder.
///
/// Symbolic links are not followed, so nothing outside the folder is read.
struct CodeFolder {
    /// A source file, with the path to show to users.
    struct File {
        let path: String
        let language: CodeLanguage
    }

    private static let maximumEntryCount = 400_000
    private static let maximumFileCount = 100_000
    private static let depthLimit = 48
    private static let maximumFileSize = 4 << 20
    /// Folders of third-party code, build results, and tests.
    private static let skipped: Set<String> = [
        "node_modules", "Pods", "DerivedData", "SourcePackages", "Carthage", "build", "test", "tests", "androidTest",
        "__tests__", "ephemeral",
    ]
    private static let packages = [
        ".app", ".framework", ".xcframework", ".xcassets", ".xcarchive", ".xcworkspace", ".xcodeproj", ".lproj",
        ".bundle", ".docc",
    ]

    private let root: ProjectFolder
    private let hasScripts: Bool
    private(set) var files: [File] = []
    /// The part that is not examined, as a clause, or `nil` if everything is.
    private(set) var gap: String?
    private var entryCount = 0

    /// Searches a folder, in JavaScript too if `hasScripts`.
    ///
    /// `read` is called with each file and a closure that reads it, while its folder is open.
    init(
        _ folder: ProjectFolder,
        hasScripts: Bool = false,
        read: (File, () throws(FormatError) -> [UInt8]) -> Void
    ) {
        root = folder
        self.hasScripts = hasScripts
        guard let open = OpenFolder(path: folder.path) else {
            gap = "\(folder.path) cannot be read"
            return
        }
        visit(open, folder.path == "." ? "" : folder.path == "/" ? "/" : folder.path + "/", depth: 0, read)
    }

    func bytes(_ file: File) throws(FormatError) -> [UInt8] {
        try root.bytes(root.relative(file.path), limit: Self.maximumFileSize)
    }

    private mutating func visit(
        _ folder: OpenFolder,
        _ prefix: String,
        depth: Int,
        _ read: (File, () throws(FormatError) -> [UInt8]) -> Void
    ) {
        guard let entries = folder.entries() else {
            gap = gap ?? "\(prefix) cannot be read"
            return
        }
        for entry in entries {
            entryCount += 1
            guard entryCount <= Self.maximumEntryCount, files.count < Self.maximumFileCount else {
                gap = gap ?? "the folder has too many files"
                return
            }
            if let language = CodeLanguage(fileName: entry.name) {
                guard entry.kind == .file, language != .javaScript || hasScripts else { continue }
                let file = File(path: prefix + entry.name, language: language)
                if language != .javaScript { files.append(file) }
                read(file) { () throws(FormatError) in
                    try FileBytes(entry.name, in: folder, path: file.path).readAll(limit: Self.maximumFileSize)
                }
            } else if entry.kind == .folder, Self.isSearched(entry.name) {
                let path = prefix + entry.name
                guard depth < Self.depthLimit else {
                    gap = gap ?? "\(path) is in too deep a folder"
                    continue
                }
                if let inner = OpenFolder(entry.name, in: folder) {
                    visit(inner, path + "/", depth: depth + 1, read)
                } else {
                    gap = gap ?? "\(path) cannot be read"
                }
            }
        }
    }

    private static func isSearched(_ name: String) -> Bool {
        !name.hasPrefix(".") && !skipped.contains(name) && !name.hasSuffix("Tests") && !name.hasSuffix(".json")
            && !packages.contains { name.hasSuffix($0) }
    }
}
