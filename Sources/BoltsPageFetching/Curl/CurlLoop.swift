#if os(Linux)
import CBoltsCurl
import Foundation
import Synchronization

/// The thread that drives every transfer of libcurl, and the queues of the waiting ones.
///
/// Other threads enqueue commands and wake it; only this thread uses libcurl's handles. It exists as long as the
/// process and sleeps while there is nothing to do.
final class CurlLoop: Sendable {
    private struct TransferID: Hashable {
        let fetch: ObjectIdentifier
        let request: Int
    }

    private struct Transfer {
        let id: TransferID
        let request: PageRequest
        let fetch: PageFetch
        let settings: CurlExchange.Settings
        let pool: TransferPool
    }

    private enum Command {
        case start(Transfer)
        case stop(TransferID)
    }

    /// Created on first use; `nil` if libcurl cannot be loaded.
    static let shared = CurlLibrary.shared.flatMap { CurlLoop($0) }

    private let commands = Mutex<[Command]>([])
    private let library: CurlLibrary
    /// The address of libcurl's handle, which other threads may use only to wake this thread.
    private let multi: UInt

    private init?(_ library: CurlLibrary) {
        guard let multi = unsafe bolts_curl_multi_make() else { return nil }
        self.library = library
        self.multi = UInt(bitPattern: multi)
        let thread = Thread { [self] in run() }
        thread.name = "bolts.curl"
        thread.start()
    }

    /// Sends a request once its pool allows it, and reports the events to the fetch.
    func start(
        _ request: PageRequest,
        for fetch: PageFetch,
        in pool: TransferPool,
        _ settings: CurlExchange.Settings
    ) {
        let id = TransferID(fetch: ObjectIdentifier(fetch), request: request.number)
        leave(.start(Transfer(id: id, request: request, fetch: fetch, settings: settings, pool: pool)))
    }

    /// Closes the connection of a request, or removes it from its queue.
    func stop(request: Int, of fetch: PageFetch) {
        leave(.stop(TransferID(fetch: ObjectIdentifier(fetch), request: request)))
    }

    private func leave(_ command: Command) {
        commands.withLock { $0.append(command) }
        unsafe OpaquePointer(bitPattern: multi).map(bolts_curl_multi_wake)
    }

    // MARK: - On the thread

    private func run() {
        bolts_curl_block_signals()
        guard let multi = unsafe OpaquePointer(bitPattern: multi) else { return }
        var transfers = unsafe Transfers(multi, inflates: library.inflates)
        while true {
            for command in commands.withLock({ exchange(&$0, with: []) }) {
                switch command {
                case .start(let transfer): transfers.add(transfer)
                case .stop(let id): transfers.remove(id)
                }
            }
            transfers.startNext()
            unsafe bolts_curl_multi_perform(multi)
            transfers.finishEnded()
            // An ended transfer made room for others, which must not wait.
            if transfers.startNext() { continue }
            // A command that arrived meanwhile makes this return at once.
            unsafe bolts_curl_multi_wait(multi, 60_000)
        }
    }

    /// The transfers that wait and those that run.
    // Safe: handles are keys, and are removed before their exchange frees them.
    @safe private struct Transfers {
        private let multi: OpaquePointer
        private let inflates: Bool
        private var queues: [ObjectIdentifier: TransferScheduler<TransferID, Transfer>] = [:]
        /// The queues that may have a transfer to start.
        private var changed: Set<ObjectIdentifier> = []
        private var pools: [TransferID: TransferPool] = [:]
        private var exchanges: [TransferID: CurlExchange] = [:]
        private var ids: [OpaquePointer: TransferID] = unsafe [:]

        init(_ multi: OpaquePointer, inflates: Bool) {
            unsafe self.multi = unsafe multi
            self.inflates = inflates
        }

        mutating func add(_ transfer: Transfer) {
            // The fetch may have ended since.
            guard transfer.fetch.wants(transfer.id.request) else { return }
            let pool = ObjectIdentifier(transfer.pool)
            let destination = TransferScheduler<TransferID, Transfer>.Destination(
                host: transfer.request.target.host.text,
                network: transfer.request.address.map { AddressBlock($0) }
            )
            pools[transfer.id] = transfer.pool
            let (limit, networkLimit) = (transfer.pool.limit, transfer.pool.networkLimit)
            queues[pool, default: TransferScheduler(limit: limit, networkLimit: networkLimit)]
                .add(transfer.id, transfer, to: destination)
            changed.insert(pool)
        }

        mutating func remove(_ id: TransferID) {
            guard let pool = pools.removeValue(forKey: id).map({ ObjectIdentifier($0) }) else { return }
            queues[pool]?.remove(id)
            changed.insert(pool)
            if queues[pool]?.isEmpty == true { queues[pool] = nil }
            guard let exchange = exchanges.removeValue(forKey: id), let easy = unsafe exchange.easy else { return }
            unsafe ids[easy] = nil
            unsafe bolts_curl_multi_remove(multi, easy)
            exchange.close()
        }

        /// - Returns: Whether a transfer was started.
        @discardableResult
        mutating func startNext() -> Bool {
            var hasStarted = false
            while let pool = changed.popFirst() {
                while let transfer = queues[pool]?.next() {
                    if start(transfer) {
                        hasStarted = true
                    } else {
                        remove(transfer.id)
                    }
                }
            }
            return hasStarted
        }

        private mutating func start(_ transfer: Transfer) -> Bool {
            guard transfer.fetch.began(request: transfer.id.request) else { return false }
            let exchange = CurlExchange(
                transfer.request,
                for: transfer.fetch,
                transfer.settings,
                inflates: inflates
            )
            guard let easy = unsafe exchange.easy, unsafe bolts_curl_multi_add(multi, easy) else {
                exchange.couldNotBegin()
                return false
            }
            exchanges[transfer.id] = exchange
            unsafe ids[easy] = transfer.id
            return true
        }

        mutating func finishEnded() {
            var easy: OpaquePointer?
            var code: Int32 = 0
            while unsafe bolts_curl_multi_next_ended(multi, &easy, &code) {
                guard let easy = unsafe easy, let id = unsafe ids[easy], let exchange = exchanges[id] else { continue }
                remove(id)
                exchange.ended(code)
            }
        }
    }
}
#endif
