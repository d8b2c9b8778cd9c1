import CoreMetrics
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(20))) struct StatusTests {
    @Test func aServiceWhoseDatabaseDoesNotAnswerIsReadyAndSaysWhatIsDegraded() async throws {
        try await ServerFixture.routes { server, client in
            let ready = try await client.get("/ready")
            #expect(ready.status == .ok && ready.text == "{\"degraded\":[],\"status\":\"ready\"}")
            await server.store.close()
            let degraded = try await client.get("/ready")
            #expect(degraded.status == .ok)
            #expect(try degraded.object["status"] as? String == "degraded")
            let parts = try #require(try degraded.object["degraded"] as? [[String: String]])
            #expect(parts.map { $0["part"] } == ["database"])
            #expect(try await client.get("/health").status == .ok)
        }
    }

    @Test func aServiceThatNeedsKeysAndKnowsNoneIsNotReadyWithoutItsDatabase() async throws {
        try await ServerFixture.routes(.with { $0.keys = .required }) { server, client in
            await server.store.close()
            let ready = try await client.get("/ready")
            #expect(ready.status == .serviceUnavailable)
        }
    }

    @Test func aServiceThatKnowsKeysIsReadyWithoutItsDatabase() async throws {
        try await ServerFixture.run(.with { $0.keys = .required }) { server in
            let fields: HTTPFields = [.authorization: "Bearer \(try await server.addKey("a").text)"]
            try await server.routes { client in
                let answer = try await client.get(ServerFixture.links, fields)
                await server.store.close()
                let ready = try await client.get("/ready")
                #expect(answer.status == .ok && ready.status == .ok)
            }
        }
    }

    @Test func theProcessIsMeasuredByPrometheusNames() async throws {
        try await ServerFixture.routes { _, client in
            let text = try await client.get("/metrics").text
            let lines = text.split(separator: "\n").map(String.init)
            // Each name has its help before its type.
            for line in lines where line.hasPrefix("# TYPE ") {
                let name = line.split(separator: " ")[2]
                #expect(lines.contains { $0.hasPrefix("# HELP \(name) ") }, "\(name)")
            }
            #expect(lines.contains("# TYPE process_cpu_seconds_total counter"))
            #if os(Linux)
            func value(_ name: String) -> Double? {
                lines.first { $0.hasPrefix("\(name) ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
            }
            let now = Date.now.timeIntervalSince1970
            let start = try #require(value("process_start_time_seconds"))
            #expect(start < now && start > now - 86_400)
            let resident = try #require(value("process_resident_memory_bytes"))
            #expect(resident > 1e6)
            let open = try #require(value("process_open_fds"))
            let limit = try #require(value("process_max_fds"))
            #expect(open > 3 && open <= limit)
            #endif
        }
    }

    @Test func theMetricsCountRequestsAndLookUps() async throws {
        try await ServerFixture.routes { _, client in
            for _ in 0..<3 { _ = try await client.get(ServerFixture.links) }
            _ = try await client.get("/v1/links")
            let text = try await client.get("/metrics").text
            #expect(text.contains("applinks_index_requests_total{status=\"200\"} 3\n"))
            #expect(text.contains("applinks_index_requests_total{status=\"400\"} 1\n"))
            #expect(text.contains("# TYPE applinks_index_cache_misses_total counter\n"))
            #expect(text.contains("applinks_index_cache_misses_total{cache=\"page\"} 1\n"))
            let later = try await client.get("/metrics").text
            #expect(later.contains("applinks_index_cache_misses_total{cache=\"page\"} 1\n"))
            #expect(text.contains("# TYPE applinks_index_request_seconds histogram\n"))
        }
    }

    @Test func everyStatusOfAnAnswerIsCountedByItsNumber() async throws {
        try await ServerFixture.routes { server, client in
            _ = try await client.get(ServerFixture.links)
            let tag = try #require(try await client.get(ServerFixture.links).headers[.eTag])
            _ = try await client.get(ServerFixture.links, [.ifNoneMatch: tag])
            _ = try await client.get(ServerFixture.links, [.ifMatch: "\"none\""])
            _ = try await client.execute(uri: ServerFixture.links, method: .delete)
            _ = try await client.execute(uri: "/v1/statements:list", method: .options)
            let text = server.registry.text()
            for status in [204, 304, 403, 412] {
                #expect(text.contains("applinks_index_requests_total{status=\"\(status)\"} 1\n"), "\(status)")
            }
            #expect(text.contains("applinks_index_requests_total{status=\"other\"} 0\n"))
        }
    }

    private static func cancelCurrentTask() { withUnsafeCurrentTask { $0?.cancel() } }

    @Test func aRequestThatIsCancelledIsNoFailureOfTheService() async throws {
        let registry = PrometheusRegistry()
        let router = Router(context: IndexRequestContext.self)
        router.add(middleware: RequestRecordMiddleware(metrics: RequestMetrics(registry), log: nil))
        router.add(middleware: ProblemMiddleware())
        router.get("cancelled") { (_, _) -> Response in
            Self.cancelCurrentTask()
            throw CancellationError()
        }
        router.get("failed") { (_, _) -> Response in throw CancellationError() }
        try await Application(router: router).test(.routes) { client in
            // This is the first request, because the other one cancels the task in which both run.
            let failed = try await client.get("/failed")
            #expect(failed.status == .internalServerError)
            let cancelled = try await client.get("/cancelled")
            #expect(cancelled.status == .serviceUnavailable)
        }
        let text = registry.text()
        #expect(text.contains("applinks_index_requests_total{status=\"503\"} 1\n"))
        #expect(text.contains("applinks_index_requests_total{status=\"500\"} 1\n"))
    }

    @Test func theOpenAPIDocumentHasEveryPath() async throws {
        try await ServerFixture.routes { _, client in
            let root = try await client.get("/openapi.json").object
            #expect(root["openapi"] as? String == "3.1.0")
            let paths = try #require(root["paths"] as? [String: Any])
            #expect(
                Set(paths.keys) == [
                    "/", "/check", "/v1/links", "/v1/statements:list", "/v1/assetlinks:check",
                    "/v1/assetlinks:bulkCheck", "/health", "/ready", "/metrics", "/openapi.json",
                ]
            )
        }
    }

    @Test func seriesAreWrittenAsPrometheusReadsThem() {
        let registry = PrometheusRegistry(seriesLimit: 4)
        Counter(label: "jobs.total", dimensions: [("kind", "a \"b\"\n\\")], factory: registry).increment(by: 2)
        Gauge(label: "queue", factory: registry).record(1.5)
        let timer = CoreMetrics.Timer(label: "work", factory: registry)
        timer.recordNanoseconds(3_000_000)
        timer.recordNanoseconds(60_000_000_000)
        let running = Meter(label: "running", factory: registry)
        running.increment(by: 3)
        running.decrement()
        Counter(label: "too many", factory: registry).increment()
        let text = registry.text()
        #expect(text.contains("# TYPE jobs_total counter\njobs_total{kind=\"a \\\"b\\\"\\n\\\\\"} 2\n"))
        #expect(text.contains("# TYPE queue gauge\nqueue 1.5\n"))
        #expect(text.contains("# TYPE running gauge\nrunning 2.0\n"))
        #expect(text.contains("work_seconds_bucket{le=\"0.002\"} 0\nwork_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(text.contains("work_seconds_bucket{le=\"+Inf\"} 2\nwork_seconds_sum 60.003\nwork_seconds_count 2\n"))
        #expect(text.contains("metrics_series_dropped_total 1\n") && !text.contains("too"))
    }
}
