@_spi(Bolts) import BoltsAssociations
import Foundation

/// The file `/.well-known/webauthn`: other origins that may use a host's passkeys.
///
/// [Web Authentication, level 3, section 5.11](https://www.w3.org/TR/webauthn-3/#sctn-related-origins).
struct RelatedOrigins {
    /// The maximum size of the file in bytes; browsers read no more.
    static let maximumBytes = 262_144
    /// The minimum number of different labels that browsers accept.
    static let maximumLabels = 5

    struct Entry {
        let origin: String
        let label: String
        let node: JSONNode
    }

    enum Answer: Equatable {
        case listed, notListed, beyondLabels
    }

    /// The entries that are origins, in the order of the file, including those with http, because browsers count their labels.
    let entries: [Entry]

    /// Returns `nil` if browsers would not read the document.
    init?(_ document: JSONDocument) {
        guard let elements = document.root["origins"]?.elements, elements.allSatisfy(\.isString) else { return nil }
        entries = elements.compactMap { node in
            guard let text = node.string, let url = URL(string: text),
                let origin = Self.place(of: url, schemes: ["https", "http"])
            else { return nil }
            return Entry(origin: origin, label: Self.label(of: ASCIIHost.of(url)), node: node)
        }
    }

    /// The first entry whose label is beyond the limit, or `nil` if all are within it.
    var firstBeyondLabels: Entry? {
        var seen = Set<String>()
        return entries.first { seen.insert($0.label).inserted && seen.count > Self.maximumLabels }
    }

    /// Whether pages of an origin may use the passkeys, by the algorithm of the specification.
    func answer(for page: URL) -> Answer {
        let wanted = Self.origin(of: page)
        var seen = Set<String>()
        var isBeyond = false
        for entry in entries {
            if seen.count >= Self.maximumLabels, !seen.contains(entry.label) {
                isBeyond = isBeyond || entry.origin == wanted
                continue
            }
            if entry.origin == wanted { return .listed }
            seen.insert(entry.label)
        }
        return isBeyond ? .beyondLabels : .notListed
    }

    /// The origin of an https URL with a name, or `nil` for another.
    static func origin(of url: URL) -> String? { place(of: url, schemes: ["https"]) }

    private static func place(of url: URL, schemes: Set<String>) -> String? {
        let host = ASCIIHost.of(url)
        guard let scheme = url.scheme?.lowercased(), schemes.contains(scheme), !host.isEmpty,
            !HostRules.isAddress(host)
        else { return nil }
        let port = url.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }

    /// The origin in an element of a list, or its text if it is not an origin.
    static func key(_ node: JSONNode) -> String? {
        node.string.map { text in URL(string: text).flatMap(origin) ?? text }
    }

    /// The first label of the registrable domain of a name.
    static func label(of host: String) -> String {
        let domain = SiteDomain.registrable(host)
        return domain.split(separator: ".").first.map(String.init) ?? domain
    }

    /// Whether a page of a host needs no entry: its host is the relying party identifier or below it.
    static func isOwn(_ host: String, of identifier: String) -> Bool {
        let (host, identifier) = (SiteAddress.name(of: host), SiteAddress.name(of: identifier))
        return host == identifier || host.hasSuffix(".\(identifier)")
    }
}

enum RelatedOriginsCheck {
    static func check(_ bytes: [UInt8], host: String, _ collector: inout FindingCollector) {
        if bytes.count > RelatedOrigins.maximumBytes {
            collector.add(.webauthnTooLarge, nil, "The file has \(FileSize.text(bytes)).")
            if FileSize.isBeyondReading(bytes) { return }
        }
        guard let document = AssociationCheck.document(bytes, mark: nil, syntax: .webauthnInvalid, &collector) else {
            return
        }
        guard let list = document.root["origins"], let elements = list.elements else {
            let node = document.root["origins"] ?? document.root
            return collector.add(.webauthnInvalid, node, "The file is not an object with an array named origins.")
        }
        for node in elements { check(node, host: host, &collector) }
        if let entry = RelatedOrigins(document)?.firstBeyondLabels {
            let message =
                "\(Clip.quoted(entry.origin)) adds a sixth name, \(Clip.quoted(entry.label)): browsers may skip the origins "
                + "of this name and of those that follow\(SiteDomain.caveat())."
            collector.add(.webauthnLabels, entry.node, message)
        }
    }

    private static func check(_ node: JSONNode, host: String, _ collector: inout FindingCollector) {
        guard let text = node.string else {
            return collector.add(
                .webauthnInvalid,
                node,
                "A member of origins is not a string, which voids the whole file."
            )
        }
        let lowered = text.lowercased()
        if lowered.hasPrefix("android:") || lowered.hasPrefix("ios:") {
            return collector.add(.webauthnAppOrigin, node, "\(Clip.quoted(text)) is the origin of an app.")
        }
        guard let url = URL(string: text), let origin = RelatedOrigins.origin(of: url) else {
            return collector.add(
                .webauthnOrigin,
                node,
                "\(Clip.quoted(text)) is not an origin such as https://example.com."
            )
        }
        if RelatedOrigins.isOwn(ASCIIHost.of(url), of: host) {
            collector.add(.webauthnSelf, node, "\(Clip.quoted(text)) may use the passkeys without an entry.")
        } else if !url.path(percentEncoded: true).isEmpty || url.query() != nil || url.fragment() != nil {
            collector.add(.webauthnOriginPath, node, "Only \(Clip.clip(origin)) of \(Clip.quoted(text)) counts.")
        }
    }
}
