/// Checks the app identifiers of Apple's file, and collects its apps.
struct AppleIdentifierCheck {
    /// The apps of applinks, in canonical form.
    private var named = Set<String>()
    /// Placeholders of templates anywhere in an identifier.
    private static let placeholders = [
        "team_id", "your_", "replace_", "development_team", "product_bundle", "placeholder", "app_id", "appid_prefix",
        "bundle_id", "apple_team", "<", "{", "$(", "xxxxxxxxxx",
    ]
    /// Placeholders of templates before the first dot.
    private static let placeholderBeginnings = ["your", "replace", "teamid", "team-id", "appleteam", "todo"]
    /// Placeholders of templates between dots.
    private static let placeholderLabels: Set<String> = [
        "yourcompany", "your-company", "yourapp", "your-app", "bundleid", "bundleidentifier", "bundle-id",
    ]
    private static let placeholderPrefixes: Set<String> = ["ABCDE12345", "9JA89QQLNQ", "TEAMID1234"]

    /// Checks the identifiers of an entry of details.
    mutating func checkEntry(_ entry: JSONNode, isKeyed: Bool, _ collector: inout FindingCollector) {
        if isKeyed {
            note(entry.name ?? "", entry, isKey: true, &collector)
            return
        }
        let list = entry["appIDs"]
        let single = entry["appID"]
        if list != nil, let single { collector.add(member: .aasaDetailsBothAppIds, single, owner: entry) }
        if let list, !list.isArray {
            collector.add(.aasaAppIdMalformed, list, "appIDs is not an array, so that it is ignored.")
        }
        let nodes = list?.elements.map(Array.init) ?? [single].compactMap { $0 }
        if nodes.isEmpty, list?.isArray ?? true {
            collector.add(.aasaDetailsNoAppId, entry)
        }
        var own = Set<String>()
        for node in nodes {
            guard let text = node.string else {
                collector.add(.aasaAppIdMalformed, node, "An app identifier is not a string.")
                continue
            }
            // The same app twice in one entry changes nothing.
            guard own.insert(AppIdentifier.canonical(text)).inserted else { continue }
            note(text, node, isKey: false, &collector)
        }
    }

    private mutating func note(_ text: String, _ node: JSONNode, isKey: Bool, _ collector: inout FindingCollector) {
        Self.check(text, node, isKey: isKey, &collector)
        if !named.insert(AppIdentifier.canonical(text)).inserted, !text.isEmpty {
            let message = "\(Clip.quoted(text)) stands in an earlier entry too."
            if isKey {
                collector.add(member: .aasaDuplicateApp, node, message)
            } else {
                collector.add(.aasaDuplicateApp, node, message)
            }
        }
    }

    /// Checks the other services, which list their apps.
    func checkServices(of root: JSONNode, _ collector: inout FindingCollector) {
        for name in ["webcredentials", "appclips", "activitycontinuation"] {
            guard let service = root[name], service.isObject else { continue }
            guard let apps = service["apps"], let elements = apps.elements else {
                collector.add(.aasaServiceAppsMissing, service, "\(name) has no apps array.")
                continue
            }
            for node in elements {
                guard let text = node.string else {
                    collector.add(.aasaAppIdMalformed, node, "An app identifier is not a string.")
                    continue
                }
                let isSound = Self.check(text, node, isKey: false, &collector)
                guard isSound, !named.isEmpty else { continue }
                if name == "appclips" {
                    checkClip(text, node, &collector)
                } else if !named.contains(AppIdentifier.canonical(text)) {
                    let message = "\(name) names \(Clip.quoted(text)), which applinks does not."
                    collector.add(.aasaServiceAppsDiffer, node, message)
                }
            }
        }
    }

    private func checkClip(_ text: String, _ node: JSONNode, _ collector: inout FindingCollector) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for count in stride(from: min(parts.count, 64) - 1, to: 1, by: -1) {
            let parent = parts.prefix(count).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
            if named.contains(AppIdentifier.canonical(parent)) { return }
        }
        let message = "\(Clip.quoted(text)) does not begin with the identifier of an app that applinks names."
        collector.add(.aasaAppclipId, node, message)
    }

    /// Checks one identifier, and returns whether it may be valid.
    @discardableResult
    private static func check(
        _ text: String,
        _ node: JSONNode,
        isKey: Bool,
        _ collector: inout FindingCollector
    ) -> Bool {
        func report(_ rule: AssociationRule, _ message: String) {
            if isKey {
                collector.add(member: rule, node, message)
            } else {
                collector.add(rule, node, message)
            }
        }
        let quoted = Clip.quoted(text)
        let prefix = text.prefix { $0 != "." }
        if isPlaceholder(text, prefix: String(prefix)) {
            report(.aasaAppIdPlaceholder, "\(quoted) is still a placeholder.")
            return false
        }
        if text.contains("*") {
            report(.aasaAppIdWildcard, "\(quoted) has a star; identifiers are compared literally.")
            return false
        }
        guard AppIdentifier.isWellFormed(text) else {
            report(.aasaAppIdMalformed, "\(quoted) is not ten letters or digits, a dot and a bundle identifier.")
            return false
        }
        if prefix.utf8.allSatisfy(\.isASCIIDigit) {
            report(.aasaAppIdNumericPrefix, "The prefix of \(quoted) looks like an App Store id.")
        } else if prefix.utf8.contains(where: { $0.isASCIILetter && !$0.isASCIIUppercase }) {
            report(.aasaAppIdLowercasePrefix, "The prefix of \(quoted) has lower-case letters.")
        }
        return true
    }

    /// Returns why no app can have an identifier, or `nil` if one may.
    static func defect(_ text: String) -> String? {
        if isPlaceholder(text, prefix: String(text.prefix { $0 != "." })) { return "it is still a placeholder." }
        guard !AppIdentifier.isWellFormed(text) else { return nil }
        return "it must be the ten characters of the team id, a dot and the bundle identifier."
    }

    private static func isPlaceholder(_ text: String, prefix: String) -> Bool {
        let lowered = text.lowercased()
        let beginning = prefix.lowercased()
        return placeholderPrefixes.contains(prefix.uppercased()) || placeholders.contains(where: lowered.contains)
            || placeholderBeginnings.contains(where: beginning.contains)
            || lowered.split(separator: ".").contains { placeholderLabels.contains(String($0)) }
    }
}
