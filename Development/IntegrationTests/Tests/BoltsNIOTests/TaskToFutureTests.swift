import BoltsNIO
import BoltsTasks
import Dispatch
import NIOCore
import NIOPosix
import Testing

// Debug builds of NIO stop the program when an incomplete promise is released, so each of these tests would show a
// leak. Futures are awaited as tasks, because NIO's own `get()` does not end at a test's time limit.
@Suite(.timeLimit(.minutes(20))) struct TaskToFutureTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test(.tags(.t11)) func aResultCompletesTheFutureOnItsLoop() async throws {
        let source = TaskCompletionSource<Int>()
        let future = source.task.future(on: loop)
        #expect(future.eventLoop === loop)
        let seen = future.map { [loop] value in (value, loop.inEventLoop) }
        DispatchQueue.global().async { source.set(result: 5) }
        let (value, isOnLoop) = try await seen.task().value
        #expect(value == 5 && isOnLoop)
    }

    @Test(.tags(.t3)) func anErrorFailsTheFuture() async {
        let future = BoltsTask<Int>(error: Fault(3)).future(on: loop)
        await #expect(throws: Fault(3)) { try await future.task().value }
    }

    @Test(.tags(.t3)) func aCancelledTaskFailsTheFuture() async {
        let future = BoltsTask<Int>.cancelled().future(on: loop)
        await #expect(throws: CancellationError.self) { try await future.task().value }
    }

    @Test(.tags(.t6)) func anAbandonedTaskFailsTheFuture() async {
        func forget() -> EventLoopFuture<Int> { TaskCompletionSource<Int>().task.future(on: loop) }
        await #expect(throws: AbandonedTaskError.self) { try await forget().task().value }
        // The same with a token, which retains nothing.
        let token = CancellationTokenSource()
        func forgetMore() -> EventLoopFuture<Int> {
            TaskCompletionSource<Int>().task.future(on: loop, cancellationToken: token.token)
        }
        await #expect(throws: AbandonedTaskError.self) { try await forgetMore().task().value }
    }

    @Test(.tags(.t6)) func workDroppedByAnExecutorFailsTheFuture() async {
        let future = BoltsTask(.custom { _ in }) { 1 }.future(on: loop)
        await #expect(throws: AbandonedTaskError.self) { try await future.task().value }
    }

    @Test(.tags(.t9)) func aTokenFailsTheFutureAtOnceAndNotTheTask() async throws {
        let source = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let future = source.task.future(on: loop, cancellationToken: token.token)
        token.cancel()
        await #expect(throws: CancellationError.self) { try await future.task().value }
        #expect(!source.task.isCompleted)
        source.set(result: 5)
        #expect(source.task.result == 5)
    }

    @Test(.tags(.t9)) func cancellingWhileCompletingCompletesTheFutureOnce() async {
        for _ in 0..<200 {
            let source = TaskCompletionSource<Int>()
            let token = CancellationTokenSource()
            let future = source.task.future(on: loop, cancellationToken: token.token)
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { source.set(result: 1) } else { token.cancel() }
            }
            let value = try? await future.task().value
            #expect(value == nil || value == 1)
        }
    }

    @Test(.tags(.t11)) func aFutureOfATaskOfAFutureHasItsResult() async throws {
        let source = TaskCompletionSource<Int>()
        let task = source.task.future(on: loop).map { $0 + 1 }.task().future(on: loop).task()
        source.set(result: 1)
        #expect(try await task.value == 2)
    }
}
