internal import CBoltsTasks
internal import Synchronization

extension TaskDiagnostics {
    /// Writes the snapshot of this moment to standard error, as text.
    static func printSnapshot() {
        var text = "\(snapshot())\n"
        text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                if let start = bytes.baseAddress { unsafe bolts_print_error(start, UInt(bytes.count)) }
            }
        }
    }

    /// Writes the snapshot to standard error each time the process receives a signal: `kill -USR1`.
    ///
    /// The signal no longer ends the process. The snapshot is taken and written on its own queue, not in the signal handler, so
    /// it works while the main thread is blocked. Later calls with the same signal change nothing.
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
        if printing.withLock({ $0.insert(number).inserted }) { SignalSources.listen(to: number) { printSnapshot() } }
    }

    /// The signals that print a snapshot.
    private static let printing = Mutex<Set<Int32>>([])
}
