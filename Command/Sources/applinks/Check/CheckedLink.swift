import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct CheckedLink: Sendable {
    let link: ExpectedLink
    let result: ExpectationResult
    /// The finding of a link with an unexpected outcome, or `nil` if there is none or it is not decided.
    let finding: Finding?

    init(_ link: ExpectedLink, _ result: ExpectationResult) {
        self.link = link
        self.result = result
        finding = result.finding(file: link.file, position: link.position, pointer: link.pointer)
    }

    /// The link and the expectation, as the name of a test.
    var name: String { "\(link.expectation.url.absoluteString) \(link.expectation.text)" }
}

extension [CheckedLink] {
    func count(_ status: ExpectationResult.Status) -> Int { count { $0.result.status == status } }

    var summary: String {
        let rest = [(count(.failed), "not"), (count(.undecided), "not decided")].filter { $0.0 > 0 }
        return (["\(count(.met)) as expected"] + rest.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }

    /// Why some expectations are not decided, as a sentence, or `nil` if all are.
    var undecided: String? {
        let open = filter { $0.result.status == .undecided }
        guard let first = open.first else { return nil }
        let rest = open.count > 1 ? " and \((open.count - 1).counted("other link"))" : ""
        return "not decided whether \(first.name)\(rest): \(first.result.reason) \(first.result.fix)"
    }
}

struct ExpectedLink: Sendable {
    let expectation: LinkExpectation
    /// The file of settings, or the link itself if the command line states it.
    let file: String
    /// The place in the file, or `nil` if the command line states it.
    let position: TextPosition?
    /// The JSON pointer of the expectation in the file.
    let pointer: String

    /// The host whose files decide, with its port if the port makes it a separate site.
    var host: String { Self.host(of: expectation.url) }

    static func host(of url: URL) -> String {
        SiteAssociations.port(for: url) == nil ? url.asciiHost ?? "" : url.hostWithPort
    }

    /// The link as a list item of YAML.
    static func lines(_ expectation: LinkExpectation) -> [String] {
        let outcome =
            switch expectation.outcome {
            case .opens(let apps): "opens: [\(apps.map(YAMLText.quoted).joined(separator: ", "))]"
            case .stays: "stays: browser"
            }
        let platforms = expectation.platforms.map(\.rawValue).sorted().joined(separator: ", ")
        return [
            "  - url: \(YAMLText.quoted(expectation.url.absoluteString))", "    \(outcome)",
            "    platforms: [\(platforms)]",
        ]
    }
}
