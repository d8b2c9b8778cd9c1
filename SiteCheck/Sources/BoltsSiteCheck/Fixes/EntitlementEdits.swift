/// The edits of an entitlements file or an Info.plist that findings suggest.
struct EntitlementEdits {
    private static let key = "com.apple.developer.associated-domains"

    private let xml: XMLTags

    init(_ bytes: [UInt8]) { xml = XMLTags(bytes) }

    func edits(_ finding: Finding) -> [FileEdit]? {
        switch finding.change {
        case .domain(let domain, nil, _)?: return adding(domain)
        case .domain(let domain, let old?, _)?:
            return content("string", old).map { [FileEdit($0, XMLTags.escaped(domain))] }
        case .entitlementKey(let old)?: return content("key", old).map { [FileEdit($0, Self.key)] }
        default: return finding.rule == .flutterAppLinkDouble ? withoutFlutter : nil
        }
    }

    /// Disables Flutter's own receiver.
    private var withoutFlutter: [FileEdit]? {
        let name = "FlutterDeepLinkingEnabled"
        guard let key = content("key", name) else { return adding(["<key>\(name)</key>", "<false/>"]) }
        let value = xml.tags.firstIndex { $0.range.lowerBound >= key.upperBound && $0.kind != .end }
        guard let value, xml.tags[value].name == "true", xml.tags[value].kind == .empty else { return nil }
        return [FileEdit(xml.tags[value].range, "<false/>")]
    }

    /// The bytes between the tags of the first element with the given name and text.
    private func content(_ name: String, _ text: String) -> Range<Int>? {
        // A property list's reader may have removed white space.
        let wanted = XMLTags.escaped(text).trimmingWhitespace
        for index in xml.tags.indices.dropLast() {
            let range = xml.tags[index].range.upperBound..<xml.tags[index + 1].range.lowerBound
            guard xml.tags[index].kind == .start, xml.tags[index].name == name, xml.tags[index + 1].kind == .end,
                xml.text(range).trimmingWhitespace == wanted
            else { continue }
            return range
        }
        return nil
    }

    private func adding(_ domain: String) -> [FileEdit]? {
        let line = "<string>\(XMLTags.escaped(domain))</string>"
        if let key = content("key", Self.key) {
            guard let list = xml.tags.firstIndex(where: { $0.range.lowerBound >= key.upperBound && $0.kind != .end }),
                xml.tags[list].name == "array"
            else { return nil }
            if xml.tags[list].kind == .start { return xml.adding([line], to: list).map { [$0] } }
            return [FileEdit(xml.tags[list].range, "<array>\(line)</array>")]
        }
        return adding(["<key>\(Self.key)</key>", "<array>", "    \(line)", "</array>"])
    }

    /// Adds lines to the dictionary of the whole file.
    private func adding(_ lines: [String]) -> [FileEdit]? {
        guard let dictionary = xml.tags.firstIndex(where: { $0.name == "dict" && $0.kind != .end }) else { return nil }
        if xml.tags[dictionary].kind == .start { return xml.adding(lines, to: dictionary).map { [$0] } }
        return [FileEdit(xml.tags[dictionary].range, "<dict>\n\(lines.joined(separator: "\n"))\n</dict>")]
    }
}
