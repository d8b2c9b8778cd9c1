@_spi(Bolts) import BoltsPageFetching
internal import BoltsTasks
internal import Synchronization
internal import Foundation

/// The proxy's thread: moves bytes between sockets as ``ProxyConnection`` decides.
final class ProxyLoop {
    private struct Pair {
        var connection: ProxyConnection
        let client: Int32
        /// The page that the connection belongs to.
        let page: Int
        var server: Int32?
        var hasEndedServer = false
        var hasEndedClient = false
        var hasToldFailure = false
        let lookUp = CancellationTokenSource()
    }

    private static let pairLimit = 128
    /// How many connections may wait for their host to be requested.
    ///
    /// A browser opens few connections to one proxy, so further requests of the browser itself would block the page's.
    private static let heldLimit = 8

    private let listener: Int32
    private let mailbox: ProxyMailbox
    private let hosts: any HostResolving
    private let byteLimit: Int
    private let refusalPage: ProxyRefusalPage
    private var pairs: [Int: Pair] = [:]
    private var nextNumber = 0
    private var isShortOfDescriptors = false
    /// The requests of connections whose host is being looked up.
    private var pending: [Int: ProxyRequest] = [:]
    /// The requests of connections that wait until the browser reports that the page requested their host.
    private var held: [Int: ProxyRequest] = [:]
    private var buffer = [UInt8](repeating: 0, count: ProxyConnection.bufferSize)

    init(
        listener: Int32,
        mailbox: ProxyMailbox,
        hosts: any HostResolving,
        byteLimit: Int,
        refusalPage: ProxyRefusalPage
    ) {
        self.listener = listener
        self.mailbox = mailbox
        self.hosts = hosts
        self.byteLimit = byteLimit
        self.refusalPage = refusalPage
    }

    func run() {
        while true {
            var (entries, owners) = interests()
            // While no descriptor is free, a connection waiting at the listener would wake this thread repeatedly.
            _ = mailbox.wake.wait(for: &entries, until: isShortOfDescriptors ? .now + .milliseconds(50) : nil)
            isShortOfDescriptors = false
            let (isStopped, page, lookUps) = mailbox.shared.withLock { shared in
                defer { shared.lookUps = [] }
                return (shared.isStopped, shared.page, shared.lookUps)
            }
            if isStopped { break }
            for (number, pair) in pairs where pair.page != page { close(number) }
            releaseHeld()
            for lookUp in lookUps { takeAnswer(lookUp.connection, lookUp.addresses) }
            for (entry, owner) in zip(entries, owners) where entry.revents != 0 {
                if let owner { serve(owner, entry) } else { acceptAll() }
            }
            for number in Array(pairs.keys) { settle(number) }
        }
        for number in Array(pairs.keys) { close(number) }
        SystemSocket.close(listener)
    }

    /// The descriptors to wait for, and the connections they belong to; `nil` for the listener.
    private func interests() -> (entries: [pollfd], owners: [Int?]) {
        var entries: [pollfd] = []
        var owners: [Int?] = []
        if pairs.count < Self.pairLimit, !isShortOfDescriptors {
            entries.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
            owners.append(nil)
        }
        for (number, pair) in pairs {
            var events: Int16 = 0
            if pair.connection.wantsFromClient { events |= Int16(POLLIN) }
            if !pair.connection.toClient.isEmpty { events |= Int16(POLLOUT) }
            // Even without events, `poll` reports a closed connection.
            entries.append(pollfd(fd: pair.client, events: events, revents: 0))
            owners.append(number)
            guard let server = pair.server else { continue }
            events = 0
            if pair.connection.isConnecting || !pair.connection.toServer.isEmpty { events |= Int16(POLLOUT) }
            if pair.connection.wantsFromServer { events |= Int16(POLLIN) }
            guard events != 0 else { continue }
            entries.append(pollfd(fd: server, events: events, revents: 0))
            owners.append(number)
        }
        return (entries, owners)
    }

