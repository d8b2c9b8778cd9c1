import BoltsTasks
import Dispatch
import Foundation

/// Waits for the signals with which a user or a supervisor ends a program.
///
/// The first signal ends the wait and, half a second later, the process, whatever it is doing. A second signal ends the process at
/// once.
struct TerminationSignals: Sendable {
    /// How long the process may take to end by itself.
    private static let patience = DispatchTimeInterval.milliseconds(500)

    private let token: CancellationToken

    /// Begins to listen; no later signal is missed.
    init(status: @escaping @Sendable () -> Int32 = { 0 }) {
        token = .onSignals(SIGINT, SIGTERM)
        // Signals need a separate queue, because all threads of Swift's concurrency may be busy.
        let queue = DispatchQueue(label: "applinks.signals", qos: .userInteractive)
        token.register { queue.asyncAfter(deadline: .now() + Self.patience) { _exit(status()) } }
    }

    /// Returns when a signal has arrived, or the surrounding task is cancelled.
    func wait() async {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        let registration = token.register { continuation.finish() }
        for await _ in arrivals {}
        registration.dispose()
    }
}
