@_spi(Bolts) import BoltsAssociations
import BoltsBase
import Foundation

/// Whether an intent filter matches a link, by the rules of Android's `IntentFilter`.
struct IntentFilterMatch {
    /// How far a link gets in a filter; the last case is a complete match.
    enum Step: Int, Comparable {
        case host, scheme, port, path, taken

        static func < (first: Step, second: Step) -> Bool { first.rawValue < second.rawValue }
    }

    let filter: AndroidIntentFilter
    let link: AndroidLinkText
    /// Whether the version of Android supports groups: 15 and newer.
    var readsGroups = false

    /// Where the link stops, or `nil` if the filter does not name its host.
    var step: Step? {
        let named = filter.hosts.filter { HostPattern($0.name).matches(link.host) }
        guard !named.isEmpty else { return nil }
        guard filter.schemes.contains(link.scheme) else { return .scheme }
        guard named.contains(where: { $0.port == nil || $0.port == link.port }) else { return .port }
        return takesPath ? .taken : .path
    }

    private var takesPath: Bool {
        let groups = readsGroups ? filter.groups : []
        if filter.paths.isEmpty, groups.isEmpty { return true }
        return filter.paths.contains { Self.matches($0, link.path) } || decidingGroup?.allows == true
    }

    /// The first group that matches the link, or `nil` if none does.
    var decidingGroup: AndroidIntentFilter.Group? {
        guard readsGroups else { return nil }
        // A group without conditions never matches.
        return filter.groups.first { group in
            !group.conditions.isEmpty
                && group.conditions.allSatisfy { condition in
                    switch condition.part {
                    case .path: Self.matches(condition.text, link.path)
                    case .fragment: link.fragment.map { Self.matches(condition.text, $0) } ?? false
                    case .query: link.queryItems.contains { Self.matches(condition.text, $0) }
                    }
                }
        }
    }

    /// Whether a decoded path meets a condition.
    static func matches(_ condition: AndroidIntentFilter.Path, _ path: String) -> Bool {
        let text = Array(path.utf16)
        let units = Array(condition.text.utf16)
        switch condition.kind {
        case .path: return text == units
        case .prefix: return text.starts(with: units)
        case .suffix: return text.count >= units.count && text.suffix(units.count).elementsEqual(units)
        case .pattern: return AndroidGlob.matches(text, simple: units)
        case .advancedPattern: return AndroidGlob.matches(text, advanced: units) ?? false
        }
    }
}

extension AndroidIntentFilter {
    /// The filter as read by Android 11 and older, which ignore newer attributes.
    var onAndroid11: AndroidIntentFilter {
        var filter = self
        filter.paths.removeAll { $0.kind == .suffix || $0.kind == .advancedPattern }
        return filter
    }
}

/// The parts of a link that intent filters compare.
struct AndroidLinkText {
    let scheme: String
    let host: String
    /// The port, if the link has one.
    let port: String?
    /// The path without escapes.
    let path: String
    /// The fragment without escapes, or `nil` if there is none.
    let fragment: String?
    /// The query without escapes, split like Android does.
    let queryItems: [String]

    init(_ url: URL) {
        // Foundation's decoder fails if the bytes are not UTF-8; Android inserts U+FFFD.
        func decoded(_ text: String) -> String { PercentCoding.decodeText(text.utf8) }
        fragment = url.fragment(percentEncoded: true).map(decoded)
        let query = url.query(percentEncoded: true).map(decoded)
        let items = query?.split(separator: "&", omittingEmptySubsequences: false) ?? []
        queryItems = (items.count == 1 ? items[0].split(separator: ";", omittingEmptySubsequences: false) : items)
            .map(String.init)
        scheme = (url.scheme ?? "https").lowercased()
        host = ASCIIHost.of(url)
        port = url.port.map(String.init)
        path = decoded(url.path(percentEncoded: true))
    }
}

/// The host of an intent filter: a name, or a star and a suffix of hosts.
struct HostPattern {
    let text: String

    init(_ text: String) { self.text = text.lowercased() }

    func matches(_ host: String) -> Bool {
        text.hasPrefix("*") ? host.hasSuffix(text.dropFirst()) : host == text
    }

    /// Whether it matches a host, and not every host.
    func names(_ host: String) -> Bool { matches(host) && isDomain }

    /// Whether Android can verify it: a host name, optionally after `*.`.
    var isDomain: Bool {
        let name = text.hasPrefix("*.") ? text.dropFirst(2) : Substring(text)
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.allSatisfy { byte in
                        byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    }
            }
    }
}
