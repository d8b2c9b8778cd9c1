@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// Tests that cancelling a Swift task in an `async` form cancels the work that the form started.
@Suite(.timeLimit(.minutes(20))) struct AsyncFormTests {
    private static let url = URL(filePath: "/page")

    /// Requires that a form starts work once, and that the work's token is cancelled with the calling Swift task.
    private func expectCancellation<Value: Sendable>(
        _ form: @escaping @Sendable (EndlessWork) async throws -> Value
    ) async throws {
        let work = EndlessWork()
        let caller = Task { try await form(work) }
        try await work.start.task.value
        #expect(work.underWay == 1)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(work.underWay == 0)
    }

    @Test(.tags(.l6)) func resolversCancelTheirWork() async throws {
        let url = Self.url
        try await expectCancellation { try await EndlessResolver(work: $0).appLink(for: url) }
        try await expectCancellation { try await CachingAppLinkResolver(EndlessResolver(work: $0)).appLink(for: url) }
        try await expectCancellation {
            try await CachingAppLinkResolver(EndlessResolver(work: $0)).lookUp(url)
        }
        try await expectCancellation {
            try await CachingAppLinkResolver(EndlessResolver(work: $0)).lookUp(url, renews: true)
        }
    }

    @Test(.tags(.l5)) func navigationAndOpenersCancelTheirWork() async throws {
        let url = Self.url
        let target = AppLinkTarget(url: URL(string: "recipes://1"))
        let link = AppLink(sourceURL: url, targets: [target], webURL: url)
        let navigation = AppLinkNavigation(appLink: link)
        let openable = try OpenableURL("recipes://1")
        try await expectCancellation { try await navigation.navigate(opener: EndlessOpener(work: $0)) }
        try await expectCancellation { try await navigation.preview(opener: EndlessOpener(work: $0)) }
        try await expectCancellation {
            try await AppLinkNavigation.navigate(
                to: url,
                resolver: EndlessResolver(work: $0),
                opener: EndlessOpener(work: $0)
            )
        }
        try await expectCancellation { try await EndlessOpener(work: $0).open(openable) }
        try await expectCancellation { try await EndlessOpener(work: $0).canOpen(openable) }
    }

    @Test(.tags(.l6)) func cancellingARenewalClosesItsConnection() async throws {
        let asked = TaskCompletionSource<Void>()
        let server = try LoopbackServer { _, connection in
            asked.trySet(result: ())
            connection.waitForClose()
        }
        let resolver = CachingAppLinkResolver(HTTPAppLinkResolver(fetchOptions: .loopback))
        let page = server.url("/")
        let caller = Task { try await resolver.lookUp(page, renews: true) }
        try await asked.task.value
        #expect(server.connectionCount == 1)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        try await server.clientsClosed().value
    }

    @Test(.tags(.l6)) func pagesInFilesAndInMemoryAreRead() async throws {
        let text = "<meta property=al:ios:url content=recipes://42>"
        let resolver = FileAppLinkResolver()
        let page = try await resolver.page(in: Array(text.utf8), pageURL: Self.url)
        #expect(page.link.targets(for: .iphone).map(\.urlText) == ["recipes://42"])
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await resolver.page(atPath: file.path).link.targets == page.link.targets)
    }
}

/// Work that ends only when its token is cancelled.
private final class EndlessWork: Sendable {
    let start = TaskCompletionSource<Void>()
    private let count = Mutex(0)

    var underWay: Int { count.withLock { $0 } }

    func begin<Value: Sendable>(_ token: CancellationToken) -> BoltsTask<Value> {
        count.withLock { $0 += 1 }
        let source = TaskCompletionSource<Value>()
        token.register {
            self.count.withLock { $0 -= 1 }
            source.tryCancel()
        }
        start.trySet()
        return source.task
    }
}

private struct EndlessResolver: RevalidatingAppLinkResolving {
    let work: EndlessWork

    func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        work.begin(cancellationToken)
    }
}

private struct EndlessOpener: URLOpening {
    let work: EndlessWork

    func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        work.begin(cancellationToken)
    }

    func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        work.begin(cancellationToken)
    }
}
