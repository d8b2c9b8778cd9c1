import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The findings of a run as a SARIF 2.1.0 log, which code-scanning services read.
struct SARIFReport: ResultDocument {
    private let spool = ReportSpool()
    private var failures: [String] = []
    private var rules = Set<String>()
    private var fingerprints = FindingFingerprints()

    mutating func add(_ result: CheckResult) throws {
        if let failure = result.failure { failures.append(failure) }
        for checked in result.findings {
            rules.insert(checked.finding.rule.id)
            spool.append(try Self.result(checked, fingerprints.next(checked)).json())
        }
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        let (start, end) = try log.json(around: "results")
        try each(start)
        try spool.passOn(separator: ",", each)
        try each(end)
    }

    private var log: JSONObject {
        let notifications = failures.map { failure -> JSONObject in
            ["level": "error", "message": Self.message(failure)]
        }
        let driver: JSONObject = [
            "name": "applinks",
            "version": BoltsVersion.current,
            "rules": AssociationRule.all.filter { rules.contains($0.id) }.map(Self.rule),
        ]
        let run: JSONObject = [
            "tool": ["driver": driver],
            "columnKind": "unicodeCodePoints",
            "invocations": [
                ["executionSuccessful": failures.isEmpty, "toolExecutionNotifications": notifications] as JSONObject
            ],
            "results": [] as [String],
        ]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
    }

    private static func rule(_ rule: AssociationRule) -> JSONObject {
        [
            "id": rule.id,
            "shortDescription": ["text": rule.summary],
            "fullDescription": ["text": "\(rule.summary) \(rule.reason)"],
            "help": ["text": rule.fix],
            "defaultConfiguration": ["level": rule.severity.rawValue],
        ]
    }

    private static func result(_ checked: CheckedFinding, _ fingerprint: String) -> JSONObject {
        let finding = checked.finding
        let name = finding.part
        let location: JSONObject = [
            "physicalLocation": [
                "artifactLocation": ["uri": uri(checked.file)],
                "region": finding.place.map {
                    ["startLine": $0.position.line, "startColumn": $0.position.column]
                },
            ] as JSONObject,
            "logicalLocations": name.isEmpty ? nil : [["fullyQualifiedName": name]],
        ]
        return [
            "ruleId": finding.rule.id,
            "level": checked.severity.rawValue,
            "message": message("\(finding.message) \(finding.fix)"),
            "locations": [location],
            // The name includes the version of the algorithm, as section 3.27.17 requires. The fingerprint that GitHub's uploader
            // adds has another name.
            "partialFingerprints": ["finding/v2": fingerprint],
            "fixes": fix(of: checked).map { [$0] },
        ]
    }

    /// The edits of a finding, or `nil` if it has another kind of fix.
    private static func fix(of checked: CheckedFinding) -> JSONObject? {
        guard case .edit(let files, let safety, let left)? = checked.fix else { return nil }
        let warning = safety == .safe ? "" : " Other links may open an app afterwards."
        let rest = left.map { " Then: \(CheckedFinding($0).text)" }.joined()
        return [
            "description": message(checked.finding.fix + warning + rest),
            "artifactChanges": files.map { file -> JSONObject in
                ["artifactLocation": ["uri": uri(file.file)], "replacements": file.elements.map(replacement)]
            },
        ]
    }

    private static func replacement(_ edit: PlacedEdits.Element) -> JSONObject {
        // Lines and columns are omitted if they do not exist, as for a byte order mark.
        let hasPlace = edit.start != edit.end || edit.byteRange.isEmpty
        let region: JSONObject = [
            "startLine": hasPlace ? edit.start.line : nil,
            "startColumn": hasPlace ? edit.start.column : nil,
            "endLine": hasPlace ? edit.end.line : nil,
            "endColumn": hasPlace ? edit.end.column : nil,
            "byteOffset": edit.byteRange.lowerBound,
            "byteLength": edit.byteRange.count,
        ]
        return ["deletedRegion": region, "insertedContent": edit.text.isEmpty ? nil : ["text": edit.text]]
    }

    /// A message, in which `[text](place)` would be a link (section 3.11.6); the text may quote untrusted files.
    private static func message(_ text: String) -> [String: String] { ["text": text.replacing("](", with: "] (")] }

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
