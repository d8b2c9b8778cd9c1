#if os(Linux)
import CBoltsCurl
import Foundation
import Synchronization

/// The one thread that drives every transfer of libcurl.
///
/// Others leave commands and wake it; libcurl's handles are touched by this thread alone. It lives as long as the process,
/// asleep while there is nothing to do.
final class CurlLoop: Sendable {
    private enum Command {
        case start(Int, PageRequest, PageFetch, CurlExchange.Settings)
        case stop(Int)
    }

    private struct Inbox {
        var commands: [Command] = []
        var lastExchange = 0
    }

    /// Started when it is first asked for; `nil` where there is no libcurl to drive.
    static let shared = CurlLibrary.shared.flatMap { CurlLoop($0) }

    private let inbox = Mutex(Inbox())
    private let library: CurlLibrary
    /// Where libcurl's handle is, as a number: other threads only wake it, the one thing they may do with it.
    private let multi: UInt

    private init?(_ library: CurlLibrary) {
        guard let multi = bolts_curl_multi_make() else { return nil }
        self.library = library
        self.multi = UInt(bitPattern: multi)
        let thread = Thread { [self] in run() }
        thread.name = "bolts.curl"
        thread.start()
    }

    /// Sends a request.
    ///
    /// - Returns: What to call it when it is to be stopped.
    func start(_ request: PageRequest, for fetch: PageFetch, _ settings: CurlExchange.Settings) -> Int {
        let id = inbox.withLock { inbox in
            inbox.lastExchange += 1
            inbox.commands.append(.start(inbox.lastExchange, request, fetch, settings))
            return inbox.lastExchange
        }
        wake()
        return id
    }

    /// Closes the connection of a request, unless it has ended by itself.
    func stop(_ id: Int) {
        inbox.withLock { $0.commands.append(.stop(id)) }
        wake()
    }

    private func wake() {
        OpaquePointer(bitPattern: multi).map(bolts_curl_multi_wake)
    }

    // MARK: - On the thread

    private func run() {
        bolts_curl_block_signals()
        guard let multi = OpaquePointer(bitPattern: multi) else { return }
        var exchanges = CurlExchanges(multi)
        while true {
            for command in inbox.withLock({ exchange(&$0.commands, with: []) }) {
                switch command {
                case .start(let id, let request, let fetch, let settings):
                    // Ended before it began.
                    guard fetch.wants(request.number) else { continue }
                    exchanges.add(id, CurlExchange(request, for: fetch, settings, inflates: library.inflates))
                case .stop(let id):
                    exchanges.remove(id)
                }
            }
            bolts_curl_multi_perform(multi)
            exchanges.finishEnded()
            // A command that came meanwhile has woken the wait before it begins.
            bolts_curl_multi_wait(multi, 60_000)
        }
    }
}
#endif
