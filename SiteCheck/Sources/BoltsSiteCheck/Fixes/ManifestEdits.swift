/// The edits of an Android manifest, of a navigation graph or of Cordova's configuration that findings suggest.
struct ManifestEdits {
    private let xml: XMLTags

    init(_ bytes: [UInt8]) { xml = XMLTags(bytes) }

    /// Whether the rule alone determines the edit, without a suggested change.
    static func isDecidedByRule(_ rule: AssociationRule) -> Bool {
        rules.contains(rule)
    }

    private static let rules: Set<AssociationRule> = [
        .androidAppNoAutoVerify, .androidAppFilterIncomplete, .androidAppNotExported, .androidAppMixedSchemes,
        .flutterAppLinkDouble,
    ]

    /// Whether the prefix of what is added is Android's.
    private var isBound: Bool { xml.tags.contains { $0.attributes.contains { $0.name == "xmlns:android" } } }

    func edits(_ finding: Finding) -> [FileEdit]? {
        if case .host(let host, let paths)? = finding.change { return isBound ? filter(for: host, paths) : nil }
        guard let line = finding.place?.position.line,
            let filter = xml.tags.firstIndex(where: {
                $0.line == line && $0.kind != .end && ["intent-filter", "deepLink", "host"].contains($0.name)
            })
        else { return nil }
        if xml.tags[filter].name == "host" {
            guard case .scheme(let scheme)? = finding.change else { return nil }
            return [xml.setting("scheme", scheme, of: filter)]
        }
        guard isBound else { return nil }
        switch finding.change {
        case .attribute(let name, let old, let new)?: return attribute(name, old, new, in: filter)
        case .path(let new, let instead)?:
            guard let text = text(new) else { return nil }
            if let instead {
                return attribute(instead.name, instead.value, new.value, in: filter, named: new.name)
            }
            return adding(["<data \(text)/>"], to: filter)
        case .scheme(let scheme)?: return adding(["<data android:scheme=\"\(scheme)\"/>"], to: filter)
        default: break
        }
        switch finding.rule {
        case .androidAppNoAutoVerify: return [xml.setting("android:autoVerify", "true", of: filter)]
        case .androidAppFilterIncomplete: return completed(filter)
        case .androidAppNotExported: return exported(filter)
        case .androidAppMixedSchemes: return separated(filter)
        case .flutterAppLinkDouble: return withoutFlutter(filter)
        default: return nil
        }
    }

    /// The text of an attribute, or `nil` for one with a backslash, which the sources write twice.
    private func text(_ attribute: SuggestedChange.Attribute) -> String? {
        attribute.value.contains("\\")
            ? nil : "android:\(attribute.name)=\"\(XMLTags.escaped(attribute.value))\""
    }

    private func adding(_ lines: [String], to index: Int) -> [FileEdit]? { xml.adding(lines, to: index).map { [$0] } }

    private func attribute(
        _ name: String,
        _ old: String,
        _ new: String,
        in filter: Int,
        named other: String? = nil
    ) -> [FileEdit]? {
        for index in xml.inside(filter) {
            guard let known = xml.tags[index].attributes.first(where: { $0.name == "android:\(name)" }),
                xml.text(known.value) == XMLTags.escaped(old)
            else { continue }
            let edit = FileEdit(known.value, XMLTags.escaped(new))
            guard let other, other != name else { return [edit] }
            let start = known.value.lowerBound - 2 - name.utf8.count
            guard xml.text(start..<start + name.utf8.count) == name else { return nil }
            return [FileEdit(start..<start + name.utf8.count, other), edit]
        }
        return nil
    }

    private static let view = "<action android:name=\"android.intent.action.VIEW\"/>"
    private static let categories = ["DEFAULT", "BROWSABLE"]

    private static func category(_ name: String) -> String {
        "<category android:name=\"android.intent.category.\(name)\"/>"
    }

    /// Adds the missing action and categories of a filter for links.
    private func completed(_ filter: Int) -> [FileEdit]? {
        let tags = xml.inside(filter).map { xml.tags[$0] }
        // A filter with a data type may not be meant for links.
        guard !tags.contains(where: { xml.value("android:mimeType", of: $0) != nil }) else { return nil }
        let names = Set(tags.compactMap { xml.value("android:name", of: $0) })
        var lines: [String] = []
        if !names.contains("android.intent.action.VIEW") { lines.append(Self.view) }
        lines += Self.categories.filter { !names.contains("android.intent.category.\($0)") }.map(Self.category)
        guard !lines.isEmpty, let added = adding(lines, to: filter) else { return nil }
        let isInert = !tags.contains { $0.name == "action" }
        return added + (isInert ? [xml.setting("android:autoVerify", "true", of: filter)] : [])
    }

