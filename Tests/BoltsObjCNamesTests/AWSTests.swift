import BoltsTasks
import Testing

/// The extension that the article shows for code that stays with `AWSTask`.
@Suite(.timeLimit(.minutes(20))) struct AWSTests {
    private struct Refused: Error {}
    private struct NoNames: Error {}

    private func names(_ task: AWSTask<AWSListOutput>) -> BoltsTask<[String]> {
        .from(task) { output in
            guard let names = output?.names else { throw NoNames() }
            return names
        }
    }

    @Test func aResultIsReadIntoAValue() {
        let task = AWSTask<AWSListOutput>()
        let names = names(task)
        #expect(!names.isCompleted)
        let output = AWSListOutput(["a", "b"])
        task.complete(result: output)
        output.names = nil
        #expect(names.result == ["a", "b"])
    }

    @Test func aTaskThatHasCompletedIsReadAtOnce() {
        let task = AWSTask<AWSListOutput>()
        task.complete(result: AWSListOutput(["a"]))
        #expect(names(task).result == ["a"])
    }

    @Test func anErrorAndACancellationArePassedOn() {
        let failed = AWSTask<AWSListOutput>()
        let cancelled = AWSTask<AWSListOutput>()
        let ends = [names(failed), names(cancelled)]
        failed.complete(error: Refused())
        cancelled.complete(isCancelled: true)
        #expect(ends[0].error is Refused && !ends[0].isCancelled)
        #expect(ends[1].isCancelled)
    }

    @Test func whatReadingThrowsFailsTheTask() {
        let empty = AWSTask<AWSListOutput>()
        let none = AWSTask<AWSListOutput>()
        empty.complete(result: AWSListOutput(nil))
        none.complete()
        #expect(names(empty).error is NoNames && names(none).error is NoNames)
    }
}
