import NIOCore
import NIOHTTP1

extension Channel {
    /// How many written bytes the system has not accepted yet; call this on the event loop.
    var unsentByteCount: Int { (try? syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Succeeds on the event loop once the system has accepted all written bytes; fails if the connection ends before.
    ///
    /// Call it on the event loop.
    func whenSent() -> EventLoopFuture<Void> {
        let sent = eventLoop.makePromise(of: Void.self)
        do {
            // Before the encoder there are only bytes, whatever the handlers after it write.
            let encoder = try pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            encoder.writeAndFlush(NIOAny(ByteBuffer()), promise: sent)
        } catch {
            sent.fail(error)
        }
        return sent.futureResult
    }
}
