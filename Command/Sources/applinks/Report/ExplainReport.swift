@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// What each kind of device may do with a link, as JSON by `Command/Sources/applinks/Help/Schemas/explain.schema.json`.
struct ExplainReport: JSONReport {
    struct Step: Encodable, Sendable {
        let app: String
        let rule: String
        let mismatch: String
        let line: Int
        let column: Int
        let pointer: String
    }

    let version = 1
    let url: String
    /// What becomes of the link on each family of devices, the cause and the change.
    let answers: [LinkVerdict.Answer.Document]
    let devices: [LinkOutlook.Device]
    /// Why each earlier rule of Apple's file does not match, with `--trace`.
    let trace: [Step]?
    /// Where the site's files lead password managers, with `--for sign-in`.
    let directions: [String]?
    /// What could not be read.
    let failures: [String]

    init(
        url: URL,
        devices: [LinkOutlook.Device],
        answers: [LinkVerdict.Answer],
        trace: [Step]?,
        directions: [String]?,
        failures: [String]
    ) {
        self.url = url.absoluteString
        self.answers = answers.map { .init($0) }
        self.devices = devices
        self.trace = trace
        self.directions = directions
        self.failures = failures
    }

    /// The names of the devices that have the same routes, with those routes.
    static func groups(_ devices: [LinkOutlook.Device]) -> [(names: [String], routes: [LinkRoute])] {
        var groups: [(names: [String], routes: [LinkRoute])] = []
        for device in devices {
            if let same = groups.firstIndex(where: { $0.routes == device.routes }) {
                groups[same].names.append(device.device.name)
            } else {
                groups.append(([device.device.name], device.routes))
            }
        }
        return groups
    }

    /// The outlook for a person: the answers, then the routes.
    ///
    /// Devices with the same routes share a paragraph, and the browser, which every device has, is named once.
    static func lines(
        url: URL,
        _ devices: [LinkOutlook.Device],
        _ answers: [LinkVerdict.Answer]
    ) -> [StyledText] {
        var lines = [StyledText(url.absoluteString)] + CheckReport.lines(answers)
        let web = devices.compactMap { $0.routes.last { $0.kind == .web } }
        let shared = web.first.flatMap { first in web.allSatisfy { $0 == first } ? first : nil }
        for group in groups(devices) {
            let routes = group.routes.filter { shared == nil || $0.kind != .web }
            guard !routes.isEmpty else { continue }
            lines += [StyledText(""), StyledText("\(group.names.joined(separator: ", ")):")]
            for (number, route) in routes.enumerated() {
                let app = route.app.map { "\($0.prefix(100)): " } ?? ""
                let verdict = "\(app)\(route.outcome.rawValue). \(route.explanation)"
                lines.append(StyledText("  \(number + 1). \(route.kind.title): \(verdict)"))
                lines += details(route).map { StyledText("     \($0)") }
            }
        }
        if let shared {
            lines += [StyledText(""), StyledText("On every device: \(shared.explanation)")]
            if let target = shared.target, target != url.absoluteString {
                lines.append(StyledText("     leads to \(target)"))
            }
        }
        return lines
    }

    private static func details(_ route: LinkRoute) -> [String] {
        var lines: [String] = []
        if let target = route.target { lines.append("leads to \(target)") }
        if let place = route.place {
            lines.append("\(route.file):\(place.position) \(place.pointer)")
        } else if route.kind != .web {
            lines.append(route.file)
        }
        lines += route.facts.map { "\($0.holds ? "seen" : "not so"): \($0.text)" }
        if route.isOpen, !route.conditions.isEmpty {
            lines.append("provided that")
            lines += route.conditions.map { "- \($0.sentence)" }
        }
        return lines
    }

    static func lines(_ trace: [Step]) -> [String] {
        guard !trace.isEmpty else { return ["", "no earlier rule of apple-app-site-association was skipped"] }
        return ["", "rules of apple-app-site-association that were skipped:"]
            + trace.map { "  \($0.app) \($0.line):\($0.column) \($0.rule): \($0.mismatch)" }
    }
}
