import BoltsTasks
import BoltsTestSupport
import Dispatch
import Testing

@MainActor private final class Feed {
    private(set) var pages: [Int] = []
    private var next: Int? = 0

    /// The next page, from another thread or at once.
    private func loadPage(_ number: Int, elsewhere: Bool) -> BoltsTask<Int> {
        elsewhere ? BoltsTask(.queue(.global())) { number } : BoltsTask(result: number)
    }

    func loadAll(_ count: Int, elsewhere: Bool) -> BoltsTask<Void> {
        BoltsTask.continueWhile {
            self.next != nil
        } body: {
            self.loadPage(self.next ?? -1, elsewhere: elsewhere).then { page in
                self.pages.append(page)
                self.next = page + 1 < count ? page + 1 : nil
            }
        }
    }

    func loadAll(_ count: Int, cancellationToken: CancellationToken) -> BoltsTask<Void> {
        BoltsTask.continueWhile(cancellationToken: cancellationToken) {
            self.next != nil
        } body: { token in
            self.pages.append(self.next ?? -1)
            self.next = self.pages.count < count ? self.pages.count : nil
            return BoltsTask(.queue(.global()), cancellationToken: token) {}
        }
    }

    func loadAllInAsyncRounds(_ count: Int) -> BoltsTask<Void> {
        BoltsTask.continueWhile {
            self.next != nil
        } body: { _ in
            await Task.yield()
            self.pages.append(self.next ?? -1)
            self.next = self.pages.count < count ? self.pages.count : nil
        }
    }

    func fail(after count: Int) -> BoltsTask<Void> {
        BoltsTask.continueWhile {
            if self.pages.count == count { throw Fault(count) }
            return true
        } body: {
            self.pages.append(self.pages.count)
            return BoltsTask(result: ())
        }
    }
}

private actor Counter {
    private(set) var count = 0

    func countTo(_ end: Int) -> BoltsTask<Void> {
        BoltsTask.continueWhile {
            self.count < end
        } body: {
            self.count += 1
            return BoltsTask(.queue(.global())) {}
        }
    }

    /// The condition runs on this actor, and the work on the main actor.
    func countTo(_ end: Int, on feed: Feed) -> BoltsTask<Void> {
        BoltsTask.continueWhile {
            self.preconditionIsolated()
            self.count += 1
            return self.count < end
        } body: { @MainActor () -> BoltsTask<Void> in
            feed.fail(after: feed.pages.count + 1).recover { _ in }
        }
    }
}

/// Tests that loops stay in the isolation in which they are written, like chains.
@Suite(.timeLimit(.minutes(20))) struct LoopIsolationTests {
    @Test(.tags(.t12, .t15)) @MainActor func aLoopOfCompleteRoundsRunsInPlaceOnTheMainActor() {
        let feed = Feed()
        let loop = feed.loadAll(50_000, elsewhere: false)
        #expect(loop.isCompleted)
        #expect(feed.pages == Array(0..<50_000))
    }

    @Test(.tags(.t12, .t15)) @MainActor func aLoopReturnsToTheMainActorAfterEachRound() async throws {
        let feed = Feed()
        try await feed.loadAll(100, elsewhere: true).value
        #expect(feed.pages == Array(0..<100))
    }

    @Test(.tags(.t12, .t13, .t15)) @MainActor func theRoundsOfALoopOnTheMainActorHaveItsToken() async throws {
        let feed = Feed()
        try await feed.loadAll(10, cancellationToken: .none).value
        #expect(feed.pages == Array(0..<10))
        let source = CancellationTokenSource()
        source.cancel()
        let unstarted = Feed()
        #expect(unstarted.loadAll(10, cancellationToken: source.token).isCancelled)
        #expect(unstarted.pages.isEmpty)
    }

    @Test(.tags(.t11, .t12, .t15)) @MainActor func asyncRoundsRunOnTheMainActor() async throws {
        let feed = Feed()
        try await feed.loadAllInAsyncRounds(10).value
        #expect(feed.pages == Array(0..<10))
    }

    @Test(.tags(.t3, .t12, .t15)) @MainActor func whatTheConditionOnTheMainActorThrowsEndsTheLoop() {
        let feed = Feed()
        #expect(feed.fail(after: 3).error as? Fault == Fault(3))
        #expect(feed.pages == [0, 1, 2])
    }

    @Test(.tags(.t12, .t15)) func aLoopOfAnActorRunsOnIt() async throws {
        let counter = Counter()
        try await counter.countTo(100).value
        #expect(await counter.count == 100)
    }

    @Test(.tags(.t12, .t15)) func theConditionAndTheWorkMayBeOfDifferentActors() async throws {
        let counter = Counter()
        let feed = Feed()
        try await counter.countTo(5, on: feed).value
        #expect(await counter.count == 5)
        #expect(await feed.pages == [0, 1, 2, 3])
    }
}
