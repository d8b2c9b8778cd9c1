@testable import BoltsTasks
import Foundation
import Testing

/// Tests the content and the formats of snapshots, for graphs that are made by hand.
struct TaskSnapshotTests {
    /// Quotes, line ends, control characters, and characters that reverse or hide text.
    static let hostileNames = [
        "a \"quoted\" name", "two\nlines\r\n", "back\\slash", "null \u{0} bell \u{7} escape \u{1B}[2J",
        "bidi \u{202E}gpj.exe", "separators \u{2028}\u{2029}\u{85}", "tags \u{E0041}", "</script><b>", "];t0 -> t1;[",
        "`${x}` #quot; &amp;", "family \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "",
        "quote \"\u{301}]; t9 [label=\"\u{FE0F}", "back\\\u{301}",
    ]

    @Test(.tags(.t14)) func theTextIsATreeOfWaits() {
        let snapshot = TaskSnapshot(tasks: [
            .make(1, "download", kind: .source, age: .milliseconds(2_150)),
            .make(2, "measure", age: .milliseconds(350), waitsFor: [1]),
            .make(3, "again", age: .seconds(125), waitsFor: [1]),
        ])
        #expect(
            snapshot.description == """
                3 pending tasks
                measure (BoltsTask<Int>), continuation, 350 ms, App/Loader.swift:2 load()
                  waits for download (BoltsTask<Int>), source, 2.1 s, App/Loader.swift:1 load()
                again (BoltsTask<Int>), continuation, 2 min 5 s, App/Loader.swift:3 load()
                  waits for download (BoltsTask<Int>) (see above)
                """
        )
    }

    @Test(.tags(.t14)) func circlesAreFoundAndShown() {
        let snapshot = TaskSnapshot(tasks: [
            .make(1, "a", waitsFor: [2]), .make(2, "b", waitsFor: [3, 4]), .make(3, "c", waitsFor: [1]),
            .make(4, "d", kind: .source), .make(5, "e", waitsFor: [1]), .make(6, "itself", waitsFor: [6]),
        ])
        #expect(snapshot.cycles == [[1, 2, 3], [6]])
        let cycle =
            "cycle of tasks that can never complete: a (BoltsTask<Int>) -> b (BoltsTask<Int>) -> c (BoltsTask<Int>) "
        #expect(snapshot.description.contains(cycle + "-> a (BoltsTask<Int>)"))
        #expect(snapshot.graphviz.contains("t6 [label=") && snapshot.graphviz.contains("color=red"))
        #expect(snapshot.mermaid.contains("style t3 stroke"))
        #expect(TaskSnapshot(tasks: [.make(1, waitsFor: [2]), .make(2)]).cycles.isEmpty)
    }

    @Test(.tags(.t14)) func aChainOfAMillionTasksIsNotTooLong() {
        let count: UInt64 = 200_000
        let tasks = (1...count).map { PendingTask.make($0, waitsFor: [$0 % count + 1]) }
        let snapshot = TaskSnapshot(tasks: tasks)
        #expect(snapshot.cycles.map(\.count) == [Int(count)])
        #expect(snapshot.description.hasPrefix("200000 pending tasks\n"))
    }

    @Test(.tags(.t14)) func oldSourcesAreFound() {
        let snapshot = TaskSnapshot(tasks: [
            .make(1, "old", kind: .source, age: .seconds(61)), .make(2, "young", kind: .source, age: .seconds(59)),
            .make(3, "no source", age: .seconds(90)),
        ])
        #expect(snapshot.sources(olderThan: .seconds(60)).map(\.name) == ["old"])
    }

    @Test(.tags(.t14), arguments: hostileNames) func aHostileNameStaysInItsPlace(name: String) throws {
        let snapshot = TaskSnapshot(tasks: [.make(1, name, kind: .source), .make(2, "after", waitsFor: [1])])
        // There is one line for each task, without invisible characters.
        #expect(snapshot.description.split(separator: "\n", omittingEmptySubsequences: false).count == 3)
        let diagrams = [snapshot.description, snapshot.graphviz, snapshot.mermaid]
        for text in diagrams {
            let hidden = text.unicodeScalars.filter { $0 != "\n" && $0.isHidden }
            #expect(hidden.isEmpty, "\(text.debugDescription)")
        }
        // Graphviz: a node for each task, whose label is one string.
        let labels = snapshot.graphviz.split(separator: "\n").filter { $0.contains("[label=") }
        #expect(labels.count == 2)
        for label in labels {
            // The label is compared by scalars, as Graphviz reads it.
            let inside = label.unicodeScalars.drop { $0 != "\"" }.dropFirst().dropLast(3)
            var isEscaped = false
            for scalar in inside {
                #expect(scalar != "\"" || isEscaped, "\(label)")
                isEscaped = scalar == "\\" && !isEscaped
            }
            #expect(!isEscaped && label.hasSuffix("\"];"), "\(label)")
        }
        // Mermaid: the label has no quote, and no markup except the library's.
        let node = try #require(snapshot.mermaid.split(separator: "\n").dropFirst().first)
        #expect(node.hasPrefix("    t1[\"") && node.hasSuffix("\"]"))
        let inside = node.dropFirst(8).dropLast(2).replacing("<br/>", with: "")
        #expect(Set(inside.unicodeScalars).isDisjoint(with: "\"<>`&[]".unicodeScalars))
        // JSON: a parser reads the same name.
        let json = try #require(JSONSerialization.jsonObject(with: Data(snapshot.json.utf8)) as? [String: Any])
        let tasks = try #require(json["tasks"] as? [[String: Any]])
        #expect(tasks.first?["name"] as? String == name)
        let hidden = snapshot.json.unicodeScalars.filter(\.isHidden)
        #expect(hidden.isEmpty)
    }

    @Test(.tags(.t14)) func theJSONHasEverything() throws {
        let snapshot = TaskSnapshot(
            tasks: [.make(1, "a", age: .milliseconds(1_500), waitsFor: [2]), .make(2, waitsFor: [1])],
            abandoned: [
                AbandonedTask(
                    name: nil,
                    type: "BoltsTask<String>",
                    kind: .source,
                    place: nil,
                    lifetime: .seconds(3),
                    age: .seconds(4)
                )
            ],
            abandonedCount: 7
        )
        #expect(
            snapshot.json.hasPrefix(
                #"{"tasks":[{"id":1,"name":"a","type":"BoltsTask\u003cInt\u003e","kind":"continuation","#
                    + #""file":"App/Loader.swift","line":1,"function":"load()","state":"waiting","age":1500,"#
                    + #""isOnMainThread":false,"waitsFor":[2],"awaitedBy":[]}"#
            )
        )
        #expect(
            snapshot.json.hasSuffix(
                #""cycles":[[1,2]],"abandoned":[{"type":"BoltsTask\u003cString\u003e","kind":"source","#
                    + #""lifetime":3000,"age":4000}],"abandonedCount":7}"#
            )
        )
    }

    @Test(.tags(.t14)) func aSnapshotIsReadBackByADecoder() throws {
        let snapshot = TaskSnapshot(tasks: [.make(1, "a", waitsFor: [2]), .make(2, "b", kind: .source)])
        let data = try JSONEncoder().encode(snapshot)
        #expect(try JSONDecoder().decode(TaskSnapshot.self, from: data) == snapshot)
    }

    /// The table is compared with a dictionary, with addresses that collide.
    @Test(.tags(.t14)) func theTableOfAddressesKeepsWhatIsPutIntoIt() {
        var table = AddressTable()
        var expected: [UInt: Int] = [:]
        var generator = SystemRandomNumberGenerator()
        for step in 0..<20_000 {
            let address = UInt.random(in: 1...600, using: &generator) << (step.isMultiple(of: 2) ? 4 : 40)
            if expected[address] == nil {
                table.insert(address, step)
                expected[address] = step
            } else {
                #expect(table.value(at: address) == expected[address])
                #expect(table.remove(address) == expected.removeValue(forKey: address))
            }
            #expect(table.remove(address | 1) == nil)
        }
        #expect(table.count == expected.count)
        for (address, value) in expected { #expect(table.value(at: address) == value) }
    }
}