    private func acceptAll() {
        while pairs.count < Self.pairLimit {
            let client: Int32?
            do {
                client = try SystemSocket.accept(listener)
            } catch {
                isShortOfDescriptors = true
                return
            }
            guard let client else { return }
            let page = mailbox.shared.withLock { shared in
                shared.log.connectionCount += 1
                shared.log.openCount += 1
                shared.log.lastActivity = .now
                return shared.page
            }
            pairs[nextNumber] = Pair(connection: ProxyConnection(refusalPage: refusalPage), client: client, page: page)
            nextNumber += 1
        }
    }

    private func serve(_ number: Int, _ entry: pollfd) {
        guard let pair = pairs[number] else { return }
        if entry.fd == pair.client {
            serveClient(number, entry)
        } else if entry.fd == pair.server {
            if pair.connection.isConnecting { finishConnecting(number) } else { serveServer(number, entry) }
        }
    }

    private func serveClient(_ number: Int, _ entry: pollfd) {
        guard var pair = pairs[number] else { return }
        if entry.revents & Int16(POLLOUT) != 0, !pair.connection.toClient.isEmpty {
            switch SystemSocket.send(pair.client, pair.connection.toClient[...]) {
            case .moved(let count): pair.connection.sentToClient(count)
            case .blocked: break
            case .ended, .failed: return close(number)
            }
        }
        var action = ProxyConnection.Action.none
        if pair.connection.wantsFromClient, entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
            switch SystemSocket.receive(pair.client, into: &buffer) {
            case .moved(let count):
                guard self.count(bytes: count) else { return }
                action = pair.connection.receivedFromClient(buffer[..<count])
            case .ended: pair.connection.clientEnded()
            case .blocked: break
            case .failed: return close(number)
            }
        } else if entry.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            return close(number)
        }
        pairs[number] = pair
        perform(action, number)
    }

    private func serveServer(_ number: Int, _ entry: pollfd) {
        guard var pair = pairs[number], let server = pair.server else { return }
        if entry.revents & Int16(POLLOUT) != 0, !pair.connection.toServer.isEmpty {
            switch SystemSocket.send(server, pair.connection.toServer[...]) {
            case .moved(let count): pair.connection.sentToServer(count)
            case .blocked: break
            case .ended, .failed: pair.connection.sendingFailed()
            }
        }
        if pair.connection.wantsFromServer, entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
            switch SystemSocket.receive(server, into: &buffer) {
            case .moved(let count):
                guard self.count(bytes: count) else { return }
                pair.connection.receivedFromServer(buffer[..<count])
            case .ended: pair.connection.serverEnded()
            case .blocked: break
            // The browser must not mistake part of the response for all of it.
            case .failed: return close(number)
            }
        }
        pairs[number] = pair
    }

    /// Counts the bytes of the page, and closes every connection beyond the limit; `false` if it is exceeded.
    private func count(bytes: Int) -> Bool {
        let limit = byteLimit
        let isWithin = mailbox.shared.withLock { shared in
            shared.log.byteCount += bytes
            shared.log.lastActivity = .now
            guard shared.log.byteCount > limit else { return true }
            shared.log.add(
                ConnectDecision.Failure(
                    problem: .exhausted,
                    authority: "",
                    detail: "the page loads more than \(limit) bytes"
                )
            )
            return false
        }
        if !isWithin { for number in Array(pairs.keys) { close(number) } }
        return isWithin
    }

    private func perform(_ action: ProxyConnection.Action, _ number: Int) {
        switch action {
        case .none:
            break
        case .judge(let request):
            judge(request, number)
        case .connect(let address, let port):
            connect(address, port, number)
        }
    }

    private func judge(_ request: ProxyRequest, _ number: Int) {
        let (verdict, isOpen, isAsked) = mailbox.shared.withLock { shared in
            let isAsked = shared.asked?.contains(request.authority) ?? true
            if shared.isOpen, !isAsked { shared.log.add(unasked: request.authority) }
            return (shared.verdict, shared.isOpen, isAsked)
        }
        guard isOpen else { return take(.failure(Self.closed(request)), number) }
        // The browser may report later that the page requested it. If it never does, the request is the browser's own.
        guard isAsked else { return hold(request, number) }
        if let refusal = verdict.refusal(of: request) { return take(.failure(refusal), number) }
        switch request.host {
        case .address(let address):
            take(verdict.judge([address], for: request), number)
        case .name(let name):
            guard let token = pairs[number]?.lookUp.token else { return }
            pending[number] = request
            hosts.addresses(of: name, cancellationToken: token).continueWith(.immediate) { [mailbox] task in
                // A name whose look-up failed has no address.
                let addresses = task.result ?? []
                mailbox.shared.withLock { $0.lookUps.append((number, addresses)) }
                mailbox.wake.wake()
            }
        }
    }

    private func hold(_ request: ProxyRequest, _ number: Int) {
        held[number] = request
        guard held.count > Self.heldLimit, let oldest = held.keys.min(), let refused = held.removeValue(forKey: oldest)
        else { return }
        take(.failure(Self.unasked(refused)), oldest)
    }

    /// Continues connections to hosts that were reported meanwhile.
    private func releaseHeld() {
        guard !held.isEmpty else { return }
        let asked = mailbox.shared.withLock { $0.asked }
        for (number, request) in held where asked?.contains(request.authority) ?? true {
            held[number] = nil
            judge(request, number)
        }
    }

    private static func unasked(_ request: ProxyRequest) -> ConnectDecision.Failure {
        ConnectDecision.Failure(
            problem: .unasked,
            authority: request.authority,
            detail: "the page did not ask for \(request.authority)"
        )
    }

    private func takeAnswer(_ number: Int, _ addresses: [HostAddress]) {
        guard let request = pending.removeValue(forKey: number), pairs[number] != nil else { return }
        // The page may have ended while the name was looked up.
        let (verdict, isOpen) = mailbox.shared.withLock { ($0.verdict, $0.isOpen) }
        take(isOpen ? verdict.judge(addresses, for: request) : .failure(Self.closed(request)), number)
    }

    private static func closed(_ request: ProxyRequest) -> ConnectDecision.Failure {
        ConnectDecision.Failure(problem: .refused, authority: request.authority, detail: "no page is being read")
    }

    private func take(_ verdict: Result<[HostAddress], ConnectDecision.Failure>, _ number: Int) {
        guard let action = pairs[number]?.connection.judged(verdict) else { return }
        perform(action, number)
    }

    private func connect(_ address: HostAddress, _ port: Int, _ number: Int) {
        do {
            pairs[number]?.server = try SystemSocket.connect(to: address, port: port)
        } catch {
            guard let action = pairs[number]?.connection.connectFailed() else { return }
            perform(action, number)
        }
    }

    private func finishConnecting(_ number: Int) {
        guard let server = pairs[number]?.server else { return }
        guard SystemSocket.connectFailure(server) == nil else {
            SystemSocket.close(server)
            pairs[number]?.server = nil
            guard let action = pairs[number]?.connection.connectFailed() else { return }
            return perform(action, number)
        }
        pairs[number]?.connection.connected()
    }

    /// Closes or shuts down the sockets of a connection according to its state, and logs its failure.
    private func settle(_ number: Int) {
        guard let pair = pairs[number] else { return }
        if let failure = pair.connection.failure, !pair.hasToldFailure {
            mailbox.shared.withLock { $0.log.add(failure) }
            pairs[number]?.hasToldFailure = true
        }
        if pair.connection.isFinished { return close(number) }
        if pair.connection.endsServer, !pair.hasEndedServer, let server = pair.server {
            SystemSocket.endSending(server)
            pairs[number]?.hasEndedServer = true
        }
        if pair.connection.endsClient, !pair.hasEndedClient {
            SystemSocket.endSending(pair.client)
            pairs[number]?.hasEndedClient = true
        }
    }

    private func close(_ number: Int) {
        guard let pair = pairs.removeValue(forKey: number) else { return }
        pending[number] = nil
        held[number] = nil
        mailbox.shared.withLock { shared in
            // Connections of an earlier page are not in this page's log.
            guard shared.page == pair.page else { return }
            shared.log.openCount -= 1
            shared.log.lastActivity = .now
            if let authority = pair.connection.brokenHandshake { shared.log.add(brokenHandshake: authority) }
        }
        SystemSocket.close(pair.client)
        if let server = pair.server { SystemSocket.close(server) }
        pair.lookUp.cancel()
    }
}
