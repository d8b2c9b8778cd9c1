import NIOCore

extension Channel {
    /// How many bytes were written that the system has not taken yet; to be asked on the event loop.
    var unsentByteCount: Int { (try? syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Calls a closure on the event loop once the system has taken what was written, or the connection has ended.
    ///
    /// To be called on the event loop. It works for connections whose handlers write anything else than bytes.
    ///
    /// - Parameter body: The closure.
    func whenSent(_ body: @escaping @Sendable () -> Void) {
        let sent = eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { _ in body() }
        _channelCore.write0(NIOAny(ByteBuffer()), promise: sent)
        _channelCore.flush0()
    }
}
