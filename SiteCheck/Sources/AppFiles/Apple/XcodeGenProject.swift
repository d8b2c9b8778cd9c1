import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The Xcode project that XcodeGen makes from a description: the link declarations of its targets.
///
/// Source: XcodeGen's ProjectSpec.md, "Settings" and "Target".
struct XcodeGenProject {
    private static let maximumTargetCount = 250
    private static let maximumOtherCount = 50
    private static let maximumConfigurationCount = 50
    /// Groups of settings may refer to each other in cycles, and all are read for each target and configuration.
    private static let maximumGroupCount = 20_000
    private static let maximumSettingCount = 400_000
    private static let groupDepthLimit = 16

    private let folder: ProjectFolder
    let base: String
    private let description: XcodeGenDescription
    private let configurations: [String]
    private let groups: [String: PropertyList]
    private var configurationFiles: [String: (layer: SettingsLayer, missing: String?)] = [:]
    private var projectLayers: [String: XcodeTarget.Configuration] = [:]
    private var groupCount = 0
    private var settingCount = 0
    /// The apps and App Clips.
    private(set) var targets: [XcodeTarget] = []
    /// The source files of all targets.
    private(set) var sources: [XcodeSources] = []
    private(set) var claims: [AppleAppClaims] = []
    /// The project's other outputs that belong to its apps, such as extensions and tests.
    private(set) var others: [AppleAppClaims] = []
    private(set) var files: [String] = []
    private(set) var notes: [String] = []

    /// Reads a description, whose path is within the folder of the whole project; `nil` if the file is not XcodeGen's.
    init?(_ file: String, in folder: ProjectFolder) throws(FormatError) {
        if let fault = folder.fault(of: file) { throw fault }
        guard folder.text(file)?.contains("targets:") == true else { return nil }
        var description = try XcodeGenDescription(file, in: folder)
        let targets = description.targets()
        guard targets.contains(where: { $0.target["type"] != nil }) else {
            guard let missing = description.missing, !targets.isEmpty else { return nil }
            throw FormatError("includes \(missing.sanitized(limit: 400)), which does not exist")
        }
        self.folder = folder
        self.description = description
        base = description.base
        groups = description.root["settingGroups"]?.dictionary ?? [:]
        let names = (description.root["configs"]?.dictionary ?? [:]).keys.sorted()
        configurations = names.isEmpty ? ["Debug", "Release"] : Array(names.prefix(Self.maximumConfigurationCount))
        for name in configurations {
            projectLayers[name] = layers(of: .dictionary(description.root), in: name)
        }
        var apps: [XcodeTarget] = []
        var belonging: [XcodeTarget] = []
        var named: [String] = []
        for (key, target) in targets {
            if let path = target["entitlements"]?["path"]?.string { named.append(path) }
            named += Self.entitlements(in: target["settings"], depth: 0)
            guard let type = target["type"]?.string else { continue }
            let role = XcodeTarget.otherRole(productType: type)
            for (name, target) in Self.targets(of: target, named: target["name"]?.string ?? key) {
                sources.append(XcodeSources(target["sources"], of: name, productType: type, base: base))
                guard role != nil || XcodeTarget.isApp(productType: type) else { continue }
                if role == nil, apps.count < Self.maximumTargetCount {
                    apps.append(self.target(target, named: name))
                } else if let role, belonging.count < Self.maximumOtherCount {
                    belonging.append(self.target(target, named: name, role))
                }
            }
        }
        let projectName = description.root["name"]?.string ?? ""
        var reader = XcodeTargetReader(file: file, base: base, projectName: projectName, in: folder)
        self.targets = apps
        reader.read(apps, namedEntitlements: named)
        claims = reader.claims
        var listing = XcodeTargetReader(file: file, base: base, projectName: projectName, in: folder)
        listing.read(belonging, namedEntitlements: named)
        others = listing.claims
        files = reader.files + description.files.dropFirst().map(folder.shown)
        notes = reader.notes
        if !description.isComplete || !isComplete {
            let name = folder.shown(file).sanitized(limit: 400)
            notes.append("\(name) has too many settings; give the built app.")
        }
    }

    /// Whether all settings were read.
    private var isComplete: Bool { groupCount <= Self.maximumGroupCount && settingCount <= Self.maximumSettingCount }

    /// The entitlements that settings name in any configuration.
    private static func entitlements(in settings: PropertyList?, depth: Int) -> [String] {
        guard depth < groupDepthLimit else { return [] }
        return (settings?.dictionary ?? [:]).flatMap { key, value in
            key.hasPrefix("CODE_SIGN_ENTITLEMENTS")
                ? value.strings ?? [] : value.dictionary == nil ? [] : entitlements(in: value, depth: depth + 1)
        }
    }

    // MARK: - Targets

    /// A target for several platforms is created once for each of them.
    private static func targets(of target: PropertyList, named name: String) -> [(String, PropertyList)] {
        guard let platforms = target["platform"]?.array?.compactMap(\.string) else { return [(name, target)] }
        return platforms.prefix(5).map { platform in
            let replaced = XcodeGenDescription.replacing(["platform": platform], in: target)
            var members = replaced.dictionary ?? [:]
            members["platform"] = .string(platform)
            let (prefix, suffix) = (replaced["platformPrefix"]?.string, replaced["platformSuffix"]?.string)
            return ("\(prefix ?? "")\(name)\(suffix ?? "_\(platform)")", .dictionary(members))
        }
    }

