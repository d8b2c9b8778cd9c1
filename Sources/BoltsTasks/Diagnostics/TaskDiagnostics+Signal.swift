internal import CBoltsTasks
internal import Dispatch
internal import Synchronization

extension TaskDiagnostics {
    /// Writes the snapshot of this moment to standard error, as text.
    ///
    /// ```swift
    /// func hangingMenuItem() { TaskDiagnostics.printSnapshot() }
    /// ```
    public static func printSnapshot() {
        var text = "\(snapshot())\n"
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                if let start = bytes.baseAddress { bolts_print_error(start, UInt(bytes.count)) }
            }
        }
    }

    /// Writes the snapshot to standard error each time the process receives a signal: `kill -USR1`.
    ///
    /// The signal no longer ends the process. The snapshot is taken and written on a queue of its own, not in the signal
    /// handler, so it works while the main thread is blocked. Later calls with the same signal change nothing. Where there
    /// are no signals (Windows, WebAssembly) it does nothing.
    ///
    /// ```swift
    /// func start() {
    ///     TaskDiagnostics.startTracking()
    ///     TaskDiagnostics.printOnSignal()
    /// }
    /// ```
    ///
    /// - Parameter signal: The number of the signal; `nil` for `SIGUSR1`.
    public static func printOnSignal(_ signal: Int32? = nil) {
        let number = signal ?? bolts_user_signal()
        if number <= 0 { return }
        SignalSources.add(number) { printSnapshot() }
    }
}

/// The sources of the signals that are listened to, which live as long as the process.
private enum SignalSources {
    #if os(Windows) || os(WASI)
    static func add(_ number: Int32, _ action: @escaping @Sendable () -> Void) {}
    #else
    private struct Source: @unchecked Sendable {
        // Only kept alive.
        let source: any DispatchSourceSignal
    }

    private static let sources = Mutex<[Int32: Source]>([:])
    private static let queue = DispatchQueue(label: "bolts.diagnostics")

    static func add(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
        let isListening = DispatchSemaphore(value: 0)
        let isNew = sources.withLock { sources in
            if sources[number] != nil { return false }
            bolts_prepare_signal(number)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: action)
            source.setRegistrationHandler { isListening.signal() }
            source.resume()
            sources[number] = Source(source: source)
            return true
        }
        // Until Dispatch listens, the signal would end the process.
        if isNew { isListening.wait() }
    }
    #endif
}
