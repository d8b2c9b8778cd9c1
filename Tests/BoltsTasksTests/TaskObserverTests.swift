@testable import BoltsTasks
import BoltsTestSupport
import CBoltsTasks
import Dispatch
import Synchronization
import Testing

/// The tests are serialized, and each runs in its own process, because diagnostics are global.
@Suite(.serialized, .timeLimit(.minutes(20))) struct TaskObserverTests {
    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(.tags(.t14)) func anObserverIsToldWhatHappensInOrder() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            let registration = TaskDiagnostics.addObserver(log)
            let source = TaskCompletionSource<Int>()
            source.task.named("source")
            let manual = ManualExecutor()
            let link = source.task.continueOnSuccessWith(manual.executor) { $0 + 1 }.named("link")
            let inner = TaskCompletionSource<Int>()
            inner.task.named("inner")
            let flat = link.continueOnSuccessWithTask { _ in inner.task }.named("flat")
            source.set(result: 1)
            manual.runAll()
            inner.set(result: 2)
            precondition(flat.result == 2)
            let id = log.ids
            precondition(log.events("source") == ["created", "named source", "ended success"], "\(log)")
            precondition(
                log.events("link") == [
                    "created after \(id["source"] ?? 0)", "named link", "started", "ran", "ended success",
                ],
                "\(log)"
            )
            precondition(
                log.events("flat") == [
                    "created after \(id["link"] ?? 0)", "named flat", "started", "waits for \(id["inner"] ?? 0)", "ran",
                    "ended success",
                ],
                "\(log)"
            )
            // A continuation starts only after observers know how its upstream task ended.
            let all = log.all.map { "\($0.id) \($0.event)" }
            let ended = all.firstIndex(of: "\(id["link"] ?? 0) ended success") ?? .max
            let started = all.firstIndex(of: "\(id["flat"] ?? 0) started") ?? -1
            precondition(ended < started, "\(all)")
            registration.dispose()
        }
    }

    @Test(.tags(.t14)) func anObserverIsToldHowEachTaskEnds() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            let registration = TaskDiagnostics.addObserver(log)
            let failing = TaskCompletionSource<Int>()
            failing.task.named("failing")
            failing.set(error: Fault(7))
            let token = CancellationTokenSource()
            let endless = TaskCompletionSource<Int>()
            endless.task.continueWith(cancellationToken: token.token) { _ in }.named("cancelled")
            token.cancel()
            var forgotten: TaskCompletionSource<Int>? = TaskCompletionSource<Int>()
            let waiter = forgotten?.task.continueWith { _ in throw Fault(1) }.named("waiter")
            forgotten?.task.named("forgotten")
            forgotten = nil
            BoltsTask { 1 }.named("at once")
            _ = try? await BoltsTask { () async in 1 }.named("async").value
            precondition(log.events("failing").last == "ended failure \(Fault(7))", "\(log)")
            precondition(log.events("cancelled").last == "ended cancelled", "\(log)")
            precondition(log.events("forgotten").last == "ended abandoned", "\(log)")
            precondition(log.events("waiter").last == "ended failure \(Fault(1))", "\(log)")
            precondition(log.events("at once") == ["created", "ended success", "named at once success"], "\(log)")
            let asynchronous = log.events("async").filter { !$0.hasPrefix("named") }
            precondition(asynchronous == ["created", "started", "ended success"], "\(log)")
            precondition(endless.task.isCompleted == false && waiter != nil)
            endless.set(result: 1)
            registration.dispose()
        }
    }

    @Test(.tags(.t14)) func anObserverIsToldTheKindOfEachTaskWhenItIsCreated() async {
        await #expect(processExitsWith: .success) {
            let log = KindLog()
            let registration = TaskDiagnostics.addObserver(log)
            let hour = Duration.seconds(3_600)
            let source = TaskCompletionSource<Int>()
            let pending = source.task
            let other = TaskCompletionSource<Int>()
            let two = [pending, other.task]
            log.expect([.source]) { TaskCompletionSource<Int>() }
            log.expect([.continuation]) { pending.continueWith { _ in 1 } }
            log.expect([.continuation]) { pending.finally {} }
            let manual = ManualExecutor()
            log.expect([.work]) { BoltsTask(manual.executor) { 1 } }
            log.expect([.asyncWork]) { BoltsTask { try await pending.value } }
            log.expect([.delay]) { BoltsTask.withDelay(hour) }
            log.expect([.whenAll]) { BoltsTask.whenAll(two) }
            log.expect([.whenAll]) { BoltsTask.whenAll(pending, pending) }
            log.expect([.whenAllResult]) { BoltsTask.whenAllResult(two) }
            log.expect([.whenAllSettled]) { BoltsTask.whenAllSettled(two) }
            log.expect([.whenAllSucceed]) { BoltsTask.whenAllSucceed(two) }
            log.expect([.zip]) { BoltsTask.zip(pending, pending) }
            log.expect([.whenAny]) { BoltsTask.whenAny(two) }
            log.expect([.whenFirst]) { BoltsTask.whenFirst(two) }
            log.expect([.timeout]) { pending.timeout(after: hour) }
            log.expect([.timeout]) { BoltsTask.timeout(after: hour) { _ in pending } }
            log.expect([.asyncWork, .timeout]) { BoltsTask.timeout(after: hour) { _ in try await pending.value } }
            log.expect([.retry]) { BoltsTask.retry { _ in pending } }
            log.expect([.retry, .asyncWork]) { BoltsTask.retry { _, _ in try await pending.value } }
            log.expect([.map]) { BoltsTask<Int>.map([1], atMost: 1) { _ in pending } }
            log.expect([.map, .asyncWork]) { BoltsTask<Int>.map([1], atMost: 1) { _, _ in try await pending.value } }
            // The round fails when its source is released below, which ends the loop.
            let round = pending.continueOnSuccessWith { _ in }
            log.expect([.continueWhile]) { BoltsTask.continueWhile(predicate: { true }, body: { round }) }
            registration.dispose()
            withExtendedLifetime((source, other)) {}
        }
    }

    @Test(.tags(.t14)) func onlyTasksOfTheTimeOfTheRegistrationAreReported() async {
        await #expect(processExitsWith: .success) {
            let first = Log()
            let second = Log()
            TaskDiagnostics.startTracking()
            let before = TaskCompletionSource<Int>()
            let registration = TaskDiagnostics.addObserver(first)
            let between = TaskCompletionSource<Int>()
            let other = TaskDiagnostics.addObserver(second)
            let link = before.task.continueWith { _ in }
            registration.dispose()
            registration.dispose()
            let after = TaskCompletionSource<Int>()
            for source in [before, between, after] { source.set(result: 1) }
            precondition(link.isCompleted)
            precondition(first.all.map(\.event).filter { $0.hasPrefix("created") }.count == 2, "\(first)")
            precondition(first.all.count == 2, "\(first)")
            precondition(second.all.map(\.event).filter { $0.hasPrefix("created") }.count == 2, "\(second)")
            precondition(second.all.map(\.event).filter { $0.hasPrefix("ended") }.count == 2, "\(second)")
            other.dispose()
            TaskDiagnostics.stopTracking()
            precondition(!bolts_diagnostics_enabled())
        }
    }

    @Test(.tags(.t14, .t2)) func observersMayUseTasksAndDiagnostics() async {
        await #expect(processExitsWith: .success) {
            let registration = TaskDiagnostics.addObserver(BusyObserver())
            let source = TaskCompletionSource<Int>()
            let task = source.task.named("source").continueWith { $0.result }.named("link")
            source.set(result: 1)
            precondition(task.result == 1)
            registration.dispose()
        }
    }

    @Test(.tags(.t14)) func aClosureRunsOnceWithinEveryObserver() async {
        await #expect(processExitsWith: .success) {
            let log = Recorder<String>()
            let registrations = [
                TaskDiagnostics.addObserver(Wrapper(name: "twice", calls: 2, log: log)),
                TaskDiagnostics.addObserver(Wrapper(name: "never", calls: 0, log: log)),
                TaskDiagnostics.addObserver(Wrapper(name: "once", calls: 1, log: log)),
            ]
            let task = BoltsTask(result: 1).continueOnSuccessWith { number in
                log.add("closure")
                return number + 1
            }
            precondition(task.result == 2)
            precondition(log.values == ["twice", "never", "never", "closure"], "\(log.values)")
            for registration in registrations.dropLast() { registration.dispose() }
            let token = CancellationTokenSource()
            token.token.register { log.add("observer") }
            BoltsExecutor.immediate.execute { log.add("work") }
            token.cancel()
            precondition(
                log.values.dropFirst(4) == ["wrap once", "wrap once", "once", "work", "once", "observer"],
                "\(log.values)"
            )
            registrations.last?.dispose()
        }
    }

    @Test(.tags(.t14)) func namesAndCompletionsOnTwoThreadsArriveInOrder() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            let registration = TaskDiagnostics.addObserver(log)
            let sources = (0..<2_000).map { _ in TaskCompletionSource<Int>() }
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                for (index, source) in sources.enumerated() {
                    if thread == 0 { source.trySet(result: 1) } else { source.task.named("\(index) \(thread)") }
                }
            }
            var events: [UInt64: [String]] = [:]
            for (id, event) in log.all { events[id, default: []].append(event) }
            precondition(events.count == sources.count)
            for events in events.values {
                precondition(events.first == "created" && events.filter { $0 == "ended success" }.count == 1)
                let end = events.firstIndex(of: "ended success") ?? 0
                // A report of a name after the end has the task's outcome; one before the end does not.
                for (index, event) in events.enumerated() where event.hasPrefix("named") {
                    precondition(event.hasSuffix(" success") == (index > end), "\(events)")
                }
            }
            withExtendedLifetime(sources) {}
            registration.dispose()
        }
    }

    @Test(.tags(.t14)) func observersRetainNothing() async {
        await #expect(processExitsWith: .success) {
            let registration = TaskDiagnostics.addObserver(BusyObserver())
            weak var result: Canary?
            do {
                let canary = Canary()
                result = canary
                let source = TaskCompletionSource<Canary>()
                _ = source.task.continueOnSuccessWith { $0 }.named("link")
                source.set(result: canary)
            }
            precondition(result == nil)
            precondition(TaskDiagnostics.recordCount == 0)
            registration.dispose()
        }
    }
    #endif
}

