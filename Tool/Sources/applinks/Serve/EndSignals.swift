import Dispatch
import Foundation

/// Waits for the signals by which a person or a supervisor ends a program.
///
/// The first signal ends the wait, and the process half a second later whatever it still does. A second one ends it at once.
final class EndSignals: Sendable {
    /// How long the process may take to end by itself.
    private static let patience = DispatchTimeInterval.milliseconds(500)

    private let arrivals: AsyncStream<Void>
    // Kept only; nobody touches them after the start.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    init() {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.arrivals = arrivals
        // A queue of its own: the threads of Swift's concurrency may all be busy.
        let queue = DispatchQueue(label: "applinks.signals", qos: .userInteractive)
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.finish()
                queue.asyncAfter(deadline: .now() + Self.patience) { _exit(0) }
            }
            source.resume()
            return source
        }
    }

    /// Returns when a signal has arrived, or the surrounding task is cancelled.
    func wait() async {
        for await _ in arrivals {}
    }
}
