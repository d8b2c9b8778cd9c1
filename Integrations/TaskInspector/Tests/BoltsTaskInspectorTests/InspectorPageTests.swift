@testable import BoltsTaskInspector
import BoltsTasks
import Foundation
import Testing

/// Serialized, because pending tasks are global.
@Suite(.serialized, .timeLimit(.minutes(20))) struct InspectorPageTests {
    private func page(_ query: [(name: String, value: String)] = []) -> String {
        InspectorResponder().answer(to: InspectorRequest(query: query, host: "localhost")).body
    }

    /// Calls a closure while tasks are tracked.
    private func tracked(_ body: () throws -> Void) rethrows {
        TaskDiagnostics.startTracking()
        defer { TaskDiagnostics.stopTracking() }
        try body()
    }

    @Test func thePageShowsWhatWaitsForWhat() {
        tracked {
            let source = TaskCompletionSource<Int>()
            source.task.named("download")
            let link = source.task.continueOnSuccessWith(.queue(.global())) { $0 }.named("measure")
            let html = page()
            #expect(html.contains("<b>2</b> pending"))
            #expect(html.contains("<b>download</b> <span class=\"type\">BoltsTask&lt;Int&gt;</span>"))
            #expect(html.contains("InspectorPageTests.swift"))
            #expect(html.contains(">measure</a></p>") && html.contains("waits for <a href=\"#task-"))
            #expect(html.contains("<svg ") && html.components(separatedBy: "class=\"arrow\"").count == 2)
            #expect(!html.contains("id=\"cycles\"") && !html.contains("id=\"abandoned\""))
            source.set(result: 1)
            withExtendedLifetime(link) {}
        }
        #expect(page().contains("No task is pending."))
    }

    @Test func cyclesAndAbandonedTasksComeFirst() throws {
        try tracked {
            let start = TaskCompletionSource<Int>()
            let later = Later()
            let first = start.task.continueOnSuccessWithTask { _ in later.task ?? start.task }.named("first")
            later.task = first.continueOnSuccessWith { $0 }.named("second")
            start.set(result: 1)
            do {
                let forgotten = TaskCompletionSource<Int>()
                forgotten.task.named("forgotten")
            }
            let html = page()
            let places = try ["id=\"cycles\"", "id=\"abandoned\"", "id=\"pending\""].map { part in
                try #require(html.range(of: part)).lowerBound
            }
            #expect(places == places.sorted())
            #expect(html.contains("<b>1</b> cycle<") && html.contains("<b>1</b> abandoned<"))
            #expect(html.contains("<b>forgotten</b>"))
            #expect(html.components(separatedBy: "class=\"arrow cycle\"").count == 3)
            later.task = nil
        }
    }

    @Test func theFilterSelectsByNameStateAgeAndExecutor() {
        tracked {
            let source = TaskCompletionSource<Int>()
            source.task.named("alpha")
            let beta = source.task.continueWith(.queue(.main)) { _ in }.named("beta")
            func shown(_ query: [(name: String, value: String)]) -> [String] {
                let html = page(query)
                return ["alpha", "beta"].filter { html.contains("<b>\($0)</b>") }
            }
            #expect(shown([]) == ["alpha", "beta"])
            #expect(shown([("text", "ALPH")]) == ["alpha"])
            #expect(shown([("text", "inspectorpagetests")]) == ["alpha", "beta"])
            #expect(shown([("executor", "queue(")]) == ["beta"])
            #expect(shown([("executor", "default")]) == ["alpha"])
            #expect(shown([("state", "waiting")]) == ["alpha", "beta"])
            #expect(shown([("state", "running")]) == [])
            #expect(shown([("age", "600")]) == [])
            #expect(shown([("age", "-1"), ("state", "?"), ("refresh", "0"), ("other", "x")]) == ["alpha", "beta"])
            #expect(page([("text", "nothing")]).contains("No task matches."))
            #expect(page([("refresh", "5")]).contains("<meta http-equiv=\"refresh\" content=\"5\">"))
            #expect(page([("text", "\"><script>")]).contains("value=\"&quot;&gt;&lt;script&gt;\""))
            source.set(result: 1)
            withExtendedLifetime(beta) {}
        }
    }

    @Test func namesCannotForgeThePage() {
        tracked {
            let source = TaskCompletionSource<Int>()
            source.task.named("<script>alert(1)</script>\u{202E}&\"'\n\u{0}")
            let link = source.task.continueWith { _ in }.named("</title></svg><b onclick='x'>")
            let html = page()
            #expect(!html.contains("<script") && !html.contains("<b onclick"))
            #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;\\u{202E}&amp;&quot;&#39;\\n\\0"))
            #expect(!html.unicodeScalars.contains("\u{202E}"))
            source.set(result: 1)
            withExtendedLifetime(link) {}
        }
    }

    @Test func manyTasksMakeABoundedPage() {
        tracked {
            let source = TaskCompletionSource<Int>()
            let links = (0..<3_000).map { _ in source.task.continueWith { _ in } }
            var chain = source.task.continueWith { _ in }
            for _ in 0..<3_000 { chain = chain.continueWith { _ in } }
            let html = page()
            #expect(html.utf8.count < 500_000, "\(html.utf8.count)")
            #expect(html.contains("and 5702 more: filter") && !html.contains("<svg"))
            source.set(result: 1)
            withExtendedLifetime((links, chain)) {}
        }
    }

    @Test func theOtherFormsAreThere() throws {
        try tracked {
            let source = TaskCompletionSource<Int>()
            source.task.named("download")
            func answer(_ path: String) -> InspectorAnswer {
                InspectorResponder().answer(to: InspectorRequest(path: path, host: "127.0.0.1:1"))
            }
            for path in ["/tasks.txt", "/tasks.json", "/tasks.dot", "/tasks.mmd", "/trace.json"] {
                #expect(answer(path).status == 200 && answer(path).body.contains("download"), "\(path)")
            }
            for path in ["/tasks.json", "/trace.json"] {
                _ = try JSONSerialization.jsonObject(with: Data(answer(path).body.utf8))
            }
            #expect(answer("/tasks.dot").headers.contains { $0.name == "Content-Disposition" })
            #expect(answer("/other").status == 404)
            for path in ["/", "/style.css", "/tasks.json", "/other"] {
                let headers = Dictionary(answer(path).headers.map { ($0.name, $0.value) }) { _, last in last }
                #expect(headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'; style-src 'self';") == true)
                #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin")
                #expect(headers["X-Content-Type-Options"] == "nosniff")
                #expect(headers["Access-Control-Allow-Origin"] == nil)
            }
            source.set(result: 1)
        }
    }
}

final class Later: @unchecked Sendable {
    var task: BoltsTask<Int>?
}
