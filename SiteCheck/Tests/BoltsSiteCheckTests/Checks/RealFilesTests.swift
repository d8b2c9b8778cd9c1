import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

@Suite(.needsSharedAssociations) struct RealFilesTests {
    private struct Key: Hashable {
        var rule: String
        var pointer: String
    }

    private static func findings(_ kind: String, _ bytes: [UInt8]) -> [Finding] {
        switch kind {
        case "aasa": AssociationCheck.findings(inAppSiteAssociation: bytes, file: kind)
        case "assetlinks": AssociationCheck.findings(inAssetLinks: bytes, file: kind)
        default: AssociationCheck.findings(inWindowsWebLinks: bytes, file: kind)
        }
    }

    @Test(arguments: ["aasa", "assetlinks", "windows"])
    func errorsAndWarningsAgreeWithTheManifestsOneForOne(_ kind: String) throws {
        let files = try #require(
            try SharedAssociations.object("real/\(kind)/manifest.json")["files"] as? [[String: Any]]
        )
        var agreed = 0
        var agreedNotes = 0
        var otherNotes: [String] = []
        for file in files {
            let name = try #require(file["file"] as? String)
            let bytes = Array(try SharedAssociations.data("real/\(kind)/\(name)"))
            let findings = Self.findings(kind, bytes)
            var expected: [Key: String] = [:]
            for item in file["expect"] as? [[String: Any]] ?? [] {
                for pointer in item["where"] as? [String] ?? [] {
                    expected[Key(rule: item["rule"] as? String ?? "", pointer: pointer)] = item["severity"] as? String
                }
            }
            var found: [Key: Finding] = [:]
            for finding in findings {
                found[Key(rule: finding.rule.id, pointer: finding.place?.pointer ?? "")] = finding
            }
            // The manifest gives the place of a bare object's member as if the missing array existed.
            if kind == "windows", found.keys.contains(where: { $0.rule == "windows-not-array" }) {
                for key in found.keys where key.pointer.hasPrefix("/package") {
                    found[Key(rule: key.rule, pointer: "/0" + key.pointer)] = found.removeValue(forKey: key)
                }
            }
            // For a member that is missing because it is misspelled, the manifest also has a finding about the name.
            for finding in findings where finding.message.contains("is written for") {
                let name = finding.message.split(separator: "\"").dropFirst().first ?? ""
                expected.removeValue(
                    forKey: Key(rule: "aasa-unknown-key", pointer: "\(finding.place?.pointer ?? "")/\(name)")
                )
            }
            for (key, severity) in expected {
                #expect(found[key]?.severity.rawValue == severity, "\(kind)/\(name): \(key.rule) at \(key.pointer)")
                if severity == "note" { agreedNotes += 1 } else { agreed += 1 }
            }
            for (key, finding) in found where expected[key] == nil {
                if finding.severity == .note {
                    otherNotes.append("\(name): \(finding)")
                } else {
                    Issue.record("\(kind)/\(name): unexpected \(finding)")
                }
            }
        }
        print(
            "\(kind): \(files.count) files, \(agreed) errors and warnings, \(agreedNotes) notes; more notes:",
            otherNotes
        )
    }

    @Test func theRulesOfTwoRealFilesAreComparedToTheEnd() throws {
        var lists: [LinkRules] = []
        for kind in ["aasa", "assetlinks", "windows"] {
            let files = try SharedAssociations.object("real/\(kind)/manifest.json")["files"] as? [[String: Any]] ?? []
            for name in files.compactMap({ $0["file"] as? String }) {
                let bytes = Array(try SharedAssociations.data("real/\(kind)/\(name)"))
                if kind == "aasa", let file = try? AppSiteAssociation(bytes: bytes) {
                    lists += Set(file.apps.map { file.linkRules(app: $0) })
                } else if kind == "assetlinks", let file = try? AssetLinks(bytes: bytes) {
                    let packages = file.statements.compactMap { statement -> String? in
                        if case .androidApp(let package, _) = statement.target { package } else { nil }
                    }
                    lists += Set(
                        Set(packages).flatMap { package -> [LinkRules] in
                            let rules = file.linkRules(package: package)
                            return [rules.documented, rules.published]
                        }
                    )
                } else if kind == "windows", let file = try? WindowsWebLinks(bytes: bytes) {
                    lists += Set(file.packageFamilyNames.map { file.linkRules(packageFamilyName: $0) })
                }
            }
        }
        let distinct = Set(lists).filter { !$0.rules.isEmpty }.sorted { $0.rules.count < $1.rules.count }
        var decided = 0
        var pairs = 0
        // Files of similar size are compared, and each file with the middle one.
        for (index, list) in distinct.enumerated() {
            for other in [distinct[(index + 1) % distinct.count], distinct[distinct.count / 2]] {
                pairs += 1
                if LinkComparison([list, other]).result().isComplete { decided += 1 }
            }
        }
        print("pairs of real rules: \(decided) of \(pairs) are compared to the end")
        #expect(Double(decided) >= 0.9 * Double(pairs))
    }

    @Test func theDiagnosticsOfTheValidationCasesAreFound() throws {
        let rules: [String: [String]] = [
            "AASA100": ["aasa-no-service"], "AASA110": ["aasa-details-no-app-id"],
            "AASA111": ["aasa-details-both-app-ids"], "AASA120": ["aasa-components-with-paths"],
            "AASA122": ["aasa-apps-not-empty"], "AASA130": ["aasa-app-id-malformed"],
            "AASA141": ["aasa-nested-variable"], "AASA142": ["aasa-undefined-variable"],
            "AASA150": ["aasa-query-predicate-not-string"], "AASA151": ["aasa-unterminated-variable"],
            "AASA180": ["aasa-component-unconstrained"],
            "AASA190": ["aasa-unreachable-rule", "aasa-redundant-rule"], "AASA193": ["aasa-no-details"],
        ]
        let cases = try #require(try SharedAssociations.object("aasa-cases.json")["validation"] as? [[String: Any]])
        for item in cases {
            let bytes = Array(try JSONSerialization.data(withJSONObject: try #require(item["aasa"])))
            let found = Set(Self.findings("aasa", bytes).map(\.rule.id))
            for code in item["expectCodes"] as? [String] ?? [] {
                let accepted = try #require(rules[code], "\(code) is not in the table")
                #expect(!found.isDisjoint(with: accepted), "\(item["name"] ?? ""): \(code) in \(found)")
            }
        }
    }
}