/// Records the events.
private final class Log: TaskObserver, CustomStringConvertible {
    private let events = Recorder<(id: UInt64, event: String)>()
    private let names = Mutex<[String: UInt64]>([:])

    var all: [(id: UInt64, event: String)] { events.values }
    var ids: [String: UInt64] { names.withLock { $0 } }
    var description: String { "\(all)" }

    func events(_ name: String) -> [String] { all.filter { $0.id == ids[name] }.map(\.event) }

    private func add(_ task: ObservedTask, _ event: String) {
        if !task.isInternal { events.add((task.id, event)) }
    }

    func taskWasCreated(_ task: ObservedTask) {
        add(task, (["created after"] + task.waitsFor.map { "\($0)" }).joined(separator: " ").without(" after"))
    }

    func taskWasNamed(_ task: ObservedTask) {
        names.withLock { $0[task.name ?? ""] = task.id }
        add(task, "named \(task.name ?? "")" + (task.outcome.map { " \($0)" } ?? ""))
    }

    func taskWaits(_ task: ObservedTask) {
        add(task, "waits for " + task.waitsFor.map { "\($0)" }.joined(separator: " "))
    }

    func taskWillStart(_ task: ObservedTask) { add(task, "started") }

    func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) {
        precondition(task.lifetime != nil && task.outcome != nil)
        if case .failure(let error) = outcome { return add(task, "ended failure \(error)") }
        add(task, "ended \(outcome)")
    }

    func run(_ task: ObservedTask, _ closure: () -> Void) {
        closure()
        add(task, "ran")
    }
}

