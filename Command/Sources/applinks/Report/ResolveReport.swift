@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The App Link of a page.
struct ResolveReport {
    let input: String
    let found: FoundPage
    /// The devices in the order of the command line's help.
    let devices: [DeviceOption]

    private var link: AppLink { found.page.link }

    private func targets(_ device: DeviceOption) -> [TargetReport] {
        link.targets(for: device.device).map(TargetReport.init)
    }

    var document: JSONObject {
        var document: JSONObject = [
            "input": input,
            "source_url": link.sourceURL.absoluteString,
            "hops": found.page.fetched.hops.map(\.document),
            "devices": Dictionary(uniqueKeysWithValues: devices.map { ($0.jsonKey, targets($0)) }),
            "followed_web_url": Nullable(link.followedWebURLText),
            "unused_tags": link.unusedTags.map { tag -> JSONObject in
                ["property": tag.property, "content": Nullable(tag.content)]
            },
            "encoding": found.page.metadata.encoding,
            "cache": found.origin?.name,
        ]
        // The members that the index also writes.
        document.base = link.document(finalURL: found.page.fetched.response.url)
        return document
    }

    // A page may have ten thousand unused tags.
    private static let shownTagLimit = 20

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
        for group in devices.map({ (name: $0.rawValue, targets: targets($0).map(\.text)) }).grouped(by: \.targets) {
            lines.append("  \(group.map(\.name).joined(separator: ", ")):")
            if group[0].targets.isEmpty { lines.append("    no app") }
            for (number, target) in group[0].targets.enumerated() { lines.append("    \(number + 1). \(target)") }
        }
        lines.append("  web: \(Self.web(link.followedWebURLText))")
        let unusedTags = link.unusedTags
        if !unusedTags.isEmpty {
            lines.append("  tags without a meaning:")
            for tag in unusedTags.prefix(Self.shownTagLimit) {
                lines.append("    " + "\(tag.property) = \(tag.content ?? "(no content)")")
            }
            let rest = unusedTags.count - Self.shownTagLimit
            if rest > 0 { lines.append("    \(rest) more: see --json") }
        }
        return lines
    }
}

extension PageHop {
    fileprivate var document: JSONObject {
        [
            "url": url.absoluteString, "status": status, "location": location,
            "addresses": addresses.map(\.description), "seconds": duration?.inSeconds,
        ]
    }

    /// One line of text: `301  http://a.example/ → /b  (192.0.2.1, 31 ms)`.
    var text: String {
        let time = duration.map { ["\(Int(($0.inSeconds * 1_000).rounded())) ms"] } ?? []
        let details = (addresses.map(\.description) + time).joined(separator: ", ")
        let line = "\(status)  \(url.absoluteString)\(location.map { " → \($0)" } ?? "")"
        return details.isEmpty ? line : "\(line)  (\(details))"
    }
}
