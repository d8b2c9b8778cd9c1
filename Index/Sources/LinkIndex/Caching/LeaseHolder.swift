import Foundation
import Logging
import Synchronization

/// The leases that this node holds: it renews them while the node fetches, and releases them.
final class LeaseHolder: Sendable {
    private let answering: StoreGuard
    private let node: String
    private let duration: Duration
    private let logger: Logger
    private let held = Mutex<[RecordKey: Lease]>([:])

    init(_ answering: StoreGuard, node: String, duration: Duration, logger: Logger) {
        self.answering = answering
        self.node = node
        self.duration = duration
        self.logger = logger
    }

    /// The number of leases that this node holds.
    var count: Int { held.withLock { $0.count } }

    /// Acquires the lease of a key, unless this or another node holds it.
    func acquire(_ key: RecordKey) async throws -> LeaseAnswer {
        let answer = try await answering.call { [node, duration] in
            try await $0.acquireLease(for: key, owner: node, duration: duration)
        }
        if case .acquired(let lease) = answer { held.withLock { $0[key] = lease } }
        return answer
    }

    /// Returns the lease of a key if this node holds it.
    func lease(for key: RecordKey) -> Lease? { held.withLock { $0[key] } }

    /// Forgets a lease that the store has released.
    ///
    /// - Parameter lease: The lease.
    /// - Returns: Whether it was held until now.
    @discardableResult
    func forget(_ lease: Lease) -> Bool {
        held.withLock { held in
            guard held[lease.key] == lease else { return false }
            held[lease.key] = nil
            return true
        }
    }

    func release(_ lease: Lease) async {
        forget(lease)
        do {
            try await answering.call { try await $0.release(lease) }
        } catch {
            // The lease expires by itself.
            logger.debug("A lease was not released, and expires: \(LoggedError(error))")
        }
    }

    /// Renews the leases until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: duration / 3) } catch { return }
            await renew()
        }
    }

    /// Renews every lease once, and forgets those that were lost.
    func renew() async {
        let leases = held.withLock { Array($0.values) }
        for start in stride(from: 0, to: leases.count, by: IndexStoreLimits.keysInOneCall) {
            let some = Array(leases[start..<min(leases.count, start + IndexStoreLimits.keysInOneCall)])
            do {
                let renewed = try await answering.store.renew(some, duration: duration)
                // A lease that this node released meanwhile was not lost.
                for lease in some where !renewed.contains(lease) && forget(lease) {
                    // A URL may contain tokens or names of people.
                    let host = URL(string: lease.key.text)?.host() ?? ""
                    logger.info("A lease was lost to another node.", metadata: ["host": "\(host)"])
                }
            } catch {
                logger.warning("Leases were not renewed: \(LoggedError(error))")
            }
        }
    }
}
