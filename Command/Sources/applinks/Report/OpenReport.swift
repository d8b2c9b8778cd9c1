@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The outcome of following a link: the targets, each step with its reason, the opened URL and its data, and the event.
struct OpenReport {
    let input: String
    let link: AppLink
    let targets: [TargetReport]
    let device: String
    /// Whether nothing was really opened.
    let isSimulated: Bool
    let result: AppLinkNavigationResult

    private var type: String {
        switch result.type {
        case .app: "app"
        case .browser: "browser"
        case .failure: "failure"
        }
    }

    /// What the app or the page reads; a separate center is used, so that no event about receiving the link is posted.
    private var received: ParseReport? {
        result.openedURL.map { url in
            ParseReport(AppLinkURL(text: url.text, events: MeasurementEventCenter(notificationCenter: nil)))
        }
    }

    var document: JSONObject {
        [
            "input": input,
            "source_url": link.sourceURL.absoluteString,
            "device": device,
            "targets": targets,
            "web_url": Nullable(link.followedWebURLText),
            "steps": result.steps.map { step -> JSONObject in
                let (candidate, platform) = step.names
                return [
                    "candidate": candidate, "platform": platform, "url": step.urlText,
                    "outcome": step.outcome.rawValue, "why": step.explanation,
                ]
            },
            "type": type,
            "opened_url": Nullable(result.openedURL?.text),
            "simulated": isSimulated,
            "received": Nullable(received?.document),
            "event": Nullable(
                result.event.map { ["name": $0.name.rawValue, "arguments": $0.arguments] as JSONObject }
            ),
        ]
    }

    /// Whether the web fallback is a file whose URL on the web is unknown.
    var isUnpublished: Bool { link.followedWebURLText?.hasPrefix("file:") ?? false }

    /// The reasons why nothing was opened, on one line, without duplicates.
    var reasons: String {
        let reasons = result.steps.map(\.explanation).distinct()
        return reasons.isEmpty ? "the link has nothing to open" : reasons.joined(separator: "; ")
    }

    var lines: [String] {
        var lines = ["Page    \(input)"]
        let source = link.sourceURL.absoluteString
        if source != input { lines.append("        \(source)") }
        lines += ["Device  \(device)", "", "Targets, in order"]
        if targets.isEmpty { lines.append("  none for this device") }
        for (number, target) in targets.enumerated() { lines.append("  \(number + 1). \(target.text)") }
        lines.append("  web: \(ResolveReport.web(link.followedWebURLText))")
        lines += ["", "Decision"]
        for step in result.steps {
            let (candidate, platform) = step.names
            let (name, url) = (platform ?? candidate, step.urlText ?? "(no url)")
            lines.append("  \(name)  \(url)  \(step.outcome.rawValue): \(step.explanation)")
        }
        if result.untriedTargetCount > 0 { lines.append("  \(result.untriedTargetCount) more were not tried") }
        lines.append("")
        if let url = result.openedURL?.text {
            lines.append("\(isSimulated ? "Would open" : "Opened") (\(type))")
            lines.append("  \(url)")
        } else {
            lines.append("Nothing could be opened")
        }
        if let received {
            lines += ["", type == "app" ? "What the app reads" : "What the web page reads"]
            lines += received.linesAfterURL.map { "  \($0)" }
        }
        if let event = result.event {
            lines += ["", "Measurement event \(event.name.rawValue)"]
            for (name, value) in event.arguments.sorted(by: { $0.key < $1.key }) {
                lines.append("  \(name) = \(value == result.openedURL?.text ? "the URL above" : value)")
            }
        }
        return lines
    }
}

extension AppLinkNavigationStep {
    /// The kind of candidate, and the platform of its target as the tags spell it.
    fileprivate var names: (candidate: String, platform: String?) {
        switch candidate {
        case .target(let target): ("target", target.platform?.rawValue)
        case .web: ("web", nil)
        case .store(let target): ("store", target.platform?.rawValue)
        }
    }
}
