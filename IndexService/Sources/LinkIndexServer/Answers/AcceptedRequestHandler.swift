#if os(Linux)
import Dispatch
import Foundation
import NIOCore

/// Answers a request that has arrived by the time its connection is accepted, and ends the connection, before NIO sets it up.
///
/// It is for proxies that open a connection for each request: the set-up costs several times what the answer costs. It stands in
/// front of the pipeline of the channel that listens, which passes accepted connections on to those who set them up. It looks at
/// the bytes that have arrived without taking them, so a connection that it passes on is as if it had not been here. It passes on
/// what ``FinishedResponder`` does not answer, and all connections that stay open.
final class AcceptedRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let responder: FinishedResponder
    /// The bytes of the connection that was accepted last.
    private var bytes = ByteBufferAllocator().buffer(capacity: AcceptedRequestHandler.byteLimit)

    /// One byte more than a request may have, which says that it is longer.
    private static let byteLimit = RequestHead.byteLimit + 1

    /// - Parameter responder: Makes the responses.
    init(_ responder: FinishedResponder) { self.responder = responder }

    /// Puts a handler in front of a channel that listens, and lets the system hand over connections once bytes have arrived.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - responder: Makes the responses.
    /// - Throws: The error of the channel.
    static func install(on channel: any Channel, _ responder: FinishedResponder) async throws {
        // After a second without a byte the system hands over a connection nevertheless.
        let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_DEFER_ACCEPT))
        try await channel.setOption(option, value: 1).get()
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptedRequestHandler(responder), position: .first)
        }
        .get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !answer(unwrapInboundIn(data)) { context.fireChannelRead(data) }
    }

    /// Returns whether it answered a connection's request and ended the connection.
    private func answer(_ connection: any Channel) -> Bool {
        let start = DispatchTime.now().uptimeNanoseconds
        // It has no handlers and is not registered, so nobody else uses it yet, whichever event loop it will have.
        guard let core = connection._channelCore as? any NIOTransportAccessibleChannelCore<NIOBSDSocket.Handle> else {
            return false
        }
        let end = try? core.withUnsafeTransport { answer($0, since: start) }
        switch end {
        case nil, .passedOn?: return false
        case .answered?:
            connection.close(promise: nil)
            return true
        case .begun(let rest)?:
            AnswerRestHandler.add(to: connection, rest)
            return false
        }
    }

    private enum End {
        case passedOn
        /// The client has all of the response, or is gone.
        case answered
        /// The system took the beginning of the response.
        case begun(rest: ByteBuffer)
    }

    private func answer(_ socket: NIOBSDSocket.Handle, since start: UInt64) -> End {
        let flags = Int32(MSG_DONTWAIT)
        bytes.clear()
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.byteLimit) {
            max(0, recv(socket, $0.baseAddress, Self.byteLimit, flags | Int32(MSG_PEEK)))
        }
        let head = bytes.withUnsafeReadableBytes { RequestHead($0, forwardedName: responder.forwardedName) }
        guard let head, head.fields.contains(.close),
            let response = responder.response(
                to: bytes,
                head,
                from: { responder.client(of: SocketAddress(peerOf: socket), bytes, head) }
            )
        else { return .passedOn }
        // A connection that is closed with bytes that nobody read is reset, and its client may lose the response.
        _ = bytes.withUnsafeMutableReadableBytes { recv(socket, $0.baseAddress, $0.count, flags) }
        // Before it is sent: whoever has the response finds it in the log and among the counts.
        responder.record(response.entry, since: start)
        var rest = response.bytes
        let count = rest.withUnsafeReadableBytes {
            send(socket, $0.baseAddress, $0.count, flags | Int32(MSG_NOSIGNAL))
        }
        let isGone = count < 0 && errno != EAGAIN
        rest.moveReaderIndex(forwardBy: max(0, count))
        return isGone || rest.readableBytes == 0 ? .answered : .begun(rest: rest)
    }
}
#endif
