import BoltsPageFetching
internal import BoltsTasks
internal import Foundation
internal import Synchronization

/// A browser's only way to the network: a proxy on 127.0.0.1 that judges every host by an address policy.
///
/// It connects to the address that it judged, so a name cannot change its address in between. One thread serves all connections.
final class FilteringProxy: Sendable {
    struct Log: Sendable {
        /// The first few failures and the most recent one.
        var failures: [ConnectDecision.Failure] = []
        /// The hosts of tunnels in which no TLS was established, the first few and the most recent one.
        var brokenHandshakes: [String] = []
        var byteCount = 0
        /// The number of connections made, and of those still open.
        var connectionCount = 0
        var openCount = 0
        /// The hosts, with their ports, that the browser itself tried to reach without a request of the page.
        private(set) var unasked: Set<String> = []
        /// When a connection was last made or closed, or bytes last arrived.
        var lastActivity = ContinuousClock.now

        mutating func add(unasked authority: String) {
            if unasked.count < 64 { unasked.insert(authority) }
        }

        mutating func remove(unasked authority: String) { unasked.remove(authority) }

        mutating func add(_ failure: ConnectDecision.Failure) { Self.add(failure, to: &failures) }

        mutating func add(brokenHandshake authority: String) { Self.add(authority, to: &brokenHandshakes) }

        private static func add<Entry>(_ entry: Entry, to entries: inout [Entry]) {
            if entries.count >= 64 { entries.removeLast() }
            entries.append(entry)
        }
    }

    struct Shared: Sendable {
        var log = Log()
        var verdict: ConnectDecision
        /// The results of name look-ups, by the number of the connection that needs them.
        var lookUps: [(connection: Int, addresses: [HostAddress])] = []
        /// Whether a page is being read; between pages, browsers send their own requests, which are refused.
        var isOpen = false
        /// The hosts, with their ports, that the page requested according to the browser; `nil` if the browser does not report
        /// requests, so that every host is allowed.
        var asked: Set<String>?
        /// The number of the current page or of the pause between two pages; a connection belongs to the one in which it was made.
        var page = 0
        var isStopped = false
    }

    let port: Int
    /// Keeps pages away from the proxy itself; `nil` if it listens in another network namespace.
    private let ownPort: ClosedPorts.Lease?
    let refusalPage = ProxyRefusalPage()
    private let mailbox: ProxyMailbox

    /// Starts a proxy.
    init(
        policy: AddressPolicy,
        hosts: any HostResolving,
        byteLimit: Int,
        listener given: Int32? = nil
    ) throws(SystemSocket.Failure) {
        // The poller is created first, because it closes itself if a socket cannot be created.
        let wake: Poller
        let listener: (descriptor: Int32, port: Int)
        do throws(SystemSocket.Failure) {
            wake = try Poller()
            if let given {
                listener = try SystemSocket.listening(given)
            } else {
                listener = try SystemSocket.listen()
            }
        } catch {
            if let given { SystemSocket.close(given) }
            throw error
        }
        port = listener.port
        ownPort = given == nil ? ClosedPorts.shared.close(listener.port) : nil
        mailbox = ProxyMailbox(shared: Shared(verdict: ConnectDecision(policy: policy)), wake: wake)
        let loop = ProxyLoop(
            listener: listener.descriptor,
            mailbox: mailbox,
            hosts: hosts,
            byteLimit: byteLimit,
            refusalPage: refusalPage
        )
        // This thread does not use the loop again.
        nonisolated(unsafe) let handedOver = loop
        Thread.detachNewThread { unsafe handedOver.run() }
    }

    deinit { stop() }

    /// The maximum number of hosts that a page may request; the limit only bounds memory.
    private static let askedLimit = 4_096

    /// Begins to serve a page, with an empty log.
    func beginPage(asked: Set<String>? = nil) {
        mailbox.shared.withLock { shared in
            shared.page += 1
            shared.log = Log()
            shared.isOpen = true
            shared.asked = asked
        }
    }

    /// Records that the page requested a host, so that connections to it need not wait any longer.
    func pageAsked(for authority: String) {
        let isNew = mailbox.shared.withLock { shared in
            guard let count = shared.asked?.count, count < Self.askedLimit else { return false }
            shared.log.remove(unasked: authority)
            return shared.asked?.insert(authority).inserted == true
        }
        if isNew { mailbox.wake.wake() }
    }

    /// Closes every connection of the page, and refuses everything until the next one.
    func endPage() {
        mailbox.shared.withLock { shared in
            shared.page += 1
            shared.isOpen = false
        }
        mailbox.wake.wake()
    }

    var log: Log { mailbox.shared.withLock { $0.log } }

    func stop() {
        mailbox.shared.withLock { $0.isStopped = true }
        mailbox.wake.wake()
    }
}

final class ProxyMailbox: Sendable {
    let shared: Mutex<FilteringProxy.Shared>
    let wake: Poller

    init(shared: FilteringProxy.Shared, wake: Poller) {
        self.shared = Mutex(shared)
        self.wake = wake
    }
}
