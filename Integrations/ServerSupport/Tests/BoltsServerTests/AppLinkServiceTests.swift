import BoltsAppLinks
import BoltsServer
import BoltsTasks
import Foundation
import ServiceLifecycleTestKit
import Testing

/// A graceful stop of the service.
@Suite(.timeLimit(.minutes(20))) struct AppLinkServiceTests {
    private func url(_ path: String) throws -> URL { try #require(URL(string: "https://recipes.example/\(path)")) }

    private func service(_ pages: StubPages) -> AppLinkService {
        AppLinkService(HTTPAppLinkResolver(fetcher: pages))
    }

    @Test func afterAGracefulStopWhatRunsEndsAndNothingNewStarts() async throws {
        let gate = TaskCompletionSource<Void>()
        let service = service(StubPages { _ in StubPages.Page(gate: gate.task) })
        let running = service.appLink(for: try url("1"), cancellationToken: .none)
        #expect(service.runningCount == 1)
        try await testGracefulShutdown { trigger in
            async let ended: Void = service.run()
            trigger.triggerGracefulShutdown()
            // The shutdown handler is registered by `run()`, which may start later.
            var late = service.appLink(for: try url("2"), cancellationToken: .none)
            while late.error == nil {
                await Task.yield()
                late = service.appLink(for: try url("2"), cancellationToken: .none)
            }
            #expect((late.error as? AppLinkServiceError)?.code == .stopping)
            #expect(!running.isCompleted)
            gate.set(result: ())
            _ = try await running.value
            try await ended
        }
        #expect(service.runningCount == 0)
    }

    @Test func aServiceWithoutWorkStopsAtOnce() async throws {
        let service = service(StubPages())
        _ = try await service.appLink(for: try url("1"))
        try await testGracefulShutdown { trigger in
            trigger.triggerGracefulShutdown()
            try await service.run()
        }
    }

    @Test func cancellingTheServiceCancelsWhatRuns() async throws {
        let gate = TaskCompletionSource<Void>()
        let service = service(StubPages { _ in StubPages.Page(gate: gate.task) })
        let running = service.appLink(for: try url("1"), cancellationToken: .none)
        let task = Task { try await service.run() }
        task.cancel()
        try await task.value
        #expect(running.isCancelled)
        #expect(service.runningCount == 0)
    }

    @Test func aCallersTokenCancelsItsOwnLookUpOnly() async throws {
        let gate = TaskCompletionSource<Void>()
        let service = service(StubPages { _ in StubPages.Page(gate: gate.task) })
        let cancellation = CancellationTokenSource()
        let first = service.appLink(for: try url("1"), cancellationToken: cancellation.token)
        let second = service.appLink(for: try url("2"), cancellationToken: .none)
        cancellation.cancel()
        #expect(first.isCancelled && !second.isCompleted)
        gate.set(result: ())
        _ = try await second.value
        #expect(service.runningCount == 0)
    }
}
