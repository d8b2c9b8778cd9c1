@_spi(Bolts) import BoltsAppLinks
import Foundation

/// The App Link of a page.
struct ResolveReport: JSONReport {
    struct Hop: Encodable, Sendable {
        let url: String
        let status: Int
        let location: String?
        let addresses: [String]
        let seconds: Double?
    }

    /// A tag without a meaning, often a misspelled one.
    struct Tag: Encodable, Sendable {
        let property: String
        let content: Nullable<String>
    }

    let input: String
    let sourceURL: String
    /// The members that the index also writes.
    private let link: any Encodable & Sendable
    let hops: [Hop]
    let devices: [String: [TargetReport]]
    /// The URL that following the link opens without an app.
    let followedWebURL: Nullable<String>
    let unusedTags: [Tag]
    let encoding: String
    /// The use of the cache, or `nil` if no cache is used.
    let cache: String?

    /// The devices in the order of the command line's help, for the text.
    private let deviceOrder: [DeviceOption]

    enum CodingKeys: String, CodingKey {
        case input, hops, devices, encoding, cache
        case sourceURL = "source_url"
        case followedWebURL = "followed_web_url"
        case unusedTags = "unused_tags"
    }

    init(input: String, found: FoundPage, devices: [DeviceOption]) {
        let page = found.page
        let link = page.link
        self.input = input
        sourceURL = link.sourceURL.absoluteString
        self.link = link.document(finalURL: page.fetched.response.url)
        hops = page.fetched.hops.map(Hop.init)
        cache = found.origin?.name
        self.devices = Dictionary(
            uniqueKeysWithValues: devices.map { ($0.jsonKey, link.targets(for: $0.device).map(TargetReport.init)) }
        )
        followedWebURL = Nullable(link.followedWebURLText)
        unusedTags = link.unusedTags.map { Tag(property: $0.property, content: Nullable($0.content)) }
        encoding = page.metadata.encoding
        deviceOrder = devices
    }

    func encode(to encoder: any Encoder) throws {
        try link.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(input, forKey: .input)
        try values.encode(sourceURL, forKey: .sourceURL)
        try values.encode(hops, forKey: .hops)
        try values.encode(devices, forKey: .devices)
        try values.encode(followedWebURL, forKey: .followedWebURL)
        try values.encode(unusedTags, forKey: .unusedTags)
        try values.encode(encoding, forKey: .encoding)
        try values.encodeIfPresent(cache, forKey: .cache)
    }

    // A page may have ten thousand unused tags.
    private static let shownTagLimit = 20

    /// Describes the web fallback.
    static func web(_ url: String?) -> String {
        guard let url else { return "none: the page rules out a web fallback" }
        // The page was read from a file, so its URL on the web is unknown.
        return url.hasPrefix("file:") ? "the page itself (give its URL with --page-url)" : url
    }

    /// The page as text.
    ///
    /// Devices that have the same targets share a paragraph.
    var lines: [String] {
        var lines = [input]
        var groups: [(names: [String], targets: [String])] = []
        for device in deviceOrder {
            let targets = (devices[device.jsonKey] ?? []).map(\.text)
            if let same = groups.firstIndex(where: { $0.targets == targets }) {
                groups[same].names.append(device.rawValue)
            } else {
                groups.append(([device.rawValue], targets))
            }
        }
        for group in groups {
            lines.append("  \(group.names.joined(separator: ", ")):")
            if group.targets.isEmpty { lines.append("    no app") }
            for (number, target) in group.targets.enumerated() { lines.append("    \(number + 1). \(target)") }
        }
        lines.append("  web: \(ResolveReport.web(followedWebURL.value))")
        if !unusedTags.isEmpty {
            lines.append("  tags without a meaning:")
            for tag in unusedTags.prefix(ResolveReport.shownTagLimit) {
                lines.append("    " + "\(tag.property) = \(tag.content.value ?? "(no content)")")
            }
            let rest = unusedTags.count - ResolveReport.shownTagLimit
            if rest > 0 { lines.append("    \(rest) more: see --json") }
        }
        return lines
    }
}

extension ResolveReport.Hop {
    init(_ hop: PageHop) {
        self.init(
            url: hop.url.absoluteString,
            status: hop.status,
            location: hop.location,
            addresses: hop.addresses.map(\.description),
            seconds: hop.duration?.inSeconds
        )
    }

    /// One line of text: `301  http://a.example/ → /b  (192.0.2.1, 31 ms)`.
    var text: String {
        let time = seconds.map { ["\(Int(($0 * 1_000).rounded())) ms"] } ?? []
        let details = (addresses + time).joined(separator: ", ")
        let line = "\(status)  \(url)\(location.map { " → \($0)" } ?? "")"
        return details.isEmpty ? line : "\(line)  (\(details))"
    }
}
