#if os(Linux) || os(macOS)
import BoltsPageFetching

/// One connection of a browser to its proxy, without its sockets: what was read, what is to be written, what comes next.
struct ProxyConnection {
    enum Action: Equatable {
        case none
        /// Find out whether the place may be connected to, and at which addresses.
        case judge(ProxyRequest)
        case connect(IPAddress, port: Int)
    }

    private enum Phase {
        case readingHead
        case judging(ProxyRequest)
        case connecting(ProxyRequest, ArraySlice<IPAddress>)
        case relaying
        /// Write what is left, then close.
        case closing
    }

    /// Kinds of TLS records, each of which begins with its kind.
    private enum TLSRecord {
        static let changeCipherSpec: UInt8 = 20
        static let alert: UInt8 = 21
        static let handshake: UInt8 = 22
        /// How long the first of these is.
        static let changeLength = 6
    }

    /// How much is read from one side before the other has taken it.
    static let bufferSize = 64 * 1_024

    private var phase = Phase.readingHead
    private var head: [UInt8] = []
    /// How much of a request's body has yet to come; `nil` in a tunnel.
    private var bodyLeft: Int? = 0
    private let refusalPage: ProxyRefusalPage
    /// The tunnel, once it stands.
    private var tunnel: ProxyRequest?
    private var serverHasSpoken = false
    /// The first byte that the browser sent into a tunnel, and its first ones after the server had spoken.
    private var opening: UInt8?
    private var reply: [UInt8] = []

    private(set) var toServer: [UInt8] = []
    private(set) var toClient: [UInt8] = []
    private(set) var clientHasEnded = false
    private(set) var serverHasEnded = false
    /// Why nothing was connected to.
    private(set) var failure: ConnectDecision.Failure?

    init(refusalPage: ProxyRefusalPage) {
        self.refusalPage = refusalPage
    }

    // MARK: What to do with the sockets

    var wantsFromClient: Bool {
        switch phase {
        case .readingHead: true
        // Nothing more is wanted, but that the browser leaves must be noticed.
        case .judging, .connecting: false
        case .relaying: !clientHasEnded && toServer.isEmpty
        case .closing: false
        }
    }

    var wantsFromServer: Bool {
        if case .relaying = phase { return !serverHasEnded && toClient.isEmpty }
        return false
    }

    var isConnecting: Bool {
        if case .connecting = phase { return true }
        return false
    }

    /// Whether all is done and the sockets can be closed.
    var isFinished: Bool {
        switch phase {
        case .closing: toClient.isEmpty
        case .relaying: clientHasEnded && serverHasEnded && toClient.isEmpty && toServer.isEmpty
        case .readingHead: clientHasEnded
        case .judging, .connecting: false
        }
    }

    /// Whether the server is to be told that no more comes.
    var endsServer: Bool {
        // A browser that sends no more over plain http still waits for the answer, and servers hang up on those who end.
        if case .relaying = phase { return clientHasEnded && toServer.isEmpty && bodyLeft == nil }
        return false
    }

    /// Whether the browser is to be told that no more comes.
    var endsClient: Bool {
        if case .relaying = phase { return serverHasEnded && toClient.isEmpty }
        return false
    }

    /// Where a tunnel led in which no TLS came about, if this were its end.
    ///
    /// A browser that does not like a certificate hangs up, or says why in an alert, before it says anything else. Since
    /// TLS 1.3 alerts may look like anything else: there may be a handshake that failed and is not told.
    var brokenHandshake: String? {
        guard let tunnel, serverHasSpoken, opening == TLSRecord.handshake else { return nil }
        // The record that says nothing any more since TLS 1.3 may come first.
        let answer = reply.first == TLSRecord.changeCipherSpec ? reply.dropFirst(TLSRecord.changeLength) : reply[...]
        return answer.isEmpty || answer.first == TLSRecord.alert ? tunnel.authority : nil
    }

    // MARK: Events

