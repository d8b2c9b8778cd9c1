@_spi(Bolts) import BoltsPageFetching

/// The state machine of one connection from a browser to its proxy, without its sockets.
struct ProxyConnection {
    enum Action: Equatable {
        case none
        /// Decide whether the host may be connected to, and at which addresses.
        case judge(ProxyRequest)
        case connect(HostAddress, port: Int)
    }

    private enum Phase {
        case readingHead
        case judging(ProxyRequest)
        case connecting(ProxyRequest, ArraySlice<HostAddress>)
        case relaying
        /// Writing the rest, then closing.
        case closing
    }

    /// The first byte of a TLS record, which is its type.
    private enum TLSRecord {
        static let changeCipherSpec: UInt8 = 20
        static let alert: UInt8 = 21
        static let handshake: UInt8 = 22
        static let changeLength = 6
    }

    /// The number of bytes that are read from one side before the other has taken them.
    static let bufferSize = 64 * 1_024

    private var phase = Phase.readingHead
    private var head: [UInt8] = []
    /// The remaining bytes of the request's body; `nil` in a tunnel.
    private var bodyLeft: Int? = 0
    private let refusalPage: ProxyRefusalPage
    /// The tunnel's request, once it is established.
    private var tunnel: ProxyRequest?
    private var serverHasSpoken = false
    /// The first byte that the browser sent into the tunnel, and its first bytes after the server's first byte.
    private var opening: UInt8?
    private var reply: [UInt8] = []

    private(set) var toServer: [UInt8] = []
    private(set) var toClient: [UInt8] = []
    private(set) var clientHasEnded = false
    private(set) var serverHasEnded = false
    private(set) var failure: ConnectDecision.Failure?

    init(refusalPage: ProxyRefusalPage) {
        self.refusalPage = refusalPage
    }

    // MARK: Operations on the sockets

    var wantsFromClient: Bool {
        switch phase {
        case .readingHead: true
        // Nothing is read, but a closed connection must be noticed.
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

    var isFinished: Bool {
        switch phase {
        case .closing: toClient.isEmpty
        case .relaying: clientHasEnded && serverHasEnded && toClient.isEmpty && toServer.isEmpty
        case .readingHead: clientHasEnded
        case .judging, .connecting: false
        }
    }

    /// Whether to shut down sending to the server.
    var endsServer: Bool {
        // Over plain http, a browser that has shut down its side still waits for the response, and some servers close the
        // connection of a client that has shut down its side.
        if case .relaying = phase { return clientHasEnded && toServer.isEmpty && bodyLeft == nil }
        return false
    }

    /// Whether to shut down sending to the browser.
    var endsClient: Bool {
        if case .relaying = phase { return serverHasEnded && toClient.isEmpty }
        return false
    }

    /// The host of the tunnel if it ended now and no TLS was established in it; otherwise `nil`.
    ///
    /// A browser that rejects a certificate first closes the connection or sends an alert. In TLS 1.3 an alert may be
    /// encrypted and look like data, so some failed handshakes are not recognized.
    var brokenHandshake: String? {
        guard let tunnel, serverHasSpoken, opening == TLSRecord.handshake else { return nil }
        // In TLS 1.3 this record has no meaning, and may come first.
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
            // A second request on this connection would reach the wrong server.
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
        guard let end = head[searchedFrom...].firstRange(of: "\r\n\r\n".utf8)?.upperBound else {
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

    mutating func judged(_ verdict: Result<[HostAddress], ConnectDecision.Failure>) -> Action {
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

    mutating func connectFailed() -> Action { connectToNext() }

    private mutating func connectToNext() -> Action {
        guard case .connecting(let request, var addresses) = phase else { return .none }
        guard let address = addresses.popFirst() else {
            fail(
                ConnectDecision.Failure(
                    problem: .unreachable,
                    authority: request.authority,
                    detail: "\(request.authority) does not accept a connection"
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
        // Over plain http, a server that closed its side has responded, so nothing more is sent to it.
        if bodyLeft != nil {
            clientHasEnded = true
            toServer = []
        }
    }

    /// The server takes no more bytes.
    ///
    /// Remaining bytes are dropped, because `poll` reports such a socket as ready each time.
    mutating func sendingFailed() {
        serverHasEnded = true
        clientHasEnded = true
        toServer = []
    }
}
