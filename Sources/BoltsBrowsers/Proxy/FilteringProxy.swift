#if os(Linux) || os(macOS)
import BoltsPageFetching
internal import BoltsTasks
internal import Foundation
internal import Synchronization

/// The one way that a browser has to the network: a proxy on 127.0.0.1 that judges every place by an address policy.
///
/// It connects to the very address that it judged, so a name cannot change its meaning in between. One thread serves all
/// connections.
final class FilteringProxy: Sendable {
    /// What became of the places that a page asked for.
    struct Log: Sendable {
        /// The first failures of the page, and the last.
        var failures: [ConnectDecision.Failure] = []
        /// Where tunnels led in which no TLS came about, the first ones and the last.
        var brokenHandshakes: [String] = []
        /// How many bytes came and went.
        var byteCount = 0
        /// How many connections were made, and how many are left.
        var connectionCount = 0
        var openCount = 0
        /// When a connection was made or closed, or bytes came, for the last time.
        var lastActivity = ContinuousClock.now

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
        /// What name servers said, by the number of the connection that asked.
        var answers: [(connection: Int, addresses: [IPAddress])] = []
        /// Whether there is a page that may ask for anything.
        ///
        /// Browsers ask for things of their own between pages.
        var isOpen = false
        var isStopped = false
    }

    let port: Int
    let refusalPage = ProxyRefusalPage()
    private let mailbox: ProxyMailbox

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - policy: Which addresses and ports may be connected to.
    ///   - hosts: What looks names up.
    ///   - byteLimit: How many bytes a page may load, both ways, over all connections.
    /// - Throws: What the system says where there is no socket to be had.
    init(policy: AddressPolicy, hosts: any HostResolving, byteLimit: Int) throws(SystemSocket.Failure) {
        // First, as it closes itself if there is no socket to be had.
        let wake = try Poller()
        let listener = try SystemSocket.listen()
        port = listener.port
        mailbox = ProxyMailbox(
            shared: Shared(verdict: ConnectDecision(policy: policy, closedPorts: [listener.port])),
            wake: wake
        )
        let loop = ProxyLoop(
            listener: listener.descriptor,
            mailbox: mailbox,
            hosts: hosts,
            byteLimit: byteLimit,
            refusalPage: refusalPage
        )
        // Handed over whole: this thread does not touch it again.
        nonisolated(unsafe) let handedOver = loop
        Thread.detachNewThread { handedOver.run() }
    }

    deinit { stop() }

    /// Closes a port of this machine to pages, whatever the policy says.
    func close(port: Int) {
        mailbox.shared.withLock { _ = $0.verdict.admission.closedPorts.insert(port) }
    }

    /// Lets a page ask, and forgets what became of the last one.
    func beginPage() {
        mailbox.shared.withLock { shared in
            shared.log = Log(openCount: shared.log.openCount)
            shared.isOpen = true
        }
    }

    /// Refuses everything until the next page.
    func endPage() {
        mailbox.shared.withLock { $0.isOpen = false }
    }

    /// What has become of the places that the page asked for, so far.
    var log: Log { mailbox.shared.withLock { $0.log } }

    /// Closes every connection, and listens no more.
    func stop() {
        mailbox.shared.withLock { $0.isStopped = true }
        mailbox.wake.wake()
    }
}
#endif
