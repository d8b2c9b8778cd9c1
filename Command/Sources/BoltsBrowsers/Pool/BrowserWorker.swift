@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsWebView
internal import Foundation

/// A thread with a browser, which reads pages one after another.
///
/// A page that fails ends its browser: the next page gets a new one.
final class BrowserWorker {
    private let number: Int
    private let storage: BrowserPoolStorage
    private let wake: Poller
    private var session: BrowserSession?

    init(number: Int, storage: BrowserPoolStorage, wake: Poller) {
        self.number = number
        self.storage = storage
        self.wake = wake
    }

    func run() {
        while true {
            let (next, url) = storage.next(for: number)
            switch next {
            case .read(let job):
                serve(job, url)
            case .wait:
                if wait() { continue }
                return end()
            case .end:
                return end()
            }
        }
    }

    /// Waits for the next page, and returns whether the worker continues.
    private func wait() -> Bool {
        let deadline = ContinuousClock.now + storage.options.idleTimeout
        switch session?.waitIdly(until: deadline) ?? wake.wait(until: deadline) {
        case .woken: return true
        case .ready:
            // The browser ended by itself.
            retire()
            return true
        case .timedOut:
            // The browser must end before the pool starts another worker, because it counts until then.
            retire()
            return !storage.waitedTooLong(number)
        }
    }

    private func end() {
        retire()
        storage.ended(number)
    }

    private func retire() {
        session?.stop()
        session = nil
    }

    private func serve(_ job: Int, _ url: URL?) {
        // A cancelled page has no URL any more.
        guard let url else { return storage.finish(job, of: number, .failure(CancellationError())) }
        do {
            let page = try read(url)
            storage.finish(job, of: number, .success(page))
        } catch {
            // The browser must end before the task completes, so that no process remains when the caller sees the error.
            retire()
            storage.finish(job, of: number, .failure(error))
            return
        }
        if session?.isWornOut != false || session?.prepareNextPage() == false { retire() }
    }

    private func read(_ url: URL) throws -> BrowserPage {
        if let session {
            do {
                return try session.read(url)
            } catch is SessionLost {
                // The browser may have ended while it was idle, for a reason other than this page, so a new one is tried.
                retire()
            }
        }
        do {
            let fresh = try start()
            session = fresh
            return try fresh.read(url)
        } catch let lost as SessionLost {
            throw PageError(
                .browserFailed,
                "the browser ended while it read \(url.absoluteString): try again, or read the page without a browser",
                detail: lost.detail
            )
        }
    }

    private func start() throws -> BrowserSession {
        let thread = BrowserThread(poller: wake) { [storage, number] in storage.isCalledOff(number) }
        return BrowserSession(
            browser: try storage.startBrowser(thread),
            options: storage.options,
            readerOptions: storage.readerOptions,
            thread: thread
        )
    }
}
