#if os(Linux) || os(macOS)
import BoltsPageFetching
internal import Foundation

/// A thread with a browser, which reads one page after another.
///
/// Whatever goes wrong with a page ends the browser it was read in: the next page has a new one.
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

    /// - Returns: Whether the worker goes on.
    private func wait() -> Bool {
        let deadline = ContinuousClock.now + storage.options.idleTimeout
        switch session?.waitIdly(until: deadline) ?? wake.wait(until: deadline) {
        case .woken: return true
        case .ready:
            // The browser ended by itself.
            retire()
            return true
        case .timedOut: return !storage.waitedTooLong(number)
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
        // Without a URL nobody waits for it any more.
        guard let url else { return storage.finish(job, of: number, .failure(CancellationError())) }
        do {
            let reading = try read(url)
            storage.finish(job, of: number, .success(reading))
        } catch {
            // First, so that whoever hears of it finds nothing left.
            retire()
            storage.finish(job, of: number, .failure(error))
            return
        }
        if session?.isWornOut != false || session?.tidy() == false { retire() }
    }

    private func read(_ url: URL) throws -> BrowserPage {
        if let session {
            do {
                return try session.read(url)
            } catch is BrowserSession.Gone {
                // It may have ended while nobody looked, which is no fault of this page.
                retire()
            }
        }
        do {
            let fresh = try start()
            session = fresh
            return try fresh.read(url)
        } catch let gone as BrowserSession.Gone {
            throw PageError(
                .browserFailed,
                "the browser ended while it read \(url.absoluteString): try again, or read the page without a browser",
                detail: gone.detail
            )
        }
    }

    private func start() throws -> BrowserSession {
        let driver = try storage.findDriver()
        return try BrowserSession(
            driver: driver,
            options: storage.options,
            readerOptions: storage.readerOptions,
            hosts: storage.hosts,
            wake: wake,
            isInterrupted: { [storage, number] in storage.isCalledOff(number) }
        )
    }
}
#endif
