import BoltsObjCNames
import BoltsTasks
import Synchronization
import Testing

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
/// Tests that diagnostics show the place of the caller for tasks that old names create.
@Suite(.serialized, .timeLimit(.minutes(20))) struct CallSiteTests {
    @available(*, deprecated)
    @Test func continuationsOfOldNamesAreCreatedByTheirCaller() async {
        await #expect(processExitsWith: .success) { oldContinuations() }
    }

    @available(*, deprecated)
    @Test func tasksOfOldNamesAreCreatedByTheirCaller() async {
        await #expect(processExitsWith: .success) { oldTasks() }
    }
}

/// Records the tasks that are created, except for the library's own steps.
private final class Creations: TaskObserver {
    private let tasks = Mutex<[ObservedTask]>([])

    private var all: [ObservedTask] { tasks.withLock { $0 } }

    func taskWasCreated(_ task: ObservedTask) {
        if !task.isInternal { tasks.withLock { $0.append(task) } }
    }

    /// Requires that a call, on the line of the caller, creates one task.
    func expectOne<Result>(_ kind: TaskKind = .continuation, line: Int = #line, _ call: () -> Result) {
        let count = all.count
        let result = call()
        let created = all.dropFirst(count)
        precondition(created.count == 1, "line \(line): \(created.map { "\($0.kind) \($0.place as Any)" })")
        precondition(created.first?.place?.file == "\(#fileID)", "line \(line): \(created.first?.place as Any)")
        precondition(created.first?.place?.line == line, "line \(line): \(created.first?.place as Any)")
        precondition(created.first?.kind == kind, "line \(line): \(created.first?.kind as Any)")
        withExtendedLifetime(result) {}
    }
}

