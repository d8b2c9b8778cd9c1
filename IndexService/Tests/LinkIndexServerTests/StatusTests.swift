import CoreMetrics
import Foundation
import Hummingbird
import HummingbirdTesting
import LinkIndexServer
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StatusTests {
    @Test func aServiceWhoseDatabaseDoesNotAnswerRunsAndIsNotReady() async throws {
        try await ServerFixture.run { server in
            try await server.routes { client in
                let ready = try await client.execute(uri: "/ready", method: .get)
                #expect(ready.status == .ok)
                await server.store.close()
                #expect(try await client.execute(uri: "/ready", method: .get).status == .serviceUnavailable)
                #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
            }
        }
    }

    @Test func theMetricsCountRequestsAndLookUps() async throws {
        try await ServerFixture.run { server in
            try await server.routes { client in
                let path = "/v1/links?url=\(encoded(ServerFixture.page))"
                for _ in 0..<3 { _ = try await client.execute(uri: path, method: .get) }
                _ = try await client.execute(uri: "/v1/links", method: .get)
                let text = try await client.execute(uri: "/metrics", method: .get).text
                #expect(text.contains("applinks_index_requests_total{status=\"200\"} 3\n"))
                #expect(text.contains("applinks_index_requests_total{status=\"400\"} 1\n"))
                #expect(text.contains("# TYPE applinks_index_cache_misses_total counter\n"))
                #expect(text.contains("applinks_index_cache_misses_total{cache=\"page\"} 1\n"))
                let later = try await client.execute(uri: "/metrics", method: .get).text
                #expect(later.contains("applinks_index_cache_misses_total{cache=\"page\"} 1\n"))
                #expect(text.contains("# TYPE applinks_index_request_seconds histogram\n"))
            }
        }
    }

    @Test func theOpenAPIDocumentHasEveryPath() async throws {
        try await ServerFixture.run { server in
            try await server.routes { client in
                let root = try await client.execute(uri: "/openapi.json", method: .get).object
                #expect(root["openapi"] as? String == "3.1.0")
                let paths = try #require(root["paths"] as? [String: Any])
                #expect(
                    Set(paths.keys) == [
                        "/", "/v1/links", "/v1/statements:list", "/v1/assetlinks:check", "/v1/assetlinks:bulkCheck",
                        "/health", "/ready", "/metrics", "/openapi.json",
                    ]
                )
            }
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
