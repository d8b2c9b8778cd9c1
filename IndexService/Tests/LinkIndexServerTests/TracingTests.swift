import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import LinkIndexServer
import Testing
import Tracing

@Suite(.timeLimit(.minutes(20)))
struct TracingTests {
    private let path = "/v1/links?url=\(encoded(ServerFixture.page))"

    @Test func aRequestHasASpanAndEachFetchForItIsAChild() async throws {
        let tracer = InMemoryTracer()
        try await ServerFixture.run(tracer: tracer) { server in
            try await server.routes { client in
                #expect(try await client.execute(uri: path, method: .get).status == .ok)
                let spans = tracer.finishedSpans
                let request = try #require(spans.first { $0.operationName == "GET /v1/links" })
                #expect(request.kind == .server && request.parentSpanID == nil)
                #expect(request.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
                let fetches = spans.filter { $0.operationName == "Fetch page" }
                #expect(fetches.count == server.sites.total && fetches.count >= 4)
                #expect(fetches.allSatisfy { $0.parentSpanID == request.spanID && $0.kind == .client })
                #expect(tracer.activeSpans.isEmpty)
                // A URL may be a secret of the client.
                #expect(spans.allSatisfy { !"\($0.attributes)".contains("a.example/1") })
            }
        }
    }

    @Test func aFinishedAnswerHasASpanWithoutFetches() async throws {
        let tracer = InMemoryTracer()
        try await ServerFixture.run(tracer: tracer) { server in
            try await server.sockets { client in
                for _ in 0..<2 { _ = try await client.execute(uri: path, method: .get) }
                tracer.clearFinishedSpans()
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.text.contains("\"origin\":\"cache\""))
                #expect(tracer.finishedSpans.map(\.operationName) == ["GET /v1/links"])
            }
        }
    }

    @Test func theSpanContinuesTheTraceThatTheClientNames() async throws {
        let tracer = InMemoryTracer()
        try await ServerFixture.run(tracer: tracer) { server in
            try await server.routes { client in
                var fields = HTTPFields()
                fields[try #require(HTTPField.Name(InMemoryTracer.traceIDKey))] = "trace-of-client"
                fields[try #require(HTTPField.Name(InMemoryTracer.spanIDKey))] = "span-of-client"
                _ = try await client.execute(uri: "/health", method: .get, headers: fields)
                let span = try #require(tracer.finishedSpans.first)
                #expect(span.traceID == "trace-of-client" && span.parentSpanID == "span-of-client")
                // A tracer that knows W3C's context finds it too.
                let extraction = try #require(tracer.performedContextExtractions.first)
                #expect(extraction.carrier is HTTPFields)
            }
        }
    }

    @Test func anErrorOfTheServiceIsOneOfItsSpanAndAClientsIsNot() async throws {
        let tracer = InMemoryTracer()
        var options = IndexServerOptions()
        // A node that knows no key is not ready without its database.
        options.keys = .required
        try await ServerFixture.run(options, tracer: tracer) { server in
            try await server.routes { client in
                _ = try await client.execute(uri: "/v1/links", method: .get)
                await server.store.close()
                _ = try await client.execute(uri: "/ready", method: .get)
                let spans = tracer.finishedSpans
                #expect(spans.map(\.operationName) == ["GET /v1/links", "GET /ready"])
                #expect(spans.map { $0.status?.code } == [nil, .error])
            }
        }
    }

    @Test func withoutATracerThereIsNone() { #expect(IndexServer.bootstrappedTracer == nil) }
}
