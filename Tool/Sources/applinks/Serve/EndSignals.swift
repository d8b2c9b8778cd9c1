import Dispatch
import Foundation

/// Waits for the signals by which a person or a supervisor ends a program.
///
/// The first signal ends the wait; a second one ends the process at once.
final class EndSignals: Sendable {
    private let arrivals: AsyncStream<Void>
    // Kept only; nobody touches them after the start.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    init() {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.arrivals = arrivals
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.finish()
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
