internal import CBoltsTasks
internal import Dispatch
internal import Synchronization

/// The signals of this process that are listened to, for as long as it lives.
enum SignalSources {
    private struct Source: @unchecked Sendable {
        // Only kept alive.
        let source: any DispatchSourceSignal
    }

    private static let sources = Mutex<[Source]>([])
    private static let queue = DispatchQueue(label: "bolts.signals")

    /// Calls a closure each time the process receives a signal, which no longer ends it.
    ///
    /// The closure runs on a queue, not in the signal's handler, so it may do anything. When this returns, the signal is listened to.
    static func listen(to number: Int32, _ action: @escaping @Sendable () -> Void) {
        let isListening = DispatchSemaphore(value: 0)
        bolts_prepare_signal(number)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: action)
        source.setRegistrationHandler { isListening.signal() }
        source.resume()
        let kept = Source(source: source)
        sources.withLock { $0.append(kept) }
        // Until Dispatch listens, the signal would end the process.
        isListening.wait()
    }
}
