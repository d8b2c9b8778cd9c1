import Foundation
import Testing

@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests that the guide's table agrees with the rules.
struct ReceiverTableTests {
    @Test func theGuideHasTheRowsOfTheRules() throws {
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { repository.deleteLastPathComponent() }
        let guide = repository.appendingPathComponent("Sources/BoltsAppLinks/Documentation.docc/AnAppThatIsOpened.md")
        let lines = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "| life cycle | link | cold | warm |"))
        let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
        func list(_ receivers: [AppleReceiver]) -> String {
            let names = receivers.map { "`\($0.rawValue)`" }
            return names.count == 1
                ? names[0] : names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        }
        let expected = AppleReceiverTable.rows.map { row in
            "| \(row.lifeCycle.rawValue) | \(row.link.rawValue) | \(list(row.cold)) | \(list(row.warm)) |"
        }
        #expect(Array(rows) == expected)
    }

    @Test func eachLifeCycleHasARowForEachKindOfLink() {
        for life in AppleLifeCycle.allCases {
            for kind in AppleLinkKind.allCases {
                let row = AppleReceiverTable.row(life, kind)
                #expect(row?.cold.isEmpty == false && row?.warm.isEmpty == false)
            }
        }
    }
}
