import NIOCore
import NIOHTTP1

extension Channel {
    /// How many bytes were written that the system has not taken yet; to be asked on the event loop.
    var unsentByteCount: Int { (try? syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Succeeds on the event loop once the system has taken what was written; it fails if the connection ends before.
    ///
    /// To be called on the event loop.
    func whenSent() -> EventLoopFuture<Void> {
        let sent = eventLoop.makePromise(of: Void.self)
        do {
            // In front of it there are bytes, whatever the handlers behind write.
            let encoder = try pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            encoder.writeAndFlush(NIOAny(ByteBuffer()), promise: sent)
        } catch {
            sent.fail(error)
        }
        return sent.futureResult
    }
}