    /// Allows other apps to start the activity of a filter.
    private func exported(_ filter: Int) -> [FileEdit]? {
        guard let activity = xml.around(filter, ["activity", "activity-alias"]) else { return nil }
        let tag = xml.tags[activity]
        var edits: [FileEdit] = []
        if xml.value("android:enabled", of: tag) == "false" {
            edits.append(xml.setting("android:enabled", "true", of: activity))
        }
        if xml.value("android:exported", of: tag) != "true" {
            edits.append(xml.setting("android:exported", "true", of: activity))
        }
        return edits
    }

    /// Disables Flutter's own receiver in the activity of a filter.
    private func withoutFlutter(_ filter: Int) -> [FileEdit]? {
        guard let activity = xml.around(filter, ["activity", "activity-alias"]), xml.tags[activity].name == "activity"
        else { return nil }
        let flag = "flutter_deeplinking_enabled"
        let own = xml.inside(activity).first { index in
            xml.tags[index].name == "meta-data" && xml.value("android:name", of: xml.tags[index]) == flag
        }
        if let own { return [xml.setting("android:value", "false", of: own)] }
        return adding(["<meta-data android:name=\"\(flag)\" android:value=\"false\"/>"], to: activity)
    }

    /// Moves schemes other than web schemes to a separate filter.
    private func separated(_ filter: Int) -> [FileEdit]? {
        guard let end = xml.end(of: filter) else { return nil }
        let others = xml.inside(filter).filter { index in
            let tag = xml.tags[index]
            guard tag.name == "data", tag.kind == .empty, let scheme = xml.value("android:scheme", of: tag) else {
                return false
            }
            return !["http", "https"].contains(scheme.lowercased())
        }
        guard !others.isEmpty else { return nil }
        let behind = xml.tags[end].range.upperBound
        let indent = xml.indentation(of: xml.tags[filter].range.lowerBound)
        let lines = [Self.view] + Self.categories.map(Self.category) + others.map { xml.text(xml.tags[$0].range) }
        let text = block("<intent-filter>", lines, indent)
        return others.map(xml.removal) + [FileEdit(behind..<behind, text)]
    }

    private func block(_ start: String, _ lines: [String], _ indent: String) -> String {
        "\n\(indent)\(start)" + lines.map { "\n\(indent)    \($0)" }.joined() + "\n\(indent)</intent-filter>"
    }

    /// Adds a host to the filter for one that differs only by www or a star, or adds a filter for it and some paths to the
    /// activity that takes links of the web, or to the launcher activity if none does.
    private func filter(for host: String, _ paths: [SuggestedChange.Attribute]) -> [FileEdit]? {
        let siblings = SiblingHost.neighbours(of: host)
        let sibling = xml.tags.indices.first { index in
            xml.tags[index].name == "data"
                && xml.value("android:host", of: xml.tags[index]).map(siblings.contains) ?? false
        }
        if let sibling, let filter = xml.around(sibling, ["intent-filter"]) {
            return adding(["<data android:host=\"\(XMLTags.escaped(host))\"/>"], to: filter)
        }
        let components: Set = ["activity", "activity-alias"]
        let web = xml.tags.indices.first(where: isWebFilter).flatMap { xml.around($0, components) }
        let main = xml.tags.indices.first { index in
            xml.value("android:name", of: xml.tags[index]) == "android.intent.action.MAIN"
        }
        guard let activity = web ?? main.flatMap({ xml.around($0, ["activity"]) }), let end = xml.end(of: activity)
        else {
            return nil
        }
        let filter = xml.inside(activity).first { xml.tags[$0].name == "intent-filter" } ?? activity
        let indent = xml.indentation(of: xml.tags[filter].range.lowerBound)
        let last = xml.tags[..<end].last?.range.upperBound ?? xml.tags[end].range.lowerBound
        let texts = paths.compactMap(text)
        guard texts.count == paths.count else { return nil }
        let name = "android:scheme=\"https\" android:host=\"\(XMLTags.escaped(host))\""
        let data = texts.count == 1 ? ["\(name) \(texts[0])"] : [name] + texts
        let lines = [Self.view] + Self.categories.map(Self.category) + data.map { "<data \($0)/>" }
        return [FileEdit(last..<last, block("<intent-filter android:autoVerify=\"true\">", lines, indent))]
    }

    /// Whether a tag begins a filter that takes links of a host on the web, in an activity that other apps may start.
    private func isWebFilter(_ index: Int) -> Bool {
        guard xml.tags[index].name == "intent-filter", xml.tags[index].kind == .start,
            let activity = xml.around(index, ["activity", "activity-alias"]),
            xml.value("android:exported", of: xml.tags[activity]) != "false"
        else { return false }
        let tags = xml.inside(index).map { xml.tags[$0] }
        func values(_ name: String) -> [String] { tags.compactMap { xml.value("android:\(name)", of: $0) } }
        let needed = Set(["action.VIEW", "category.DEFAULT", "category.BROWSABLE"].map { "android.intent.\($0)" })
        return needed.isSubset(of: values("name")) && !values("host").isEmpty && values("mimeType").isEmpty
            && values("scheme").contains { ["http", "https"].contains($0) }
    }
}
