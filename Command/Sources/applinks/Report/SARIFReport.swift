@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The findings of a run as a SARIF 2.1.0 log, which code-scanning services read.
struct SARIFReport: JSONReport {
    struct Text: Encodable, Sendable {
        let text: String

        /// A message, in which `[text](place)` would be a link (section 3.11.6); the text may quote strangers.
        static func message(_ text: String) -> Text { Text(text: text.replacing("](", with: "] (")) }
    }

    struct Rule: Encodable, Sendable {
        struct Configuration: Encodable, Sendable { let level: String }

        let id: String
        let shortDescription: Text
        let fullDescription: Text
        let help: Text
        let defaultConfiguration: Configuration

        init(_ rule: AssociationRule) {
            id = rule.id
            shortDescription = Text(text: rule.summary)
            fullDescription = Text(text: "\(rule.summary) \(rule.reason)")
            help = Text(text: rule.fix)
            defaultConfiguration = Configuration(level: rule.severity.rawValue)
        }
    }

    struct Driver: Encodable, Sendable {
        let name = "applinks"
        let version: String
        let rules: [Rule]
    }

    struct Tool: Encodable, Sendable { let driver: Driver }

    struct Region: Encodable, Sendable {
        let startLine: Int
        let startColumn: Int
    }

    struct ArtifactLocation: Encodable, Sendable { let uri: String }

    struct PhysicalLocation: Encodable, Sendable {
        let artifactLocation: ArtifactLocation
        let region: Region?
    }

    struct LogicalLocation: Encodable, Sendable { let fullyQualifiedName: String }

    struct Location: Encodable, Sendable {
        let physicalLocation: PhysicalLocation
        let logicalLocations: [LogicalLocation]?
    }

    struct Result: JSONReport {
        let ruleId: String
        let ruleIndex: Int
        let level: String
        let message: Text
        let locations: [Location]
        let partialFingerprints: [String: String]
        let fixes: [Fix]?
    }

    /// The fix of a finding, which editors and code-scanning services offer.
    struct Fix: Encodable, Sendable {
        struct Change: Encodable, Sendable {
            let artifactLocation: ArtifactLocation
            let replacements: [Replacement]
        }

        let description: Text
        let artifactChanges: [Change]
    }

    struct Replacement: Encodable, Sendable {
        /// The bytes to remove; lines and columns are omitted if they do not exist, as for a byte order mark.
        struct Region: Encodable, Sendable {
            let startLine: Int?
            let startColumn: Int?
            let endLine: Int?
            let endColumn: Int?
            let byteOffset: Int
            let byteLength: Int
        }

        let deletedRegion: Region
        let insertedContent: Text?

        init(_ edit: PlacedEdits.Element) {
            let hasPlace = edit.start != edit.end || edit.byteRange.isEmpty
            deletedRegion = Region(
                startLine: hasPlace ? edit.start.line : nil,
                startColumn: hasPlace ? edit.start.column : nil,
                endLine: hasPlace ? edit.end.line : nil,
                endColumn: hasPlace ? edit.end.column : nil,
                byteOffset: edit.byteRange.lowerBound,
                byteLength: edit.byteRange.count
            )
            insertedContent = edit.text.isEmpty ? nil : Text(text: edit.text)
        }
    }

    struct Notification: Encodable, Sendable {
        let level = "error"
        let message: Text
    }

    struct Invocation: Encodable, Sendable {
        let executionSuccessful: Bool
        let toolExecutionNotifications: [Notification]
    }

    struct Run: Encodable, Sendable {
        let tool: Tool
        let columnKind = "unicodeCodePoints"
        let invocations: [Invocation]
        let results: [Result]
    }

    enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    /// A log without results, which ``SARIFReportWriter`` inserts.
    ///
    /// - Parameters:
    ///   - rules: The rules, in the order of the results' numbers.
    ///   - failures: Why inputs could not be checked.
    ///   - toolVersion: The version of this command.
    init(rules: [AssociationRule], failures: [String], toolVersion: String) {
        let invocation = Invocation(
            executionSuccessful: failures.isEmpty,
            toolExecutionNotifications: failures.map { Notification(message: .message($0)) }
        )
        runs = [
            Run(
                tool: Tool(driver: Driver(version: toolVersion, rules: rules.map(Rule.init))),
                invocations: [invocation],
                results: []
            )
        ]
    }

    /// The findings of an input.
    ///
    /// - Parameters:
    ///   - result: The result of an input.
    ///   - numbers: The number of each rule, by id.
    ///   - fingerprints: The fingerprints of the run's findings so far.
    /// - Returns: The findings, in the order in which they were found.
    static func results(
        of result: CheckResult,
        ruleNumbers numbers: [String: Int],
        _ fingerprints: inout FindingFingerprints
    ) -> [Result] {
        result.findings.map { checked in
            Self.result(checked, numbers[checked.finding.rule.id] ?? -1, fingerprints.next(checked))
        }
    }

    private static func result(
        _ checked: CheckedFinding,
        _ index: Int,
        _ fingerprint: String
    ) -> Result {
        let finding = checked.finding
        let region = finding.place.map { Region(startLine: $0.position.line, startColumn: $0.position.column) }
        let name = finding.part
        return Result(
            ruleId: finding.rule.id,
            ruleIndex: index,
            level: checked.severity.rawValue,
            message: .message("\(finding.message) \(finding.fix)"),
            locations: [
                Location(
                    physicalLocation: PhysicalLocation(
                        artifactLocation: ArtifactLocation(uri: uri(checked.file)),
                        region: region
                    ),
                    logicalLocations: name.isEmpty ? nil : [LogicalLocation(fullyQualifiedName: name)]
                )
            ],
            partialFingerprints: [Self.fingerprintName: fingerprint],
            fixes: fixes(of: checked)
        )
    }

    /// The edits of a finding, or `nil` if it has another kind of fix.
    private static func fixes(of checked: CheckedFinding) -> [Fix]? {
        guard case .edit(let files, let safety)? = checked.fix else { return nil }
        let warning = safety == .safe ? "" : " Other links may open an app afterwards."
        return [
            Fix(
                description: .message(checked.finding.fix + warning),
                artifactChanges: files.map {
                    Fix.Change(
                        artifactLocation: ArtifactLocation(uri: uri($0.file)),
                        replacements: $0.elements.map(Replacement.init)
                    )
                }
            )
        ]
    }

    // The name includes the version of the algorithm, as section 3.27.17 requires. The fingerprint that GitHub's uploader adds has
    // another name.
    private static let fingerprintName = "finding/v2"

    private static let allowedInPath: CharacterSet = {
        var allowed = CharacterSet.urlPathAllowed
        // A colon in the first part of a relative path would end a scheme.
        allowed.remove(":")
        return allowed
    }()

    /// The form that SARIF requires for a file: a URL, or a path as a valid URI reference, relative to the repository's root if it
    /// is below it.
    private static func uri(_ file: String) -> String {
        guard !RepositoryPath.isURL(file) else { return file }
        let path = RepositoryPath.fromRoot(file)
        let encoded = path.addingPercentEncoding(withAllowedCharacters: allowedInPath) ?? path
        return path.hasPrefix("/") ? "file://" + encoded : encoded
    }
}
