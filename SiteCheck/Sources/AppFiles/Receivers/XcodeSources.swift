@_spi(Bolts) import BoltsSiteCheck

/// The source files of a target of an Xcode project.
struct XcodeSources {
    private static let maximumFileCount = 50_000

    /// The paths of files, within the project's folder.
    private(set) var files: Set<String> = []
    /// The folders whose files all belong to the target, except the excluded ones.
    private var folders: Set<String> = []
    private var excluded: Set<String> = []

    /// Whether the project names no sources.
    var isEmpty: Bool { files.isEmpty && folders.isEmpty }

    /// Reads the sources of a target, whose description may be XcodeGen's.
    init(paths: [String], base: String) {
        for path in paths {
            guard let own = ProjectFolder.normalized(ProjectFolder.joined(base, path)) else { continue }
            files.insert(own)
            folders.insert(own)
        }
    }

    /// Reads the sources of an app of a project by its name.
    init(of target: String, in project: XcodeProject) {
        let objects = project.objects
        let found = objects.first { _, object in
            object["name"]?.string == target && object["productType"]?.string.map(XcodeTarget.isApp) ?? false
        }
        guard let (id, object) = found else { return }
        for phase in (object["buildPhases"]?.strings ?? []).compactMap({ objects[$0] })
        where phase["isa"]?.string == "PBXSourcesBuildPhase" {
            for file in (phase["files"]?.strings ?? []).prefix(Self.maximumFileCount) {
                guard let reference = objects[file]?["fileRef"]?.string,
                    let path = project.path(ofReference: reference).flatMap(ProjectFolder.normalized)
                else { continue }
                files.insert(path)
            }
        }
        let own = Set(object["fileSystemSynchronizedGroups"]?.strings ?? [])
        for (group, object) in objects where object["isa"]?.string == "PBXFileSystemSynchronizedRootGroup" {
            guard let folder = project.path(ofReference: group).flatMap(ProjectFolder.normalized) else { continue }
            let isOwn = own.contains(group)
            if isOwn { folders.insert(folder) }
            for exception in (object["exceptions"]?.strings ?? []).compactMap({ objects[$0] })
            where exception["target"]?.string == id {
                // Exceptions exclude files from a folder of the target, and include files of another folder.
                for path in exception["membershipExceptions"]?.strings ?? [] {
                    let file = ProjectFolder.joined(folder, path)
                    if isOwn { excluded.insert(file) } else { files.insert(file) }
                }
            }
        }
    }

    /// Whether a file belongs to the target.
    func contains(_ file: String) -> Bool {
        if files.contains(file) { return true }
        guard !excluded.contains(file), !folders.isEmpty else { return false }
        // Look up the folders around the file instead of comparing each folder of the target: there may be many.
        return folders.contains("")
            || file.indices.contains { file[$0] == "/" && folders.contains(String(file[..<$0])) }
    }
}
