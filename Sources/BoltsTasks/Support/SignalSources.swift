internal import CBoltsTasks
internal import Dispatch
internal import Synchronization

/// The signals that this process handles, for its whole life.
enum SignalSources {
    private struct Source: @unchecked Sendable {
        // The source is stored only to keep it alive.
        let source: any DispatchSourceSignal
    }

    private static let sources = Mutex<[Source]>([])
    private static let queue = DispatchQueue(label: "bolts.signals")

    /// Calls a closure each time the process receives a signal; the signal no longer ends the process.
    ///
    /// The closure runs on a queue and not in the signal handler, so it may run any code. The signal is handled from the moment
    /// this returns.
    static func listen(to number: Int32, _ action: @escaping @Sendable () -> Void) {
        let isListening = DispatchSemaphore(value: 0)
        bolts_prepare_signal(number)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: action)
        source.setRegistrationHandler { isListening.signal() }
        source.resume()
        let kept = Source(source: source)
        sources.withLock { $0.append(kept) }
        // Until Dispatch handles the signal, it would end the process.
        isListening.wait()
    }
}
