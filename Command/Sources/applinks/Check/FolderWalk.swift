import Foundation

/// Searches a folder for files that a check may read, by name, and for the folders in which they may appear.
struct FolderWalk {
    /// The maximum number of entries and of files to examine.
    private static let maximumEntries = 400_000
    private static let maximumFiles = 50_000
    private static let maximumDepth = 32

    /// Folders that are neither served nor part of an app's own sources.
    private static let skipped: Set<String> = ["node_modules", "Pods", "DerivedData", "Carthage", "SourcePackages"]
    /// Outputs of tools in a project; in a site's folder they may be part of the site.
    private static let built: Set<String> = ["build", "bin", "obj", "vendor", "dist", "out", "target"]
    private static let extensions: Set<String> = [
        "html", "htm", "xhtml", "json", "webmanifest", "xml", "plist", "entitlements", "gradle", "kts", "properties",
        "toml",
        "pbxproj", "xcconfig", "csproj", "props", "targets", "yaml", "yml", "apk", "aab", "ipa", "mobileprovision",
    ]

    private let root: String
    /// Whether the folder is served as a site, in contrast to an app's project.
    let isSite: Bool
    private(set) var files: [String] = []
    private(set) var folders: [String] = []
    private var entries = 0

    init(_ path: String) {
        root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        isSite = LocalPath.exists(root + "/.well-known")
    }

    mutating func run() { visit(root, depth: 0, isWellKnown: false) }

    private mutating func visit(_ folder: String, depth: Int, isWellKnown: Bool) {
        guard depth <= Self.maximumDepth, let stream = opendir(folder) else { return }
        folders.append(folder)
        var below: [String] = []
        while let entry = readdir(stream), entries < Self.maximumEntries, files.count < Self.maximumFiles {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            entries += 1
            let path = folder == "/" ? "/" + name : "\(folder)/\(name)"
            switch Int32(entry.pointee.d_type) {
            case Int32(DT_DIR): if isSearched(name) { below.append(name) }
            case Int32(DT_REG), Int32(DT_LNK): if isWellKnown || Self.matters(name) { files.append(path) }
            // Some file systems do not provide the kind of an entry.
            default:
                if let mark = FileMark(path), mark.isFolder {
                    if isSearched(name) { below.append(name) }
                } else if isWellKnown || Self.matters(name) {
                    files.append(path)
                }
            }
        }
        closedir(stream)
        for name in below.sorted() {
            visit(
                folder == "/" ? "/" + name : "\(folder)/\(name)",
                depth: depth + 1,
                isWellKnown: isWellKnown || name == ".well-known"
            )
        }
    }

    private func isSearched(_ name: String) -> Bool {
        if name.hasPrefix(".") { return name == ".well-known" }
        return !Self.skipped.contains(name) && (isSite || !Self.built.contains(name))
    }

    private static func matters(_ name: String) -> Bool {
        // The association files have no extension, but misplaced or misnamed ones may have any.
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
        if name.hasPrefix("apple-app-site-association") || name.hasPrefix("assetlink") { return true }
        if name.hasPrefix("app.config.") || name.hasPrefix("capacitor.config.") { return true }
        return extensions.contains(name[name.utf8.index(after: dot)...].lowercased())
    }
}
