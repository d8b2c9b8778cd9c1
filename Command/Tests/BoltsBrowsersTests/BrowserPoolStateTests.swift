import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import BoltsWebView
import Foundation
import Testing

@testable import BoltsBrowsers

/// Tests which worker reads which page.
@Suite struct BrowserPoolStateTests {
    @Test(.tags(.l6)) func concurrencyIsBounded() {
        var pool = BrowserPoolState(concurrency: 2)
        #expect(pool.submit(10) == .start(worker: 0))
        #expect(pool.submit(11) == .start(worker: 1))
        #expect(pool.submit(12) == .queued)
        #expect(pool.submit(13) == .queued)
        #expect(pool.next(for: 0) == .read(job: 10))
        #expect(pool.next(for: 1) == .read(job: 11))
        pool.finished(1)
        #expect(pool.next(for: 1) == .read(job: 12))
        pool.finished(0)
        #expect(pool.next(for: 0) == .read(job: 13))
        pool.finished(0)
        #expect(pool.next(for: 0) == .wait)
    }

    @Test(.tags(.l6)) func idleWorkersComeFirst() {
        var pool = BrowserPoolState(concurrency: 2)
        #expect(pool.submit(1) == .start(worker: 0))
        #expect(pool.next(for: 0) == .read(job: 1))
        pool.finished(0)
        #expect(pool.next(for: 0) == .wait)
        #expect(pool.submit(2) == .wake(worker: 0))
        #expect(pool.next(for: 0) == .read(job: 2))
    }

    @Test(.tags(.l6)) func idleWorkersEnd() {
        var pool = BrowserPoolState(concurrency: 1)
        _ = pool.submit(1)
        _ = pool.next(for: 0)
        pool.finished(0)
        _ = pool.next(for: 0)
        #expect(pool.submit(2) == .wake(worker: 0))
        #expect(pool.waitedTooLong(0) == false)
        #expect(pool.next(for: 0) == .read(job: 2))
        pool.finished(0)
        #expect(pool.next(for: 0) == .wait)
        #expect(pool.waitedTooLong(0) == true)
        #expect(pool.workers.isEmpty)
        #expect(pool.submit(3) == .start(worker: 1))
    }

    @Test(.tags(.l6)) func cancellingEndsOnlyThatPage() {
        var pool = BrowserPoolState(concurrency: 1)
        _ = pool.submit(1)
        _ = pool.submit(2)
        _ = pool.submit(3)
        #expect(pool.next(for: 0) == .read(job: 1))
        #expect(pool.cancel(2) == nil)
        #expect(pool.waitingCount == 1)
        #expect(!pool.isCalledOff(0))
        #expect(pool.cancel(1) == 0)
        #expect(pool.isCalledOff(0))
        pool.finished(0)
        #expect(!pool.isCalledOff(0))
        #expect(pool.next(for: 0) == .read(job: 3))
        #expect(pool.cancel(1) == nil && pool.cancel(99) == nil)
        #expect(!pool.isCalledOff(0))
    }

    @Test(.tags(.l6)) func stoppingCancelsEverything() {
        var pool = BrowserPoolState(concurrency: 1)
        _ = pool.submit(1)
        _ = pool.submit(2)
        _ = pool.submit(3)
        _ = pool.next(for: 0)
        _ = pool.cancel(2)
        let (jobs, workers) = pool.stop()
        #expect(jobs == [3] && workers == [0])
        #expect(pool.isCalledOff(0))
        #expect(pool.submit(4) == .refused)
        pool.finished(0)
        #expect(pool.next(for: 0) == .end)
        #expect(pool.workers.isEmpty)
    }

    @Test(.tags(.l6)) func pagesAreReadInOrder() {
        var pool = BrowserPoolState(concurrency: 1)
        for job in 0..<10_000 { _ = pool.submit(job) }
        for job in 0..<10_000 {
            #expect(pool.next(for: 0) == .read(job: job))
            pool.finished(0)
        }
        #expect(pool.next(for: 0) == .wait)
    }

    @Test(.tags(.l6), .timeLimit(.minutes(20))) func aStoppedPoolHasEndedOnceItsLastWorkerHas() async throws {
        var options = BrowserOptions()
        options.concurrency = 1
        options.idleTimeout = .seconds(3_600)
        let storage = BrowserPoolStorage(options: options, readerOptions: PageMetadataReader.Options()) { _ in
            throw PageError(.browserFailed, "there is no browser")
        }
        let url = try #require(URL(string: "https://example.com/"))
        await #expect(throws: PageError.self) { try await storage.read(url, .none).value }
        // From here on the worker ends, which takes a while.
        while !storage.waitedTooLong(0) { try await Task.sleep(for: .milliseconds(1)) }
        storage.stop()
        #expect(!storage.ended.task.isCompleted)
        storage.ended(0)
        #expect(storage.ended.task.isCompleted)
    }
}
