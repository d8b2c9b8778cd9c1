import NIOCore
import NIOHTTPTypes

/// Registers a connection with ``ConnectionShares``, and reports whether it is idle.
///
/// A request counts once it has arrived completely; a client that does not send the rest is idle too. A response counts until the
/// system has accepted all of it.
final class ConnectionShareHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let shares: ConnectionShares
    private let proxies: TrustedProxies
    private var entered: (connection: ConnectionShares.Connection, address: String)?
    /// The number of requests that arrived minus the responses that were sent.
    private var pending = 0

    /// - Parameters:
    ///   - shares: The connections of all clients.
    ///   - proxies: Proxies, whose connections belong to many clients and are not counted.
    init(_ shares: ConnectionShares, proxies: TrustedProxies) {
        self.shares = shares
        self.proxies = proxies
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { enter(context.channel) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelActive(context: ChannelHandlerContext) {
        enter(context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { count(1) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { count(-1) }
        context.write(data, promise: promise)
    }

    private func count(_ change: Int) {
        pending += change
        if change > 0 { entered?.connection.wasUsed.store(true, ordering: .relaxed) }
        entered?.connection.hasRequest.store(pending > 0, ordering: .relaxed)
    }

    private func enter(_ channel: any Channel) {
        guard entered == nil, let address = channel.remoteAddress.flatMap({ IPNumber($0) }),
            !proxies.contains(channel.remoteAddress)
        else { return }
        let (shares, name) = (shares, address.clientName)
        let connection = ConnectionShares.Connection(
            closeIfIdle: { connection, newcomer in
                // The closure runs on the connection's event loop, so that no request arrives in between.
                channel.eventLoop.execute { Self.close(connection, channel, for: newcomer, shares, name) }
            },
            refuse: { channel.close(promise: nil) }
        )
        entered = (connection, name)
        Self.enter(connection, for: connection, shares, name)
    }

    private static func enter(
        _ connection: ConnectionShares.Connection,
        for newcomer: ConnectionShares.Connection,
        _ shares: ConnectionShares,
        _ address: String
    ) {
        switch shares.enter(connection, of: address, for: newcomer) {
        case .room: break
        case .replaces(let idle): idle.closeIfIdle(idle, newcomer)
        case .refused: newcomer.refuse()
        }
    }

    /// Closes a connection for a new one; if it is no longer idle, counts it again and closes another one.
    private static func close(
        _ connection: ConnectionShares.Connection,
        _ channel: any Channel,
        for newcomer: ConnectionShares.Connection,
        _ shares: ConnectionShares,
        _ address: String
    ) {
        guard channel.isActive else { return }
        if connection.isIdle {
            // Unsent bytes are checked only here, because a check after each response would cost more.
            guard channel.unsentByteCount > 0 else { return channel.close(promise: nil) }
            connection.hasUnsent.store(true, ordering: .relaxed)
            channel.whenSent().whenComplete { _ in connection.hasUnsent.store(false, ordering: .relaxed) }
        }
        enter(connection, for: newcomer, shares, address)
    }

    private func leave() {
        guard let entered else { return }
        self.entered = nil
        shares.leave(entered.connection, of: entered.address)
    }
}
