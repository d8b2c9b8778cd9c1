import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests projects outside this repository, for which a person wrote down the right answers.
@Suite(.enabled(if: SharedData.has("cases/receivers"), "skipped: the shared cases are not there"))
struct SharedReceiverCasesTests {
    static let folder =
        SharedData.directories.map { $0.appendingPathComponent("cases/receivers").path }
        .first { FileManager.default.fileExists(atPath: $0) } ?? ""

    struct Case: Sendable, CustomTestStringConvertible {
        let folder: String
        let platform: String
        /// The outcomes by kinds of links, cold and warm.
        let outcomes: [[LinkReceivers.Outcome]]
        /// The rules with their severities and places.
        let findings: [String]

        var testDescription: String { "\(folder) \(platform)" }
    }

    static let cases = [
        Case(
            folder: "01",
            platform: "Apple",
            outcomes: [[.lost, .lost]],
            findings: ["AppDelegate.swift:5 warning ios-app-link-lifecycle"]
        ),
        Case(
            folder: "02",
            platform: "Apple",
            outcomes: [[.lost, .called]],
            findings: ["WindowKeeper.swift:6 warning ios-app-link-cold"]
        ),
        Case(
            folder: "03",
            platform: "Apple",
            outcomes: [[.lost, .lost]],
            findings: ["FenApp.swift:10 warning ios-app-link-swiftui"]
        ),
        Case(folder: "04", platform: "Apple", outcomes: [[.called, .called]], findings: []),
        Case(
            folder: "05",
            platform: "Apple",
            outcomes: [[.undecided, .undecided]],
            findings: ["Info.plist warning ios-app-scene-overwritten", "Info.plist note ios-app-scene-required"]
        ),
        Case(
            folder: "06",
            platform: "Apple",
            outcomes: [[.twice, .twice]],
            findings: ["Info.plist warning flutter-app-link-double"]
        ),
        Case(
            folder: "06",
            platform: "Android",
            outcomes: [[.twice, .twice]],
            findings: ["AndroidManifest.xml:3 warning flutter-app-link-double"]
        ),
        Case(
            folder: "07",
            platform: "Android",
            outcomes: [[.called, .lost]],
            findings: ["HomeActivity.java:6 warning android-app-link-warm"]
        ),
        Case(
            folder: "08",
            platform: "Android",
            outcomes: [[.called, .undecided], [.called, .lost]],
            findings: ["MainActivity.kt:9 warning android-app-link-super"]
        ),
    ]

    @Test(arguments: cases) func theAnswerIsWhatIsTrueOfTheProject(_ item: Case) throws {
        let path = "\(Self.folder)/\(item.folder)"
        let content = try AppFileReader().claims(atPath: path)
        let answers = AppFileReader().receivers(atPath: path, of: content).filter { $0.platform == item.platform }
        let answer = try #require(answers.first)
        #expect(answers.count == 1)
        #expect(answer.routes.map { [$0.cold.outcome, $0.warm.outcome] } == item.outcomes, "\(answer)")
        let findings = answer.findings.map { finding in
            let file = (finding.file as NSString).lastPathComponent
            let line = finding.place.map { ":\($0.position.line)" } ?? ""
            return "\(file)\(line) \(finding.severity) \(finding.rule.id)"
        }
        #expect(findings == item.findings)
        #expect(!findings.contains { $0.contains("error") })
    }

    @Test func theModifiersOfTheCompleteAppAreNamedWithTheirLines() throws {
        let path = "\(Self.folder)/04"
        let answer = AppFileReader().receivers(atPath: path, of: try AppFileReader().claims(atPath: path)).first
        #expect(answer?.routes.first?.cold.place?.description.hasSuffix("Moss/Rooms.swift:7") == true)
        #expect(answer?.lifeCycle == "SwiftUI")
    }
}
