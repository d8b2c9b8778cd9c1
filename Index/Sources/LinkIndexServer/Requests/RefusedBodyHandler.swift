import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Stops reading the body of a request that already has its response: after 64 KiB, or a second.
///
/// A client that sends a small body may use its connection again. A client that continues to send would cost a core for as long
/// as a request may take; it gets `Connection: close` if it has announced that much, and is disconnected.
final class RefusedBodyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How many bytes of a body are read after the response.
    static let byteLimit = 64 << 10
    /// How long a body is read after the response.
    static let timeLimit = TimeAmount.seconds(1)

    /// The number of requests begun minus responses ended.
    private var pending = 0
    /// Whether the latest request has not ended.
    private var isReading = false
    /// The bytes of that request that have not arrived, as far as the request states their number.
    private var announced = 0
    /// The number of bytes of that request that were read after its response.
    private var readSince = 0
    private var timer: Scheduled<Void>?

    /// Whether the arriving body already has its response.
    private var isRefused: Bool { isReading && pending == 0 }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            (pending, isReading, readSince) = (pending + 1, true, 0)
            announced = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        case .body(let bytes):
            announced -= bytes.readableBytes
            guard isRefused else { break }
            readSince += bytes.readableBytes
            if readSince > Self.byteLimit { context.close(promise: nil) }
            return
        case .end:
            isReading = false
            stop()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            if isReading, pending == 1, announced > Self.byteLimit { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            pending -= 1
            context.write(data, promise: promise)
            guard isRefused else { return }
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeLimit) {
                context.close(promise: nil)
            }
        default:
            context.write(data, promise: promise)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
