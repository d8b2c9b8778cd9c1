import BoltsNIO
import BoltsTasks
import NIOCore
import NIOPosix
import Testing

@Suite(.timeLimit(.minutes(20))) struct FutureToTaskTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test(.tags(.t11)) func aResultCompletesTheTaskOnTheLoop() async throws {
        let promise = loop.makePromise(of: Int.self)
        let seen = promise.futureResult.task().continueOnSuccessWith { [loop] value in (value, loop.inEventLoop) }
        #expect(!seen.isCompleted)
        promise.succeed(5)
        let (value, isOnLoop) = try await seen.value
        #expect(value == 5 && isOnLoop)
    }

    @Test(.tags(.t11)) func aCompletedFutureBecomesATask() async throws {
        let task = loop.makeSucceededFuture("now").task()
        #expect(try await task.value == "now")
    }

    @Test(.tags(.t3)) func anErrorFailsTheTask() async throws {
        let future: EventLoopFuture<Int> = loop.makeFailedFuture(Fault(3))
        let task = future.task()
        await #expect(throws: Fault(3)) { try await task.value }
        #expect(task.isFaulted)
    }

    @Test(.tags(.t3)) func cancellationsCancelTheTask() async {
        for error in [CancellationError(), EventLoopError.cancelled] as [any Error] {
            let future: EventLoopFuture<Int> = loop.makeFailedFuture(error)
            let task = future.task()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(task.isCancelled)
        }
    }

    @Test(.tags(.t9)) func aTokenCancelsTheTaskAtOnceAndNotTheFuture() async throws {
        let promise = loop.makePromise(of: Int.self)
        let token = CancellationTokenSource()
        let task = promise.futureResult.task(cancellationToken: token.token)
        token.cancel()
        #expect(task.isCancelled)
        promise.succeed(5)
        #expect(try await promise.futureResult.task().value == 5)
        #expect(task.isCancelled)
    }

    @Test(.tags(.t9)) func aCancelledTokenWaitsForNothing() {
        let token = CancellationTokenSource()
        token.cancel()
        let task = loop.makeSucceededFuture(1).task(cancellationToken: token.token)
        #expect(task.isCancelled)
    }

    @Test(.tags(.t9)) func aTokenCancelsScheduledWork() async {
        let ran = Recorder<Int>()
        let token = CancellationTokenSource()
        let scheduled = loop.scheduleTask(in: .hours(1)) { ran.add(1) }
        let task = scheduled.task(cancellationToken: token.token)
        token.cancel()
        #expect(task.isCancelled)
        // The work itself is cancelled, not only the wait.
        await #expect(throws: CancellationError.self) { try await scheduled.futureResult.task().value }
        #expect(ran.count == 0)
    }

    @Test(.tags(.t9)) func cancelledScheduledWorkCancelsTheTask() async {
        let scheduled = loop.scheduleTask(in: .hours(1)) { 1 }
        let task = scheduled.task()
        scheduled.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(.tags(.t11)) func scheduledWorkGivesItsResult() async throws {
        let token = CancellationTokenSource()
        let task = loop.scheduleTask(in: .nanoseconds(1)) { 8 }.task(cancellationToken: token.token)
        #expect(try await task.value == 8)
        token.cancel()
        #expect(task.result == 8)
    }
}