    /// Reads a target; if the target is only listed, only its last configuration.
    private mutating func target(_ target: PropertyList, named name: String, _ role: AppRole? = nil) -> XcodeTarget {
        var written: [String: PropertyList] = [:]
        for key in ["entitlements", "info"] {
            guard let path = target[key]?["path"]?.string else { continue }
            // XcodeGen rewrites the file even without properties.
            written[path] = target[key]?["properties"] ?? .dictionary([:])
        }
        let preset = SettingsLayer(preset(target, named: name))
        let made = configurations.suffix(role == nil ? configurations.count : 1).map { configuration in
            var forced: [String: String] = [:]
            if let path = target["entitlements"]?["path"]?.string { forced["CODE_SIGN_ENTITLEMENTS"] = path }
            var own = layers(of: target, in: configuration)
            let project = projectLayers[configuration]
            own.layers.insert(SettingsLayer(forced), at: 0)
            own.layers += project?.layers ?? []
            own.layers.append(preset)
            own.missing = own.missing ?? project?.missing ?? description.missing
            return own
        }
        let isClip = target["type"]?.string.map(XcodeTarget.isClip) ?? false
        var result = XcodeTarget(name: name, configurations: made, isClip: isClip, written: written)
        result.otherRole = role
        return result
    }

    /// The values that XcodeGen sets by default.
    private func preset(_ target: PropertyList, named name: String) -> [String: String] {
        var preset: [String: String] = [:]
        if let path = target["info"]?["path"]?.string { preset["INFOPLIST_FILE"] = path }
        if let prefix = description.root["options"]?["bundleIdPrefix"]?.string {
            let kept = name.replacing("_", with: "-").utf8.filter { byte in
                byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
            preset["PRODUCT_BUNDLE_IDENTIFIER"] = "\(prefix).\(String(decoding: kept, as: UTF8.self))"
        }
        let roots = [
            "iOS": "iphoneos", "macOS": "macosx", "tvOS": "appletvos", "watchOS": "watchos", "visionOS": "xros",
        ]
        let destinations = target["supportedDestinations"]?.strings ?? []
        let named = destinations.compactMap { roots[$0] }
        let isCatalyst = destinations.contains("macCatalyst")
        if isCatalyst { preset["SUPPORTS_MACCATALYST"] = "YES" }
        if Set(named).subtracting(["iphoneos"]).isEmpty, isCatalyst {
            preset["SDKROOT"] = "iphoneos"
        } else if !named.isEmpty {
            preset["SUPPORTED_PLATFORMS"] = (named + (isCatalyst ? ["macosx"] : [])).joined(separator: " ")
        } else if let root = target["platform"]?.string.flatMap({ roots[$0] }) {
            preset["SDKROOT"] = root
        }
        return preset
    }

    // MARK: - Settings

    /// The settings of a target or of the project, and those of the configuration's file.
    private mutating func layers(of owner: PropertyList, in configuration: String) -> XcodeTarget.Configuration {
        var result = XcodeTarget.Configuration(
            name: configuration,
            layers: [SettingsLayer(settings(owner["settings"], in: configuration, depth: 0))]
        )
        guard let path = owner["configFiles"]?[configuration]?.string else { return result }
        let file = ProjectFolder.joined(base, path)
        let known = configurationFiles[file] ?? ConfigurationFile.layer(file, in: folder)
        configurationFiles[file] = known
        result.layers.append(known.layer)
        result.missing = known.missing
        return result
    }

    /// The settings for a configuration: those of groups, then its own, then those for the configuration.
    private mutating func settings(_ value: PropertyList?, in configuration: String, depth: Int) -> [String: String] {
        guard let value = value?.dictionary, depth < Self.groupDepthLimit, isComplete else { return [:] }
        groupCount += 1
        guard value["configs"] != nil || value["groups"] != nil || value["base"] != nil else {
            settingCount += value.count
            return value.compactMapValues(Self.text)
        }
        var result: [String: String] = [:]
        let names = value["groups"]?.strings ?? []
        let configs = value["configs"]?.dictionary ?? [:]
        // Names and configurations are also examined for each target and configuration, so they count too.
        settingCount += names.count + configs.count
        guard isComplete else { return [:] }
        for group in names {
            result.merge(settings(groups[group], in: configuration, depth: depth + 1)) { $1 }
        }
        let own = value["base"]?.dictionary ?? [:]
        settingCount += own.count + result.count
        result.merge(own.compactMapValues(Self.text)) { $1 }
        let lowercased = configuration.lowercased()
        for (name, other) in configs.sorted(by: { $0.key < $1.key }) {
            // The key may be part of the configuration's name, unless it is the full name of another configuration.
            guard name == configuration || lowercased.contains(name.lowercased()) && !configurations.contains(name)
            else { continue }
            result.merge(settings(other, in: configuration, depth: depth + 1)) { $1 }
        }
        return result
    }

    private static func text(_ value: PropertyList) -> String? {
        switch value {
        case .string("true"): "YES"
        case .string("false"): "NO"
        case .string(let text): text
        case .array(let elements): elements.compactMap(\.string).joined(separator: " ")
        default: nil
        }
    }
}
