import Foundation
import Testing

/// What databases that divide tables over servers ask of the SQL, from their documentation: Citus refuses a volatile function
/// in a conflict clause or an update, and YugabyteDB divides an index without an order by a hash.
struct StatementTextTests {
    @Test func theClockIsReadInAClauseOfItsOwn() throws {
        let clock = "WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms)"
        let inList = String(clock.dropFirst("WITH ".count))
        var readings = 0
        for text in try Self.statements() {
            let rest = text.replacingOccurrences(of: inList, with: "").replacingOccurrences(
                of: "SELECT owner, expires_at - (extract(epoch FROM clock_timestamp()) * 1000)::int8 FROM link_lease",
                with: ""
            )
            if rest != text { readings += 1 }
            for function in ["clock_timestamp", "random(", "nextval", "timeofday", "gen_random_uuid"] {
                #expect(!rest.contains(function), "\(function) in: \(text)")
            }
            // It is stable, not volatile; still, what changes rows has its time from one place.
            if text.contains("ON CONFLICT") || text.contains("UPDATE") { #expect(!rest.contains("now()"), "\(text)") }
        }
        #expect(readings >= 5)
    }

    @Test func everySecondaryIndexSaysItsOrder() throws {
        let indexes = try Self.statements().filter { $0.contains("CREATE INDEX") }
        #expect(indexes.count >= 4)
        for text in indexes {
            #expect(text.contains(#/^CREATE INDEX IF NOT EXISTS \w+ ON \w+ \(\w+ ASC(, \w+ ASC)*\)$/#), "\(text)")
        }
    }

    /// The literals of the store's sources that are SQL, with single spaces.
    private static func statements() throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/LinkIndexPostgreSQL")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
        var statements: [String] = []
        for file in files {
            let source = try String(contentsOf: file, encoding: .utf8)
            let parts = source.components(separatedBy: "\"\"\"")
            var texts = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
            for part in parts.enumerated().filter({ $0.offset.isMultiple(of: 2) }).map(\.element) {
                texts += part.matches(of: #/"([^"\n]*)"/#).map { String($0.output.1) }
            }
            statements += texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
                .filter { $0.contains(#/^(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP) /#) }
        }
        #expect(statements.count >= 20)
        return statements
    }
}
