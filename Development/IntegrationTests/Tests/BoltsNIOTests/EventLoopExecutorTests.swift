import BoltsNIO
import BoltsTasks
import NIOCore
import NIOPosix
import Testing

@Suite(.timeLimit(.minutes(20))) struct EventLoopExecutorTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test(.tags(.t10)) func continuationsRunOnTheLoop() async throws {
        let isThere = BoltsTask(result: 1).continueWith(.eventLoop(loop)) { [loop] _ in loop.inEventLoop }
        #expect(try await isThere.value)
        let started = BoltsTask(.eventLoop(loop)) { [loop] in loop.inEventLoop }
        #expect(try await started.value)
    }

    @Test(.tags(.t4)) func aSkippedContinuationDoesNotTouchTheLoop() {
        // With a hop it could not be complete by now.
        let skipped = BoltsTask<Int>(error: Fault(1)).continueOnSuccessWith(.eventLoop(loop)) { $0 }
        #expect(skipped.isFaulted)
    }

    @Test(.tags(.t5)) func aLongChainOnTheLoopDoesNotOverflowTheStack() async throws {
        var task = BoltsTask(result: 0)
        for _ in 0..<10_000 { task = task.continueOnSuccessWith(.eventLoop(loop)) { $0 + 1 } }
        #expect(try await task.value == 10_000)
    }

    @Test(.tags(.t9)) func aTokenCancelsAContinuationThatHasNotStarted() async throws {
        let token = CancellationTokenSource()
        let ran = Recorder<Int>()
        let task = BoltsTask(.eventLoop(loop)) { [loop] in
            // We are on the loop, so this runs after us.
            let waiting = BoltsTask(result: 1)
                .continueWith(.eventLoop(loop), cancellationToken: token.token) { _ in ran.add(1) }
            token.cancel()
            return waiting.isCancelled
        }
        #expect(try await task.value)
        try await loop.submit {}.task().value
        #expect(ran.count == 0)
    }

    @Test(.tags(.t6)) func aLoopThatIsShutDownFailsTheContinuation() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let executor = BoltsExecutor.eventLoop(group.next())
        try await group.shutdownGracefully()
        let task = BoltsTask(executor) { 1 }
        await #expect(throws: AbandonedTaskError.self) { try await task.value }
    }
}