    mutating func receivedFromClient(_ bytes: ArraySlice<UInt8>) -> Action {
        switch phase {
        case .readingHead:
            return readHead(bytes)
        case .relaying:
            guard let left = bodyLeft else {
                if serverHasSpoken {
                    reply += bytes.prefix(TLSRecord.changeLength + 1 - reply.count)
                } else {
                    opening = opening ?? bytes.first
                }
                toServer += bytes
                return .none
            }
            // Another request on this connection would reach the wrong server.
            guard bytes.count <= left else {
                phase = .closing
                return .none
            }
            bodyLeft = left - bytes.count
            toServer += bytes
            return .none
        case .judging, .connecting, .closing:
            return .none
        }
    }

    private mutating func readHead(_ bytes: ArraySlice<UInt8>) -> Action {
        let searchedFrom = max(head.count - 3, 0)
        head += bytes
        guard let end = Self.endOfHead(head, from: searchedFrom) else {
            if head.count > ProxyRequest.headLimit { refuseHead("431 Request Header Fields Too Large") }
            return .none
        }
        let request: ProxyRequest
        do {
            request = try ProxyRequest(head: head[..<end])
        } catch {
            refuseHead("400 Bad Request")
            return .none
        }
        let rest = head[end...]
        switch request.kind {
        case .tunnel:
            bodyLeft = nil
            opening = rest.first
            toServer = Array(rest)
        case .forward(let forwarded, let bodyLength):
            guard rest.count <= bodyLength else {
                refuseHead("400 Bad Request")
                return .none
            }
            bodyLeft = bodyLength - rest.count
            toServer = forwarded + rest
        }
        head = []
        phase = .judging(request)
        return .judge(request)
    }

    private mutating func refuseHead(_ status: String) {
        toClient = Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        phase = .closing
    }

    mutating func judged(_ verdict: Result<[IPAddress], ConnectDecision.Failure>) -> Action {
        guard case .judging(let request) = phase else { return .none }
        switch verdict {
        case .failure(let failure):
            fail(failure, request)
            return .none
        case .success(let addresses):
            phase = .connecting(request, addresses[...])
            return connectToNext()
        }
    }

    /// The address that was tried cannot be connected to.
    mutating func connectFailed() -> Action { connectToNext() }

    private mutating func connectToNext() -> Action {
        guard case .connecting(let request, var addresses) = phase else { return .none }
        guard let address = addresses.popFirst() else {
            fail(
                ConnectDecision.Failure(
                    problem: .unreachable,
                    authority: request.authority,
                    detail: "\(request.authority) cannot be connected to"
                ),
                request
            )
            return .none
        }
        phase = .connecting(request, addresses)
        return .connect(address, port: request.port)
    }

    mutating func connected() {
        guard case .connecting(let request, _) = phase else { return }
        if case .tunnel = request.kind {
            tunnel = request
            toClient = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
        }
        phase = .relaying
    }

    private mutating func fail(_ failure: ConnectDecision.Failure, _ request: ProxyRequest) {
        self.failure = failure
        toServer = []
        switch request.kind {
        case .tunnel: refuseHead(failure.problem == .unreachable ? "502 Bad Gateway" : "403 Forbidden")
        case .forward:
            toClient = refusalPage.answer(failure)
            phase = .closing
        }
    }

    mutating func receivedFromServer(_ bytes: ArraySlice<UInt8>) {
        serverHasSpoken = true
        toClient += bytes
    }

    mutating func sentToServer(_ count: Int) { toServer.removeFirst(min(count, toServer.count)) }

    mutating func sentToClient(_ count: Int) { toClient.removeFirst(min(count, toClient.count)) }

    mutating func clientEnded() { clientHasEnded = true }

    mutating func serverEnded() {
        serverHasEnded = true
        // Over plain http there is nothing left to say to a server that has answered.
        if bodyLeft != nil {
            clientHasEnded = true
            toServer = []
        }
    }

    /// Where a head ends, after its empty line.
    private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 3 < bytes.count {
            if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 {
                return index + 4
            }
            index += 1
        }
        return nil
    }
}
#endif
