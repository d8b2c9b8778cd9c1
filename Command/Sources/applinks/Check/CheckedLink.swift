import BoltsSiteCheck
import Foundation

/// An expected link, and what becomes of it.
struct CheckedLink: Sendable {
    let link: ExpectedLink
    let result: ExpectationResult
    /// What breaks it, or `nil` if nothing does or it is not decided.
    let finding: Finding?

    init(_ link: ExpectedLink, _ result: ExpectationResult) {
        self.link = link
        self.result = result
        finding = result.finding(file: link.file, position: link.position, pointer: link.pointer)
    }

    /// The link and what must happen, as a test is named.
    var name: String { "\(link.expectation.url.absoluteString) \(link.expectation.text)" }
}

extension [CheckedLink] {
    func count(_ status: ExpectationResult.Status) -> Int { count { $0.result.status == status } }

    /// How many are as expected, in one line.
    var summary: String {
        let rest = [(count(.failed), "not"), (count(.undecided), "not decided")].filter { $0.0 > 0 }
        return (["\(count(.met)) as expected"] + rest.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }

    /// Why some are not decided, as a sentence, or `nil` if all are.
    var undecided: String? {
        let open = filter { $0.result.status == .undecided }
        guard let first = open.first else { return nil }
        let rest = open.count > 1 ? " and \((open.count - 1).counted("other link"))" : ""
        return "not decided whether \(first.name)\(rest): \(first.result.reason) \(first.result.fix)"
    }
}
