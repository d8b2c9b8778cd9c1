import BoltsAppLinks
import Foundation

/// What a page's tags say.
struct PageReport: JSONReport {
    struct Hop: Encodable, Sendable {
        let url: String
        let status: Int
        let location: String?
    }

    let input: String
    let sourceURL: String
    let finalURL: String
    let hops: [Hop]
    let devices: [String: [TargetReport]]
    let webURL: Nullable<String>
    let shouldFallback: Bool
    let encoding: String
    let isTruncated: Bool

    /// The devices in the order of the command line's help, for people.
    private let deviceOrder: [DeviceOption]

    enum CodingKeys: String, CodingKey {
        case input, hops, devices, encoding
        case sourceURL = "source_url"
        case finalURL = "final_url"
        case webURL = "web_url"
        case shouldFallback = "should_fallback"
        case isTruncated = "truncated"
    }

    init(input: String, page: ResolvedPage, devices: [DeviceOption]) {
        let link = page.link
        self.input = input
        sourceURL = link.sourceURL.absoluteString
        finalURL = page.fetched.response.url.absoluteString
        hops = page.fetched.hops.map { Hop(url: $0.url.absoluteString, status: $0.status, location: $0.location) }
        self.devices = Dictionary(
            uniqueKeysWithValues: devices.map { ($0.jsonKey, link.targets(for: $0.device).map(TargetReport.init)) }
        )
        webURL = Nullable(link.webURLText)
        shouldFallback = link.web.shouldFallback
        encoding = page.metadata.encoding
        isTruncated = link.isTruncated
        deviceOrder = devices
    }

    /// The page for a person.
    ///
    /// Devices that have the same targets share a paragraph.
    func text(showsHops: Bool) -> String {
        var lines = [Terminal.oneLine(input)]
        if showsHops {
            for hop in hops {
                let location = hop.location.map { " → \($0)" } ?? ""
                lines.append(Terminal.oneLine("  \(hop.status)  \(hop.url)\(location)"))
            }
            lines.append("  encoding \(encoding)")
        }
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
        lines.append("  web: \(webURL.value.map(Terminal.oneLine) ?? "none: the page asks for no fallback")")
        return lines.joined(separator: "\n")
    }
}
