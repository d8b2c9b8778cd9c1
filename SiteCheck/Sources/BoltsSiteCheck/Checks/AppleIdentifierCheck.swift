@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Checks the app identifiers of Apple's file, and collects its apps.
struct AppleIdentifierCheck {
    /// The identifiers in `applinks`, in canonical form.
    private var named = Set<String>()
    mutating func checkEntry(_ entry: JSONNode, isKeyed: Bool, _ collector: inout FindingCollector) {
        if isKeyed {
            let name = entry.name ?? ""
            note(name, canonical: AppIdentifier.canonical(name), entry, isKey: true, &collector)
            return
        }
        let list = entry["appIDs"]
        let single = entry["appID"]
        if list != nil, let single { collector.add(member: .aasaDetailsBothAppIds, single, owner: entry) }
        if let list, !list.isArray {
            let message = "appIDs is not an array, so it is ignored."
            let written = list.string.map { "[\(Clip.quoted($0))]" } ?? "[\"TEAM.BUNDLE\"]"
            collector.add(.aasaAppIdMalformed, list, message, fix: "Put the identifiers into an array: \(written).")
        }
        let nodes = list?.elements.map(Array.init) ?? [single].compactMap { $0 }
        if nodes.isEmpty, list?.isArray ?? true {
            let known = AppleEntryCheck.entryKeys
            if list == nil, single == nil,
                let wrong = NearestKey.misspelling(of: ["appIDs", "appID"], in: entry, among: known)
            {
                collector.add(misspelled: .aasaDetailsNoAppId, wrong, of: entry, "The entry has no app identifier")
            } else {
                collector.add(.aasaDetailsNoAppId, entry)
            }
        }
        var own = Set<String>()
        for node in nodes {
            guard let text = node.string else {
                collector.add(.aasaAppIdMalformed, node, "An app identifier is not a string.")
                continue
            }
            // The same app twice in one entry changes nothing.
            let canonical = AppIdentifier.canonical(text)
            guard own.insert(canonical).inserted else { continue }
            note(text, canonical: canonical, node, isKey: false, &collector)
        }
    }

    private mutating func note(
        _ text: String,
        canonical: String,
        _ node: JSONNode,
        isKey: Bool,
        _ collector: inout FindingCollector
    ) {
        Self.check(text, node, isKey: isKey, &collector)
        if !named.insert(canonical).inserted, !text.isEmpty {
            let message = "\(Clip.quoted(text)) is in an earlier entry too."
            if isKey {
                collector.add(member: .aasaDuplicateApp, node, message)
            } else {
                collector.add(.aasaDuplicateApp, node, message)
            }
        }
    }

    func checkServices(of root: JSONNode, _ collector: inout FindingCollector) {
        for name in ["webcredentials", "appclips", "activitycontinuation"] {
            guard let service = root[name], service.isObject else { continue }
            guard let apps = service["apps"], let elements = apps.elements else {
                if let wrong = NearestKey.misspelling(of: ["apps"], in: service, among: ["apps"]) {
                    collector.add(misspelled: .aasaServiceAppsMissing, wrong, of: service, "\(name) has no apps array")
                } else {
                    collector.add(.aasaServiceAppsMissing, service, "\(name) has no apps array.")
                }
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

    @discardableResult
    private static func check(
        _ text: String,
        _ node: JSONNode,
        isKey: Bool,
        _ collector: inout FindingCollector
    ) -> Bool {
        func report(_ rule: AssociationRule, _ message: String, fix: String? = nil) {
            if isKey {
                collector.add(member: rule, node, message, fix: fix, detail: .identifier(text))
            } else {
                collector.add(rule, node, message, fix: fix, detail: .identifier(text))
            }
        }
        if AppIdentifierPlaceholder.isPlaceholder(text) {
            let team = text.prefix(10)
            let reason = AppIdentifierPlaceholder.isOfDocumentation(team) ? ": \(team) is in Apple's documentation" : ""
            report(.aasaAppIdPlaceholder, "\(Clip.quoted(text)) is still a placeholder\(reason).")
            return false
        }
        guard AppIdentifier.isWellFormed(text) else {
            if text.utf8.contains(UInt8(ascii: "*")) {
                report(.aasaAppIdWildcard, "\(Clip.quoted(text)) has a star; identifiers are compared literally.")
                return false
            }
            let message = "\(Clip.quoted(text)) is not ten letters or digits, a dot and a bundle identifier."
            report(.aasaAppIdMalformed, message, fix: fix(of: text))
            return false
        }
        let prefix = text.utf8.prefix(10)
        if prefix.allSatisfy(\.isASCIIDigit) {
            report(.aasaAppIdNumericPrefix, "The prefix of \(Clip.quoted(text)) looks like an App Store id.")
        } else if prefix.contains(where: { $0.isASCIILetter && !$0.isASCIIUppercase }) {
            report(
                .aasaAppIdLowercasePrefix,
                "The prefix of \(Clip.quoted(text)) has lower-case letters.",
                fix: "Write \(Clip.quoted(AppIdentifier.canonical(text)))."
            )
        }
        let bundle = text.utf8.dropFirst(11)
        if bundle.contains(UInt8(ascii: "_")) {
            let message =
                "\(Clip.quoted(text)) has an underscore; bundle identifiers have letters, digits, hyphens and dots."
            report(.aasaAppIdMalformed, message)
        } else if bundle.elementsEqual("com.example".utf8) || bundle.starts(with: "com.example.".utf8) {
            report(.aasaAppIdSample, "The bundle identifier of \(Clip.quoted(text)) is a sample.")
        }
        return true
    }

    private static func fix(of text: String) -> String? {
        if let fixed = fixed(text) {
            let isTrimmed = fixed == text.trimmingWhitespace
            return "Write \(Clip.quoted(fixed)), \(isTrimmed ? "without white space" : "the team id first")."
        }
        guard AndroidApplicationID.isValid(text) else { return nil }
        return "Write the team id (ten characters, in Apple's developer account) and a dot before \(Clip.quoted(text))."
    }

    /// Returns the intended form of an invalid identifier, if its text shows it.
    static func fixed(_ text: String) -> String? {
        let trimmed = text.trimmingWhitespace
        if trimmed != text, AppIdentifier.isWellFormed(trimmed) { return trimmed }
        // The team id may be at the end instead of the beginning.
        let parts = text.split(separator: ".")
        guard AndroidApplicationID.isValid(text), parts.count > 2, let last = parts.last, isTeam(last) else {
            return nil
        }
        return "\(last).\(parts.dropLast().joined(separator: "."))"
    }

    /// Whether text has the form of a team id: ten capital letters and digits, with at least one digit.
    static func isTeam(_ text: Substring) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { $0.isASCIIUppercase || $0.isASCIIDigit }
            && text.utf8.contains(where: \.isASCIIDigit)
    }

    /// Returns why no app can have this identifier, or `nil` if an app can.
    static func defect(_ text: String) -> String? {
        if AppIdentifierPlaceholder.isPlaceholder(text) { return "it is still a placeholder." }
        guard !AppIdentifier.isWellFormed(text) else { return nil }
        return "it must be the ten characters of the team id, a dot and the bundle identifier."
    }
}