@available(*, deprecated)
private func oldContinuations() {
    let all = Creations()
    let registration = TaskDiagnostics.addObserver(all)
    let source = TaskCompletionSource<Int>()
    let task = source.task
    let inner = BoltsTask(result: "")
    let executor = BoltsExecutor.default
    let main = MainThreadExecutor.mainThread
    let token: CancellationToken? = CancellationTokenSource().token

    all.expectOne { task.continueWithBlock { _ in 1 } }
    all.expectOne { task.continueWithBlock { _ in inner } }
    all.expectOne { task.continueWithBlock { _ -> (any Sendable)? in nil } }
    all.expectOne { task.continueWithBlock({ _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWithBlock({ _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWithBlock({ _ -> (any Sendable)? in nil }, cancellationToken: token) }

    all.expectOne { task.continueWithSuccessBlock { _ in 1 } }
    all.expectOne { task.continueWithSuccessBlock { _ in inner } }
    all.expectOne { task.continueWithSuccessBlock { _ -> (any Sendable)? in nil } }
    all.expectOne { task.continueWithSuccessBlock({ _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWithSuccessBlock({ _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWithSuccessBlock({ _ in nil as (any Sendable)? }, cancellationToken: token) }

    all.expectOne { task.continueWithExecutor(executor, withBlock: { _ in 1 }) }
    all.expectOne { task.continueWithExecutor(executor, withBlock: { _ in inner }) }
    all.expectOne { task.continueWithExecutor(executor, withBlock: { _ -> (any Sendable)? in nil }) }
    all.expectOne { task.continueWithExecutor(main, withBlock: { _ in 1 }) }
    all.expectOne { task.continueWithExecutor(main, withBlock: { _ in inner }) }
    all.expectOne { task.continueWithExecutor(main, withBlock: { _ -> (any Sendable)? in nil }) }
    all.expectOne { task.continueWithExecutor(executor, block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(executor, block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(executor, block: either, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(main, block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(main, block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(main, block: either, cancellationToken: token) }

    all.expectOne { task.continueWithExecutor(executor, withSuccessBlock: { _ in 1 }) }
    all.expectOne { task.continueWithExecutor(executor, withSuccessBlock: { _ in inner }) }
    all.expectOne { task.continueWithExecutor(executor, withSuccessBlock: either) }
    all.expectOne { task.continueWithExecutor(main, withSuccessBlock: { _ in 1 }) }
    all.expectOne { task.continueWithExecutor(main, withSuccessBlock: { _ in inner }) }
    all.expectOne { task.continueWithExecutor(main, withSuccessBlock: either) }
    all.expectOne { task.continueWithExecutor(executor, successBlock: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(executor, successBlock: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(executor, successBlock: either, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(main, successBlock: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(main, successBlock: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWithExecutor(main, successBlock: either, cancellationToken: token) }

    all.expectOne { task.continueWith(block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWith(block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWith(block: either, cancellationToken: token) }
    all.expectOne { task.continueWith(executor: executor, block: { _ in 1 }) }
    all.expectOne { task.continueWith(executor: executor, block: { _ in inner }) }
    all.expectOne { task.continueWith(executor: executor, block: either) }
    all.expectOne { task.continueWith(executor: main, block: { _ in 1 }) }
    all.expectOne { task.continueWith(executor: main, block: { _ in inner }) }
    all.expectOne { task.continueWith(executor: main, block: either) }
    all.expectOne { task.continueWith(executor: executor, block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWith(executor: executor, block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWith(executor: executor, block: either, cancellationToken: token) }
    all.expectOne { task.continueWith(executor: main, block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueWith(executor: main, block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueWith(executor: main, block: either, cancellationToken: token) }

    all.expectOne { task.continueOnSuccessWith(block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(block: either, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(executor: executor, block: { _ in 1 }) }
    all.expectOne { task.continueOnSuccessWith(executor: executor, block: { _ in inner }) }
    all.expectOne { task.continueOnSuccessWith(executor: executor, block: either) }
    all.expectOne { task.continueOnSuccessWith(executor: main, block: { _ in 1 }) }
    all.expectOne { task.continueOnSuccessWith(executor: main, block: { _ in inner }) }
    all.expectOne { task.continueOnSuccessWith(executor: main, block: either) }
    all.expectOne { task.continueOnSuccessWith(executor: executor, block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(executor: executor, block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(executor: executor, block: either, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(executor: main, block: { _ in 1 }, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(executor: main, block: { _ in inner }, cancellationToken: token) }
    all.expectOne { task.continueOnSuccessWith(executor: main, block: either, cancellationToken: token) }
    registration.dispose()
    withExtendedLifetime(source) {}
}

@Sendable private func either(_ task: BoltsTask<Int>) -> (any Sendable)? { nil }

@available(*, deprecated)
private func oldTasks() {
    let all = Creations()
    let registration = TaskDiagnostics.addObserver(all)
    let executor = BoltsExecutor.immediate
    let hour: Int32 = 3_600_000
    let source = TaskCompletionSource<Int>()
    let tasks = [source.task]

    all.expectOne { source.task.cast(to: BoltsTask<any Sendable>.self) }
    all.expectOne(.source) { TaskCompletionSource<Int>.taskCompletionSource() }
    all.expectOne(.delay) { BoltsTask<Void>(delay: hour) }
    all.expectOne(.delay) { BoltsTask<Int?>(delay: hour) }
    all.expectOne(.delay) { BoltsTask<Void>.taskWithDelay(hour) }
    all.expectOne(.delay) { BoltsTask<Void>.withDelay(3_600.5) }
    all.expectOne(.work) { BoltsTask<Int>(from: executor, with: { 1 }) }
    all.expectOne(.work) { BoltsTask<Int>(from: executor, with: { BoltsTask(result: 1) }) }
    all.expectOne(.work) { BoltsTask<Int>.taskFromExecutor(executor, withBlock: { 1 }) }
    all.expectOne(.work) { BoltsTask<Int>.taskFromExecutor(executor, withBlock: { BoltsTask(result: 1) }) }
    all.expectOne(.work) { BoltsTask<Int>(executor, closure: { 1 }) }
    all.expectOne(.work) { BoltsTask.execute(executor) { 1 } }
    all.expectOne(.work) { BoltsTask.executeWithTask(executor) { BoltsTask(result: 1) } }
    all.expectOne(.whenAll) { BoltsTask<Void>(forCompletionOfAllTasks: tasks) }
    all.expectOne(.whenAll) { BoltsTask<Int?>(forCompletionOfAllTasks: tasks) }
    all.expectOne(.whenAllResult) { BoltsTask<[Int]>(forCompletionOfAllTasksWithResults: tasks) }
    all.expectOne(.whenAll) { BoltsTask<Void>.taskForCompletionOfAllTasks(tasks) }
    all.expectOne(.whenAllResult) { BoltsTask<[Int]>.taskForCompletionOfAllTasksWithResults(tasks) }
    all.expectOne(.whenAllResult) { BoltsTask.whenAllResult(source.task, source.task) }
    all.expectOne(.whenAny) { BoltsTask<Int?>(forCompletionOfAnyTask: tasks) }
    all.expectOne(.whenAny) { BoltsTask<Int?>.taskForCompletionOfAnyTask(tasks) }
    all.expectOne(.whenAny) { BoltsTask.whenAny(tasks) }
    all.expectOne(.whenAny) { BoltsTask.whenAny(source.task, source.task) }
    registration.dispose()
}
#endif
