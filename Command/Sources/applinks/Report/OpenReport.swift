@_spi(Bolts) import BoltsAppLinks
import Foundation

/// The outcome of following a link: the targets, each step with its reason, the opened URL and its data, and the event.
struct OpenReport: JSONReport {
    struct Step: Encodable, Sendable {
        let candidate: String
        let platform: String?
        let url: String?
        let outcome: String
        let why: String
    }

    struct Event: Encodable, Sendable {
        let name: String
        let arguments: [String: String]
    }

    let input: String
    let sourceURL: String
    let device: String
    let targets: [TargetReport]
    let webURL: Nullable<String>
    let steps: [Step]
    let type: String
    let openedURL: Nullable<String>
    let isSimulated: Bool
    let received: Nullable<ParseReport>
    let event: Nullable<Event>

    let result: AppLinkNavigationResult

    enum CodingKeys: String, CodingKey {
        case input, device, targets, steps, type, received, event
        case sourceURL = "source_url"
        case webURL = "web_url"
        case openedURL = "opened_url"
        case isSimulated = "simulated"
    }

    init(
        input: String,
        link: AppLink,
        targets: [AppLinkTarget],
        device: String,
        opens: Bool,
        result: AppLinkNavigationResult
    ) {
        self.input = input
        self.device = device
        self.result = result
        sourceURL = link.sourceURL.absoluteString
        self.targets = targets.map(TargetReport.init)
        webURL = Nullable(link.followedWebURLText)
        steps = result.steps.map(Step.init)
        type =
            switch result.type {
            case .app: "app"
            case .browser: "browser"
            case .failure: "failure"
            }
        openedURL = Nullable(result.openedURL?.text)
        isSimulated = !opens
        received = Nullable(
            // A separate center is used, so that no event about receiving the link is posted.
            result.openedURL.map { url in
                ParseReport(AppLinkURL(text: url.text, events: MeasurementEventCenter(notificationCenter: nil)))
            }
        )
        event = Nullable(result.event.map { Event(name: $0.name.rawValue, arguments: $0.arguments) })
    }

    /// Whether the web fallback is a file whose URL on the web is unknown.
    var isUnpublished: Bool { webURL.value?.hasPrefix("file:") ?? false }

    /// The reasons why nothing was opened, on one line, without duplicates.
    var reasons: String {
        var reasons: [String] = []
        for step in steps where !reasons.contains(step.why) { reasons.append(step.why) }
        return reasons.isEmpty ? "the link has nothing to open" : reasons.joined(separator: "; ")
    }

    /// The report as text.
    var lines: [String] {
        var lines = ["Page    \(input)"]
        if sourceURL != input { lines.append("        \(sourceURL)") }
        lines += ["Device  \(device)", "", "Targets, in order"]
        if targets.isEmpty { lines.append("  none for this device") }
        for (number, target) in targets.enumerated() { lines.append("  \(number + 1). \(target.text)") }
        lines.append("  web: \(ResolveReport.web(webURL.value))")
        lines += ["", "Decision"]
        for step in steps { lines.append("  \(step.text)") }
        if result.untriedTargetCount > 0 { lines.append("  \(result.untriedTargetCount) more were not tried") }
        lines.append("")
        if let url = openedURL.value {
            lines.append("\(isSimulated ? "Would open" : "Opened") (\(type))")
            lines.append("  \(url)")
        } else {
            lines.append("Nothing could be opened")
        }
        if let received = received.value {
            lines += ["", type == "app" ? "What the app reads" : "What the web page reads"]
            lines += received.linesAfterURL.map { "  \($0)" }
        }
        if let event = event.value {
            lines += ["", "Measurement event \(event.name)"]
            for (name, value) in event.arguments.sorted(by: { $0.key < $1.key }) {
                lines.append("  \(name) = \(value == openedURL.value ? "the URL above" : value)")
            }
        }
        return lines
    }
}

extension OpenReport.Step {
    init(_ step: AppLinkNavigationStep) {
        switch step.candidate {
        case .target(let target):
            candidate = "target"
            platform = target.platform?.rawValue
        case .web:
            candidate = "web"
            platform = nil
        case .store(let target):
            candidate = "store"
            platform = target.platform?.rawValue
        }
        url = step.urlText
        outcome = step.outcome.rawValue
        why = step.explanation
    }

    var text: String {
        "\(platform ?? candidate)  \(url ?? "(no url)")  \(outcome): \(why)"
    }
}
