import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// An Xcode project: the link declarations in its sources, for each app and App Clip and each configuration.
struct XcodeProject {
    private static let maximumGroupDepth = 32
    private static let maximumConfigurationCount = 50
    /// One more than the limit, so that the reader notices omissions.
    private static let maximumTargetCount = 250
    private static let maximumOtherCount = 50

    private let folder: ProjectFolder
    /// The path of `project.pbxproj`.
    private let file: String
    /// The name of the project.
    let name: String
    /// The path of the folder that its paths are relative to.
    let base: String
    let objects: [String: PropertyList]
    /// The apps and App Clips.
    private(set) var targets: [XcodeTarget] = []
    private var parents: [String: String] = [:]
    private var configurationFiles: [String: (layer: SettingsLayer, missing: String?)] = [:]
    private var layersOfConfigurations: [String: SettingsLayer] = [:]
    private(set) var claims: [AppleAppClaims] = []
    /// The project's other outputs that belong to its apps, such as extensions and tests.
    private(set) var others: [AppleAppClaims] = []
    private(set) var files: [String] = []
    private(set) var notes: [String] = []

    /// Reads a project from `project.pbxproj`, whose path is within the folder of the whole project.
    init(_ file: String, in folder: ProjectFolder) throws(FormatError) {
        let list = try PropertyList(bytes: folder.bytes(file, limit: PropertyList.maximumSize))
        guard let objects = list["objects"]?.dictionary else { throw FormatError("is not an Xcode project") }
        self.folder = folder
        self.file = file
        self.objects = objects
        let bundle = ProjectFolder.parent(of: file)
        base = ProjectFolder.parent(of: bundle)
        name = (bundle as NSString).lastPathComponent.replacingOccurrences(of: ".xcodeproj", with: "")
        for (id, object) in objects {
            for child in object["children"]?.strings ?? [] { parents[child] = id }
        }
        let project = list["rootObject"]?.string.flatMap { objects[$0] }
        let inherited = configurations(project)
        let apps = (project?["targets"]?.strings ?? []).compactMap { objects[$0] }.filter { target in
            target["productType"]?.string.map(XcodeTarget.isApp) ?? false
        }
        let named = objects.values.compactMap { $0["buildSettings"]?.dictionary }
            .flatMap { settings in settings.filter { $0.key.hasPrefix("CODE_SIGN_ENTITLEMENTS") }.values }
            .compactMap(\.string)
        var reader = XcodeTargetReader(file: file, base: base, projectName: name, in: folder)
        targets = apps.prefix(Self.maximumTargetCount).map { target($0, inherited) }
        reader.read(targets, namedEntitlements: named)
        claims = reader.claims
        files = reader.files
        notes = reader.notes
        let belonging = (project?["targets"]?.strings ?? []).compactMap { objects[$0] }.compactMap { target in
            target["productType"]?.string.flatMap(XcodeTarget.otherRole).map { (target: target, role: $0) }
        }
        var listing = XcodeTargetReader(file: file, base: base, projectName: name, in: folder)
        let made = belonging.prefix(Self.maximumOtherCount).map { target($0.target, inherited, $0.role) }
        listing.read(made, namedEntitlements: named)
        others = listing.claims
    }

    /// Reads a target; if the target is only listed, only its last configuration, which is the one for release.
    private mutating func target(
        _ target: PropertyList,
        _ project: [XcodeTarget.Configuration],
        _ role: AppRole? = nil
    ) -> XcodeTarget {
        let all = configurations(target)
        let own = (role == nil ? all : Array(all.suffix(1))).map { configuration in
            var configuration = configuration
            let inherited = project.first { $0.name == configuration.name }
            configuration.layers += inherited?.layers ?? []
            configuration.missing = configuration.missing ?? inherited?.missing
            return configuration
        }
        let isClip = target["productType"]?.string.map(XcodeTarget.isClip) ?? false
        var made = XcodeTarget(name: target["name"]?.string ?? "", configurations: own, isClip: isClip)
        made.otherRole = role
        return made
    }

    /// The configurations of a target or the project.
    private mutating func configurations(_ object: PropertyList?) -> [XcodeTarget.Configuration] {
        guard let id = object?["buildConfigurationList"]?.string,
            let references = objects[id]?["buildConfigurations"]?.strings
        else { return [] }
        var result: [XcodeTarget.Configuration] = []
        for reference in references.prefix(Self.maximumConfigurationCount) {
            guard let configuration = objects[reference], let name = configuration["name"]?.string else { continue }
            // Many targets may share a configuration of the project, whose settings are then stored once.
            let layer =
                layersOfConfigurations[reference]
                ?? SettingsLayer(
                    (configuration["buildSettings"]?.dictionary ?? [:]).compactMapValues { value in
                        value.string ?? value.strings?.joined(separator: " ")
                    },
                    in: file
                )
            layersOfConfigurations[reference] = layer
            var read = XcodeTarget.Configuration(name: name, layers: [layer])
            if let file = baseFile(of: configuration) {
                let known = configurationFiles[file] ?? ConfigurationFile.layer(file, in: folder)
                configurationFiles[file] = known
                read.layers.append(known.layer)
                read.missing = known.missing
            }
            result.append(read)
        }
        return result
    }

    /// The path of the file that a configuration is based on, or `nil` if there is none.
    private func baseFile(of configuration: PropertyList) -> String? {
        if let reference = configuration["baseConfigurationReference"]?.string { return path(ofReference: reference) }
        // The objects of the project do not include files of folders that Xcode synchronizes with the disk.
        guard let anchor = configuration["baseConfigurationReferenceAnchor"]?.string.flatMap({ path(ofReference: $0) }),
            let rest = configuration["baseConfigurationReferenceRelativePath"]?.string
        else { return nil }
        return ProjectFolder.joined(anchor, rest)
    }

    /// The path of a file reference in one of the project's groups.
    func path(ofReference reference: String) -> String? {
        var components: [String] = []
        var id: String? = reference
        for _ in 0..<Self.maximumGroupDepth {
            guard let current = id, let object = objects[current] else { break }
            if let path = object["path"]?.string { components.insert(path, at: 0) }
            guard object["sourceTree"]?.string == "<group>" else { break }
            id = parents[current]
        }
        guard !components.isEmpty else { return nil }
        return ProjectFolder.joined(base, components.joined(separator: "/"))
    }
}
