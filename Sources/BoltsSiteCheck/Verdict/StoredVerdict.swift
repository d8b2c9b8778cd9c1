import Foundation

/// A finding as it is kept in a file between two runs of a program.
@_spi(Storing)
public struct StoredFinding: Codable, Sendable {
    private let rule: String
    private let severity: String
    private let message: String
    private let fix: String
    private let file: String
    private let element: String?
    private let pointer: String?
    /// The line, the column, and the first byte and the end of the value.
    private let place: [Int]?

    /// Takes a finding.
    public init(_ finding: Finding) {
        rule = finding.rule.id
        severity = finding.severity.rawValue
        message = finding.message
        fix = finding.fix
        file = finding.file
        element = finding.element
        pointer = finding.place?.pointer
        place = finding.place.map { place in
            [place.position.line, place.position.column, place.byteRange.lowerBound, place.byteRange.upperBound]
        }
    }

    /// The finding, or `nil` if this version has no such rule or the place is none.
    public var finding: Finding? {
        guard let rule = AssociationRule.rule(rule), let severity = AssociationRule.Severity(rawValue: severity) else {
            return nil
        }
        var position: JSONPlace?
        if let place {
            guard place.count == 4, place[2] >= 0, place[2] <= place[3] else { return nil }
            position = JSONPlace(
                pointer: pointer ?? "",
                position: TextPosition(line: place[0], column: place[1]),
                byteRange: place[2]..<place[3]
            )
        }
        return Finding(rule, message, file: file, place: position, element: element, severity: severity, fix: fix)
    }
}

/// An answer as it is kept in a file between two runs of a program.
@_spi(Storing)
public struct StoredAnswer: Codable, Sendable {
    private let devices: [String]
    private let outcome: String
    private let app: String?
    private let url: URL
    private let text: String
    private let finding: StoredFinding?

    /// Takes an answer.
    public init(_ answer: LinkVerdict.Answer) {
        devices = answer.devices.map(\.rawValue)
        outcome = answer.outcome.rawValue
        app = answer.app
        url = answer.url
        text = answer.text
        finding = answer.finding.map(StoredFinding.init)
    }

    /// The answer, or `nil` if this version does not know a device, an outcome or a rule of it.
    public var answer: LinkVerdict.Answer? {
        let known = devices.compactMap(LinkDevice.init(rawValue:))
        guard known.count == devices.count, let outcome = LinkVerdict.Outcome(rawValue: outcome) else { return nil }
        let found = finding?.finding
        guard (found == nil) == (finding == nil) else { return nil }
        return LinkVerdict.Answer(devices: known, outcome: outcome, app: app, url: url, text: text, finding: found)
    }
}
