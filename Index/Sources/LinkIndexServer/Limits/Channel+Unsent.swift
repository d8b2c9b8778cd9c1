import NIOCore
import NIOHTTP1

extension Channel {
    /// How many written bytes the system has not taken yet; call it on the event loop.
    var unsentByteCount: Int { (try? syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Succeeds on the event loop once the system has taken all written bytes; fails if the connection ends before.
    ///
    /// Call it on the event loop.
    func whenSent() -> EventLoopFuture<Void> {
        let sent = eventLoop.makePromise(of: Void.self)
        do {
            // In front of it there are bytes, whatever the handlers behind it write.
            let encoder = try pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            encoder.writeAndFlush(NIOAny(ByteBuffer()), promise: sent)
        } catch {
            sent.fail(error)
        }
        return sent.futureResult
    }
}
