@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The source files of a target of an Xcode project, or of XcodeGen's description of one.
struct XcodeSources {
    /// The maximum number of files in the lists of a project's targets together.
    private static let maximumFileCount = 400_000
    /// The maximum number of wildcards in a pattern to match.
    private static let maximumWildcardCount = 8

    let target: String
    /// Whether no other target can link this one: it is an app or belongs to one, such as an extension or a test.
    let isProgram: Bool
    /// The files, and the folders whose files belong to the target, each with the paths that it leaves out; in lower case, because
    /// a Mac's disk has one file for each name.
    private var members: [String: Set<String>] = [:]
    /// XcodeGen's patterns of files to leave out, with the folders that they are for; `nil` leaves out what is not known.
    private var patterns: [(folder: String, pattern: String?)] = []

    /// Whether the project names no sources.
    var isEmpty: Bool { members.isEmpty }
    /// The files, and the folders whose files belong to the target, in lower case.
    var paths: some Collection<String> { members.keys }
    /// How many patterns a file is compared with.
    var patternCount: Int { patterns.count }

    /// Creates the sources of a target that names none.
    init(target: String = "", productType: String = "") {
        self.target = target
        isProgram =
            XcodeTarget.isApp(productType: productType) || XcodeTarget.otherRole(productType: productType) != nil
    }

    /// Reads the `sources` of XcodeGen's description of a target.
    init(_ sources: PropertyList?, of target: String, productType: String, base: String) {
        self.init(target: target, productType: productType)
        for source in sources?.array ?? sources.map({ [$0] }) ?? [] {
            guard let path = source.string ?? source["path"]?.string,
                let own = ProjectFolder.normalized(ProjectFolder.joined(base, path))
            else { continue }
            members[own.lowercased()] = []
            let isPart = source["includes"] != nil || source["buildPhase"].map { $0.string != "sources" } ?? false
            if isPart { patterns.append((own.lowercased(), nil)) }
            patterns += (source["excludes"]?.strings ?? []).map { (own.lowercased(), Self.normalized($0)) }
        }
    }

    /// Reads the sources of a project's targets; those of a target after too many files stay unknown.
    static func all(in project: XcodeProject) -> [XcodeSources] {
        let objects = project.objects
        let targets = objects.filter { $0.value["isa"]?.string == "PBXNativeTarget" }.sorted { $0.key < $1.key }
        let groups = objects.filter { $0.value["isa"]?.string == "PBXFileSystemSynchronizedRootGroup" }
        let folders = groups.keys.reduce(into: [:]) { folders, group in
            folders[group] = project.path(ofReference: group).flatMap(ProjectFolder.normalized)?.lowercased()
        }
        var found: [String: XcodeSources] = [:]
        var count = 0
        for (id, target) in targets {
            var own = XcodeSources(
                target: target["name"]?.string ?? "",
                productType: target["productType"]?.string ?? ""
            )
            let phases = (target["buildPhases"]?.strings ?? []).compactMap { objects[$0] }
            let listed = phases.filter { $0["isa"]?.string == "PBXSourcesBuildPhase" }
                .flatMap { $0["files"]?.strings ?? [] }
            count += listed.count
            guard count <= maximumFileCount else { break }
            for file in listed {
                guard let reference = objects[file]?["fileRef"]?.string,
                    let path = project.path(ofReference: reference).flatMap(ProjectFolder.normalized)
                else { continue }
                own.members[path.lowercased()] = []
            }
            for group in target["fileSystemSynchronizedGroups"]?.strings ?? [] {
                if let folder = folders[group] { own.members[folder] = [] }
            }
            found[id] = own
        }
        for (group, folder) in folders {
            for exception in (groups[group]?["exceptions"]?.strings ?? []).compactMap({ objects[$0] }) {
                guard let id = exception["target"]?.string, let own = found[id] else { continue }
                // Exceptions exclude files from a folder of the target, and include files of another folder.
                for path in exception["membershipExceptions"]?.strings ?? [] {
                    let part = ProjectFolder.joined(folder, path.lowercased())
                    if own.members[folder] != nil {
                        found[id]?.members[folder]?.insert(part)
                    } else {
                        found[id]?.members[part] = []
                    }
                }
            }
        }
        return targets.compactMap { found[$0.key] }
    }

    /// Whether a file belongs to the target, or does so unless a pattern leaves it out.
    func contains(_ file: String) -> Bool { contains(Self.places(of: file), below: nil) }

    /// Whether a file certainly belongs to the target: not by a folder around the package that has the file.
    func claims(_ file: String, in package: String?) -> Bool {
        contains(Self.places(of: file), below: package?.lowercased())
            && !patterns.contains { Self.mayMatch($0.pattern, file.lowercased(), in: $0.folder) }
    }

    /// A file and the folders around it: they are looked up, because a target may have many folders.
    static func places(of file: String) -> [String] {
        let file = file.lowercased()
        return [file] + ProjectFolder.folders(from: ProjectFolder.parent(of: file))
    }

    private func contains(_ places: [String], below package: String?) -> Bool {
        places.prefix { $0 != package }.contains { place in
            members[place].map { excluded in !places.contains(where: excluded.contains) } ?? false
        }
    }

    /// A pattern of XcodeGen as it compares it: without `./` and the slash at the end, in lower case.
    private static func normalized(_ pattern: String) -> String {
        var text = pattern.lowercased()
        while text.hasPrefix("./") { text.removeFirst(2) }
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// Whether a pattern may match a file in a folder, or a folder around it; `nil` matches all.
    private static func mayMatch(_ pattern: String?, _ file: String, in folder: String) -> Bool {
        guard folder.isEmpty || file.hasPrefix(folder + "/") else { return file == folder }
        guard let pattern, !pattern.contains("{"), pattern.count(where: { "*?[".contains($0) }) <= maximumWildcardCount
        else { return true }
        // A star also matches a slash here, so a pattern may leave out more than XcodeGen does.
        let wide = pattern.replacing("**/", with: "*")
        let path = folder.isEmpty ? file : String(file.dropFirst(folder.utf8.count + 1))
        return path.indices.contains { path[$0] == "/" && fnmatch(wide, String(path[..<$0]), 0) == 0 }
            || fnmatch(wide, path, 0) == 0
    }
}
