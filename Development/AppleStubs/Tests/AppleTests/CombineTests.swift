import BoltsFoundation
import BoltsTasks
import Combine
import Testing

// The rules one by one are tested against OpenCombine, in `BoltsCombineTests` of IntegrationTests.
@Suite(.timeLimit(.minutes(20))) struct CombineTests {
    @Test(.tags(.t11)) func taskBecomesPublisherAndBack() {
        let source = TaskCompletionSource<Int>()
        let task = source.task.publisher.firstValueTask()
        #expect(!task.isCompleted)
        source.set(result: 5)
        #expect(task.result == 5)
    }

    @Test(.tags(.t3)) func cancellationGoesBothWays() {
        let source = TaskCompletionSource<Int>()
        let task = source.task.publisher.firstValueTask()
        source.set(error: CancellationError())
        #expect(task.isCancelled)
    }

    @Test(.tags(.t9)) func tokenEndsOnlyTheWait() {
        let source = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let task = source.task.publisher.firstValueTask(cancellationToken: token.token)
        token.cancel()
        #expect(task.isCancelled && !source.task.isCompleted)
        source.set(result: 5)
    }
}
