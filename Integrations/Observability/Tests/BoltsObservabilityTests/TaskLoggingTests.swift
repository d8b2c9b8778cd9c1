import BoltsObservability
import BoltsTasks
import BoltsTestSupport
import InMemoryLogging
import Logging
import Testing

extension ObservabilityTests {
    @Suite struct TaskLoggingTests {
        private let handler = InMemoryLogHandler()
        private var logger: Logger { Logger(label: "tasks") { _ in handler } }
        private var messages: [String] { handler.entries.map { "\($0.message)" } }

        @Test func anAbandonedTaskIsLogged() {
            let registration = TaskDiagnostics.addObserver(TaskLogging(logger))
            do {
                let source = TaskCompletionSource<Int>()
                source.task.named("forgotten")
            }
            TaskCompletionSource<Int>().set(result: 1)
            #expect(messages == ["A task was abandoned: nothing is left that could complete it"])
            let metadata = handler.entries.first?.metadata ?? [:]
            #expect(handler.entries.first?.level == .warning)
            #expect(metadata["task.name"] == "forgotten" && metadata["task.type"] == "BoltsTask<Int>")
            #expect("\(metadata["task.place"] ?? "")".contains("TaskLoggingTests.swift"))
            registration.dispose()
        }

        @Test func oldTasksAreLoggedOnceWithWhatTheyHoldUp() {
            let logging = TaskLogging(logger, level: .error, ageLimit: .zero)
            let registration = TaskDiagnostics.addObserver(logging)
            let source = TaskCompletionSource<Int>()
            source.task.named("old")
            let link = source.task.continueWith { _ in }.named("link").continueWith { _ in }
            logging.logOldTasks()
            logging.logOldTasks()
            #expect(messages == ["A task has been pending for a long time"])
            #expect(handler.entries.first?.level == .error)
            #expect(handler.entries.first?.metadata["task.name"] == "old")
            #expect(handler.entries.first?.metadata["task.awaited-by"] == "2")
            source.set(result: 1)
            #expect(link.isCompleted)
            let other = TaskCompletionSource<Int>()
            logging.logOldTasks()
            #expect(messages.count == 2)
            other.set(result: 1)
            registration.dispose()
        }

        @Test func aCycleIsLoggedOnce() {
            let logging = TaskLogging(logger, ageLimit: .zero)
            let registration = TaskDiagnostics.addObserver(logging)
            let start = TaskCompletionSource<Int>()
            let first = Box()
            let task = start.task.continueOnSuccessWithTask { _ in first.task ?? start.task }.named("first")
            first.task = task.continueOnSuccessWith { $0 }.named("second")
            start.set(result: 1)
            logging.logOldTasks()
            logging.logOldTasks()
            #expect(messages == ["Tasks wait for each other"])
            #expect(handler.entries.first?.metadata["tasks"] == ["first", "second"])
            registration.dispose()
            first.task = nil
        }

        @Test func watchingLogsUntilItIsCancelled() async throws {
            let logging = TaskLogging(logger, ageLimit: .zero)
            let registration = TaskDiagnostics.addObserver(logging)
            let source = TaskCompletionSource<Int>()
            source.task.named("old")
            let clock = ManualClock()
            let watch = Task { try await logging.watch(every: .seconds(1), clock: clock) }
            for _ in 0..<2 {
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(1))
            }
            await clock.waitForSleepers(1)
            #expect(messages == ["A task has been pending for a long time"])
            watch.cancel()
            await #expect(throws: CancellationError.self) { try await watch.value }
            source.set(result: 1)
            registration.dispose()
        }
    }
}

private final class Box: @unchecked Sendable {
    var task: BoltsTask<Int>?
}