/// Records the tasks that are created, except for the library's own steps.
private final class KindLog: TaskObserver {
    private let tasks = Recorder<ObservedTask>()

    func taskWasCreated(_ task: ObservedTask) {
        if !task.isInternal { tasks.add(task) }
    }

    /// Requires that a call, on the line of the caller, creates tasks of these kinds, and that a snapshot shows the same.
    func expect<Result>(_ kinds: [TaskKind], line: Int = #line, _ call: () -> Result) {
        let count = tasks.values.count
        let result = call()
        let created = tasks.values.dropFirst(count)
        precondition(created.map(\.kind) == kinds, "line \(line): \(created.map(\.kind))")
        let places = created.map(\.place)
        precondition(places.allSatisfy { $0?.file == "\(#fileID)" && $0?.line == line }, "line \(line): \(places)")
        let shown = TaskDiagnostics.snapshot().tasks.filter { task in created.contains { $0.id == task.id } }
        precondition(shown.map(\.kind) == kinds, "line \(line): \(shown.map(\.kind))")
        withExtendedLifetime(result) {}
    }
}

extension String {
    fileprivate func without(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}

/// Does work in every method that would never end if it was reported to the observer, or would deadlock if a lock was held.
private struct BusyObserver: TaskObserver {
    private func work() {
        let source = TaskCompletionSource<Int>()
        let task = source.task.named("observer's").continueWith { $0.result }
        precondition(TaskDiagnostics.snapshot().tasks.count >= 2)
        source.set(result: 2)
        precondition(task.result == 2)
    }

    func taskWasCreated(_ task: ObservedTask) { work() }
    func taskWasNamed(_ task: ObservedTask) { work() }
    func taskWillStart(_ task: ObservedTask) { work() }
    func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) { work() }
    func run(_ task: ObservedTask, _ closure: () -> Void) {
        work()
        closure()
        work()
    }
}

/// Calls a closure a number of times.
private struct Wrapper: TaskObserver {
    let name: String
    let calls: Int
    let log: Recorder<String>

    func run(_ task: ObservedTask, _ closure: () -> Void) {
        log.add(name)
        for _ in 0..<calls { closure() }
    }

    func wrap(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        log.add("wrap \(name)")
        return {
            log.add(name)
            closure()
        }
    }
}

extension TaskDiagnostics {
    /// The number of tasks with a record.
    fileprivate static var recordCount: Int {
        (0..<DiagnosticRegistry.shards.count).reduce(0) { sum, index in
            sum + DiagnosticRegistry.shards.withLock(at: index) { $0.records.count }
        }
    }
}
