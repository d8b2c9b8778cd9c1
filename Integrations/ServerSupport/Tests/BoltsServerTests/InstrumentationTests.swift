import BoltsAppLinks
import BoltsServer
import BoltsTasks
import BoltsTestSupport
import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Synchronization
import Testing

/// The metrics, spans and log lines of look-ups and fetches.
@Suite(.timeLimit(.minutes(20))) struct InstrumentationTests {
    private let metrics = TestMetrics()
    private let tracer = InMemoryTracer()
    private let log = InMemoryLogHandler()
    private let clock = ManualClock()
    private let url = URL(string: "https://recipes.example/42?token=secret")

    private var instrumentation: ServerInstrumentation {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .debug
        return ServerInstrumentation(logger: logger, metricsFactory: metrics, tracer: tracer)
    }

    private func resolver(
        _ pages: StubPages,
        _ change: (inout HTTPCacheOptions) -> Void = { _ in }
    ) -> InstrumentedAppLinkResolver {
        var options = HTTPCacheOptions()
        change(&options)
        let fetcher = InstrumentedPageFetcher(pages, instrumentation: instrumentation, clock: clock)
        let cache = CachingAppLinkResolver(HTTPAppLinkResolver(fetcher: fetcher), options: options, clock: clock)
        return InstrumentedAppLinkResolver(cache, instrumentation: instrumentation, clock: clock)
    }

    private func count(_ label: String, _ result: String) -> Int64 {
        metrics.counterTotal(label: label, dimensions: [("result", result)])
    }

    @Test func missesAndHitsAreCounted() async throws {
        let url = try #require(url)
        let resolver = resolver(StubPages())
        for _ in 0..<3 { _ = try await resolver.appLink(for: url) }
        #expect(count("applinks_lookup_total", "miss") == 1)
        #expect(count("applinks_lookup_total", "hit") == 2)
        #expect(count("applinks_fetch_total", "complete") == 1)
        #expect(try metrics.expectRecorder("applinks_fetch_bytes").values == [47])
        #expect(try metrics.expectMeter("applinks_lookup_active").lastValue == 0)
        #expect(try metrics.expectMeter("applinks_fetch_active").lastValue == 0)
    }

    @Test func timeIsMeasuredOnTheClock() async throws {
        let url = try #require(url)
        let gate = TaskCompletionSource<Void>()
        let resolver = resolver(StubPages { _ in StubPages.Page(gate: gate.task) })
        let link = resolver.appLink(for: url, cancellationToken: .none)
        #expect(try metrics.expectMeter("applinks_fetch_active").lastValue == 1)
        clock.advance(by: .milliseconds(250))
        gate.set(result: ())
        _ = try await link.value
        for label in ["applinks_fetch_duration", "applinks_lookup_duration"] {
            let timers = metrics.timers(label: label)
            #expect(timers.flatMap(\.values) == [250_000_000])
        }
    }

    @Test func staleAndRevalidatedLinksAreCounted() async throws {
        let url = try #require(url)
        let fetches = Mutex(0)
        let pages = StubPages { _ in
            let count = fetches.withLock { count in
                count += 1
                return count
            }
            return StubPages.Page(status: count == 3 ? 500 : 200, maximumAge: 0, entityTag: "\"1\"")
        }
        let resolver = resolver(pages) {
            $0.minimumTimeToLive = .zero
            $0.staleIfError = .seconds(1_000)
        }
        for _ in 0..<3 {
            _ = try await resolver.appLink(for: url)
            clock.advance(by: .seconds(10))
        }
        for result in ["miss", "revalidated", "stale"] { #expect(count("applinks_lookup_total", result) == 1) }
        for result in ["complete", "notModified", "httpStatus"] { #expect(count("applinks_fetch_total", result) == 1) }
    }

    @Test func failuresAreCountedByTheirCodeAndLoggedWithoutTheURL() async throws {
        let url = try #require(url)
        let resolver = resolver(StubPages { _ in StubPages.Page(status: 500) })
        await #expect(throws: PageError.self) { try await resolver.appLink(for: url) }
        #expect(count("applinks_lookup_total", "httpStatus") == 1)
        #expect(count("applinks_fetch_total", "httpStatus") == 1)
        #expect(log.entries.count == 2)
        for entry in log.entries {
            #expect(entry.level == .debug)
            #expect(entry.metadata["host"] == "recipes.example")
            #expect(entry.metadata["error.type"] == "httpStatus")
            let text = "\(entry)"
            #expect(text.contains("secret") == false)
        }
        for span in tracer.finishedSpans {
            #expect(span.status?.code == .error)
            let text = "\(span.attributes) \(span.status?.message ?? "")"
            #expect(text.contains("secret") == false)
        }
    }

    @Test func aCancelledLookUpIsNoFailure() throws {
        let url = try #require(url)
        let gate = TaskCompletionSource<Void>()
        let resolver = resolver(StubPages { _ in StubPages.Page(gate: gate.task) })
        let cancellation = CancellationTokenSource()
        let link = resolver.appLink(for: url, cancellationToken: cancellation.token)
        cancellation.cancel()
        #expect(link.isCancelled)
        #expect(count("applinks_lookup_total", "cancelled") == 1)
        #expect(count("applinks_fetch_total", "cancelled") == 1)
        #expect(log.entries.isEmpty)
        #expect(tracer.finishedSpans.allSatisfy { $0.status == nil })
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func theFetchIsAChildOfItsLookUp() async throws {
        let url = try #require(url)
        let resolver = resolver(StubPages())
        try await tracer.withSpan("request") { _ in _ = try await resolver.appLink(for: url) }
        let spans = tracer.finishedSpans
        let request = try #require(spans.first { $0.operationName == "request" })
        let lookUp = try #require(spans.first { $0.operationName == "Look up App Link" })
        let fetch = try #require(spans.first { $0.operationName == "Fetch page" })
        #expect(lookUp.parentSpanID == request.spanID)
        #expect(fetch.parentSpanID == lookUp.spanID)
        #expect(fetch.kind == .client)
        #expect(fetch.attributes["server.address"]?.toSpanAttribute() == .string("recipes.example"))
        #expect(fetch.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
        #expect(fetch.attributes["http.request.redirect_count"]?.toSpanAttribute() == .int64(1))
        #expect(fetch.attributes["url.full"] == nil)
    }

    @Test func urlsAreRecordedIfAskedFor() async throws {
        let url = try #require(url)
        var instrumentation = instrumentation
        instrumentation.recordsURLs = true
        instrumentation.metricPrefix = "site"
        let fetcher = InstrumentedPageFetcher(
            StubPages { _ in StubPages.Page(status: 404) },
            instrumentation: instrumentation
        )
        let task = HTTPAppLinkResolver(fetcher: fetcher).appLink(for: url, cancellationToken: .none)
        await #expect(throws: PageError.self) { try await task.value }
        #expect(count("site_fetch_total", "httpStatus") == 1)
        #expect(log.entries.first?.metadata["url"] == .string(url.absoluteString))
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["url.full"]?.toSpanAttribute() == .string(url.absoluteString))
    }
}
