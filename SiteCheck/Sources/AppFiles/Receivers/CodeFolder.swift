import Foundation

/// The source files of a project's folder.
///
/// Symbolic links are not followed, so that nothing outside it is read.
struct CodeFolder {
    /// A file, with its path as it is shown to people.
    struct File {
        let path: String
        let language: CodeLanguage
    }

    private static let maximumEntryCount = 400_000
    private static let maximumFileCount = 100_000
    private static let depthLimit = 48
    /// What others wrote, what was built, and what only tests the app.
    private static let skipped: Set<String> = [
        "node_modules", "Pods", "DerivedData", "SourcePackages", "Carthage", "build", "test", "tests", "androidTest",
        "__tests__", "ephemeral",
    ]
    private static let packages = [
        ".app", ".framework", ".xcframework", ".xcassets", ".xcarchive", ".xcworkspace", ".xcodeproj", ".lproj",
        ".bundle", ".docc",
    ]

    private let root: ProjectFolder
    private(set) var files: [File] = []
    /// What is not looked at, as a clause, or `nil` if everything is.
    private(set) var gap: String?
    private var entryCount = 0

    /// Lists the files of a folder.
    init(_ folder: ProjectFolder) {
        root = folder
        visit(folder.path == "." ? "" : folder.path, depth: 0)
    }

    func bytes(_ file: File, limit: Int) throws(FormatError) -> [UInt8] {
        try root.bytes(root.relative(file.path), limit: limit)
    }

    private mutating func visit(_ folder: String, depth: Int) {
        guard let names = ProjectFolder.names(ofFolder: folder.isEmpty ? "." : folder) else {
            gap = gap ?? "\(folder) cannot be read"
            return
        }
        for name in names {
            entryCount += 1
            guard entryCount <= Self.maximumEntryCount, files.count < Self.maximumFileCount else {
                gap = gap ?? "the folder has more files than are looked at"
                return
            }
            let path = folder.isEmpty ? name : folder == "/" ? "/" + name : "\(folder)/\(name)"
            if let language = CodeLanguage(fileName: name) {
                if ProjectFolder.kind(ofPath: path) == .file { files.append(File(path: path, language: language)) }
            } else if Self.isSearched(name), ProjectFolder.kind(ofPath: path) == .folder {
                guard depth < Self.depthLimit else {
                    gap = gap ?? "\(path) is below too many folders"
                    continue
                }
                visit(path, depth: depth + 1)
            }
        }
    }

    private static func isSearched(_ name: String) -> Bool {
        !name.hasPrefix(".") && !skipped.contains(name) && !name.hasSuffix("Tests") && !name.hasSuffix(".json")
            && !packages.contains { name.hasSuffix($0) }
    }
}
