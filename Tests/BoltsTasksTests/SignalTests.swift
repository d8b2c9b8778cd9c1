@testable import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

// Each test runs in its own process, because signals belong to a process.
#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
@Suite(.timeLimit(.minutes(20))) struct SignalTests {
    @Test(.tags(.t8)) func theFirstSignalCancelsTheTokenAndTellsWhich() async {
        await #expect(processExitsWith: .exitCode(3)) {
            let stop = CancellationToken.onSignals(SIGINT, SIGTERM)
            precondition(!stop.isCancellationRequested && stop.cancellationReason == nil)
            let endless = TaskCompletionSource<Int>()
            let work = endless.task.continueWith(cancellationToken: stop) { $0.result ?? 0 }.finally {
                print("cleaned up")
            }
            kill(getpid(), SIGTERM)
            await #expect(throws: CancellationError.self) { try await work.value }
            precondition(stop.cancellationReason as? SignalError == SignalError(number: SIGTERM))
            withExtendedLifetime(endless) {}
            exit(3)
        }
    }

    @Test(.tags(.t8)) func aSecondSignalEndsTheProcess() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            let stop = CancellationToken.onSignals(SIGINT, SIGTERM)
            let told = DispatchSemaphore(value: 0)
            stop.register { told.signal() }
            kill(getpid(), SIGTERM)
            Thread.detachNewThread {
                told.wait()
                kill(getpid(), SIGINT)
            }
            while true { try await Task.sleep(for: .seconds(1_000)) }
        }
    }
}
#endif
