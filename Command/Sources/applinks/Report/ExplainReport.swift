@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The routes of a link on each kind of device, as JSON by `Command/Sources/applinks/Help/Schemas/explain.schema.json`.
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
    /// The answers for each family of devices, with the cause and the fix.
    let answers: [LinkVerdict.Answer.Document]
    let devices: [DeviceRoutes.Device]
    /// Why each earlier rule of Apple's file does not match, with `--trace`.
    let trace: [Step]?
    /// The hosts to which the site's files refer password managers, with `--for sign-in`.
    let directions: [String]?
    /// The methods of the apps that receive links, or `nil` if no sources were read.
    let receivers: [CheckReport.Receivers]?
    /// The errors of files that could not be read.
    let failures: [String]

    init(
        url: URL,
        devices: [DeviceRoutes.Device],
        answers: [LinkVerdict.Answer],
        trace: [Step]?,
        directions: [String]?,
        receivers: [LinkReceivers],
        failures: [String]
    ) {
        self.url = url.absoluteString
        self.answers = answers.map { .init($0) }
        self.devices = devices
        self.trace = trace
        self.directions = directions
        self.receivers = receivers.isEmpty ? nil : receivers.map(CheckReport.Receivers.init)
        self.failures = failures
    }

    /// The names of the devices with the same routes, with those routes.
    static func groups(_ devices: [DeviceRoutes.Device]) -> [(names: [String], routes: [LinkRoute])] {
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

    /// The report as text: the answers, then the routes.
    ///
    /// Devices with the same routes share a paragraph, and the browser, which is on every device, is named once. A local file is
    /// named by its path, as in the output of `check`.
    static func lines(
        url: URL,
        _ devices: [DeviceRoutes.Device],
        _ answers: [LinkVerdict.Answer],
        _ receivers: [LinkReceivers] = [],
        paths: [String: String]
    ) -> [StyledText] {
        let rows = AnswerTable.rows(answers) { paths[$0.file] }
        var lines = [StyledText(url.absoluteString)] + rows.flatMap(\.lines)
        lines += receivers.flatMap { ReceiverTable.block($0).lines }
        let web = devices.compactMap { $0.routes.last { $0.kind == .web } }
        let shared = web.first.flatMap { first in web.allSatisfy { $0 == first } ? first : nil }
        for group in groups(devices) {
            let routes = group.routes.filter { shared == nil || $0.kind != .web }
            guard !routes.isEmpty else { continue }
            lines += [StyledText(""), StyledText("\(group.names.joined(separator: ", ")):")]
            for (number, route) in routes.enumerated() {
                let app = route.app.map { "\($0.prefix(100)): " } ?? ""
                // If a file was not read, the sentence that follows is clearer than the outcome's name.
                let outcome = route.outcome == .fileUnreachable ? "" : "\(route.outcome.rawValue). "
                let verdict = "\(app)\(outcome)\(route.explanation)"
                lines += wrapped("\(number + 1). \(route.kind.title): \(verdict)", below: "  ")
                lines += details(route, paths[route.file] ?? route.file).flatMap { wrapped($0, below: "     ") }
            }
        }
        if let shared {
            lines += [StyledText("")] + wrapped("On every device: \(shared.explanation)", below: "")
            if let target = shared.target, target != url.absoluteString {
                lines.append(StyledText("     leads to \(target)"))
            }
        }
        return lines
    }

    private static func wrapped(_ text: String, below indent: String) -> [StyledText] {
        WrappedText.lines(text, width: WrappedText.width - indent.count, indent: 3).map { StyledText(indent + $0) }
    }

    private static func details(_ route: LinkRoute, _ file: String) -> [String] {
        var lines: [String] = []
        if let target = route.target { lines.append("leads to \(target)") }
        if let place = route.place {
            lines.append("\(file):\(place.position) \(place.pointer)")
        } else if route.kind != .web {
            lines.append(file)
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
