@testable import BoltsTasks
import Dispatch
import Foundation
import Testing

/// Tests what diagnostics show of real tasks.
///
/// The tests are serialized, and each runs in its own process, because diagnostics are global.
@Suite(.serialized, .timeLimit(.minutes(20))) struct WaitGraphTests {
    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(.tags(.t14)) func aTaskKnowsWhereItWasCreatedAndOnWhichExecutorItRuns() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let queue = DispatchQueue(label: "parser")
            let source = TaskCompletionSource<Int>()
            let (parsed, line) = parse(source.task, on: queue)
            let snapshot = TaskDiagnostics.snapshot()
            let task = snapshot.task("parse")
            precondition(task?.place?.file == "BoltsTasksTests/WaitGraphTests.swift", snapshot.description)
            precondition(task?.place?.line == Int(line), snapshot.description)
            precondition(task?.executor == "queue(parser)", snapshot.description)
            precondition(task?.state == .waiting && task?.age ?? .seconds(-1) >= .zero)
            precondition(snapshot.tasks.first?.awaitedBy == task.map { [$0.id] }, snapshot.description)
            // The task first waits in its queue, then it runs.
            let entered = DispatchSemaphore(value: 0)
            let leave = DispatchSemaphore(value: 0)
            queue.suspend()
            source.set(result: 1)
            precondition(TaskDiagnostics.snapshot().task("parse")?.state == .queued, "\(TaskDiagnostics.snapshot())")
            let running = BoltsTask(.queue(.global())) {
                entered.signal()
                leave.wait()
            }
            running.named("runs")
            entered.wait()
            let busy = TaskDiagnostics.snapshot().task("runs")
            precondition(busy?.state == .running && busy?.kind == .work, "\(TaskDiagnostics.snapshot())")
            precondition(busy?.thread != nil)
            leave.signal()
            queue.resume()
            precondition(parsed.waitUntilCompleted(timeout: .seconds(120)))
            precondition(running.waitUntilCompleted(timeout: .seconds(120)))
            precondition(TaskDiagnostics.snapshot().tasks.isEmpty, "\(TaskDiagnostics.snapshot())")
        }
    }

    @Test(.tags(.t14)) func everyWayToCompleteEndsARecord() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let clock = ContinuousClock()
            let token = CancellationTokenSource()
            let endless = TaskCompletionSource<Int>()
            do {
                var tasks: [BoltsTask<Int>] = []
                for isCancelled in [false, true] {
                    for hasToken in [false, true] {
                        let token = hasToken ? token.token : CancellationToken.none
                        let source = TaskCompletionSource<Int>()
                        let inner = TaskCompletionSource<Int>()
                        tasks.append(source.task.continueOnSuccessWith(cancellationToken: token) { $0 })
                        tasks.append(
                            source.task.continueOnSuccessWith(.queue(.global()), cancellationToken: token) { $0 }
                        )
                        tasks.append(source.task.continueOnErrorWith { (_: any Error) in 1 })
                        tasks.append(source.task.finally(cancellationToken: token) {})
                        // The inner task is adopted, is forwarded to, or is complete when it is returned.
                        tasks.append(source.task.continueWithTask(cancellationToken: token) { _ in inner.task })
                        tasks.append(
                            source.task.continueWithTask(cancellationToken: token) { _ in
                                inner.task.continueWithTask(cancellationToken: token) { task in task }
                            }
                        )
                        tasks.append(BoltsTask.whenAny([source.task, inner.task], cancellationToken: token))
                        let all = BoltsTask.whenAllResult([source.task, inner.task], cancellationToken: token)
                        tasks.append(all.continueOnSuccessWith { $0.count })
                        tasks.append(source.task.timeout(after: .seconds(1_000), cancellationToken: token))
                        tasks.append(BoltsTask.retry(cancellationToken: token) { _ in inner.task })
                        tasks.append(BoltsTask(cancellationToken: token) { try await inner.task.value })
                        if isCancelled {
                            source.cancel()
                            inner.cancel()
                        } else {
                            source.set(result: 1)
                            inner.set(result: 2)
                        }
                    }
                }
                for task in tasks { _ = try? await task.value }
                // The tasks are cancelled while they wait, even while one forwards to another.
                let source = TaskCompletionSource<Int>()
                let waiting = source.task.continueWithTask(cancellationToken: token.token) { _ in
                    endless.task.continueWith(cancellationToken: token.token) { _ in 1 }
                }
                let timed = endless.task.timeout(after: .seconds(1_000), cancellationToken: token.token)
                let race = BoltsTask.whenFirst([endless.task], cancellationToken: token.token)
                source.set(result: 1)
                token.cancel()
                precondition(waiting.isCancelled && timed.isCancelled && race.isCancelled)
                let delayed = BoltsTask.withDelay(.milliseconds(1), clock: clock)
                _ = try? await delayed.value
                _ = BoltsTask(.custom { _ in }) { 1 }
            }
            // `async` code and queues release tasks a little later.
            await eventually("all tasks but one are released") { TaskDiagnostics.snapshot().tasks.count <= 1 }
            precondition(TaskDiagnostics.snapshot().tasks.map(\.kind) == [.source], "\(TaskDiagnostics.snapshot())")
            endless.set(result: 1)
            precondition(TaskDiagnostics.snapshot().tasks.isEmpty, "\(TaskDiagnostics.snapshot())")
        }
    }

    @Test(.tags(.t14)) func aCircleAcrossTokensIsFound() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let start = TaskCompletionSource<Int>()
            let token = CancellationTokenSource()
            let holder = Recorder<BoltsTask<Int>>()
            // The closure returns a task that waits for the closure's own result, with another token.
            let outer = start.task.continueOnSuccessWithTask { _ in
                holder.values[0].continueWith(cancellationToken: token.token) { _ in 1 }.named("inner")
            }
            outer.named("outer")
            holder.add(outer)
            start.set(result: 1)
            let snapshot = TaskDiagnostics.snapshot()
            precondition(snapshot.namedCycles == [["outer", "inner"]], snapshot.description)
            token.cancel()
            precondition(outer.isCompleted && TaskDiagnostics.snapshot().cycles.isEmpty)
        }
    }

    @Test(.tags(.t14)) func aCircleThroughAnAsyncBodyIsFound() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let holder = Recorder<BoltsTask<Int>>()
            let ready = TaskCompletionSource<Void>()
            let body = BoltsTask { () async throws -> Int in
                try await ready.task.value
                return try await holder.values[0].value
            }
            body.named("body")
            holder.add(body.continueOnSuccessWith { $0 }.named("after"))
            ready.set()
            await eventually("a circle is found") { !TaskDiagnostics.snapshot().cycles.isEmpty }
            let snapshot = TaskDiagnostics.snapshot()
            precondition(snapshot.namedCycles == [["body", "suspendedTask", "after"]], snapshot.description)
        }
    }

    @Test(.tags(.t14)) func aBlockedMainThreadIsNamedWithWhatItHoldsUp() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let source = TaskCompletionSource<Int>()
            let shown = source.task.continueOnSuccessWith(.queue(.global())) { $0 }
                .continueOnSuccessWith(on: .mainThread) { $0 }
            shown.named("show")
            let snapshots = Recorder<TaskSnapshot>()
            let blocked = DispatchSemaphore(value: 0)
            // Another thread takes the snapshot while the main thread waits for its own work.
            Thread.detachNewThread {
                while !TaskDiagnostics.snapshot().blockedThreads.contains(where: \.isOnMainThread) { yieldThread() }
                source.set(result: 1)
                snapshots.add(snapshotWithCycle())
                blocked.signal()
            }
            await MainActor.run {
                func wait() {
                    while snapshots.count == 0 { shown.waitUntilCompleted(timeout: .milliseconds(500)) }
                }
                wait()
            }
            blocked.wait()
            let snapshot = snapshots.values[0]
            precondition(snapshot.namedCycles == [["show", "blockedThread"]], snapshot.description)
            precondition(snapshot.description.contains("the main thread is blocked until show"), snapshot.description)
        }
    }

    @Test(.tags(.t14)) func aClosureThatWaitsForALaterOneIsACircle() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let source = TaskCompletionSource<Int>()
            let holder = Recorder<BoltsTask<Int>>()
            let found = Recorder<TaskSnapshot>()
            let first = source.task.continueOnSuccessWith { number -> Int in
                Thread.detachNewThread {
                    found.add(snapshotWithCycle())
                }
                while found.values.isEmpty { holder.values[0].waitUntilCompleted(timeout: .milliseconds(500)) }
                return number
            }
            first.named("first")
            holder.add(source.task.continueOnSuccessWith { $0 }.named("second"))
            source.set(result: 1)
            let snapshot = found.values[0]
            precondition(snapshot.namedCycles == [["first", "blockedThread", "second"]], snapshot.description)
        }
    }

    @Test(.tags(.t14)) func abandonedSourcesAreNamed() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let line = forgetSource()
            let snapshot = TaskDiagnostics.snapshot()
            precondition(snapshot.tasks.isEmpty && snapshot.abandonedCount == 1, snapshot.description)
            precondition(snapshot.abandoned.first?.name == "forgotten")
            precondition(snapshot.abandoned.first?.place?.line == Int(line))
            let text = "1 abandoned task\n  forgotten (BoltsTask<String>), source, after"
            precondition(snapshot.description.contains(text), snapshot.description)
            for _ in 0..<10_000 { _ = TaskCompletionSource<Int>() }
            precondition(TaskDiagnostics.snapshot().abandonedCount == 10_001)
            precondition(TaskDiagnostics.snapshot().abandoned.count <= 256)
        }
    }

    @Test(.tags(.t14)) func nothingIsHeldThatTheProgramLetGoOf() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            weak var task: BoltsTask<Canary>?
            weak var result: Canary?
            weak var captured: Canary?
            weak var pending: BoltsTask<Int>?
            do {
                let canary = Canary()
                captured = canary
                let source = TaskCompletionSource<Canary>()
                let chain = source.task.continueOnSuccessWith { value in
                    withExtendedLifetime(canary) { value }
                }
                chain.named("chain")
                task = chain
                let value = Canary()
                result = value
                _ = TaskDiagnostics.snapshot()
                source.set(result: value)
                // Only the task for which it waits retains this task.
                let endless = TaskCompletionSource<Int>()
                pending = endless.task.continueOnSuccessWith { $0 }
                precondition(pending != nil)
                _ = TaskDiagnostics.snapshot()
            }
            precondition(task == nil && result == nil && captured == nil && pending == nil)
            precondition(TaskDiagnostics.snapshot().tasks.isEmpty)
        }
    }

    @Test(.tags(.t14)) func snapshotsMayBeTakenWhileTasksComeAndGo() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            await withTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        for number in 0..<3_000 {
                            let token = CancellationTokenSource()
                            let source = TaskCompletionSource<Int>()
                            let inner = TaskCompletionSource<Int>()
                            let task = source.task.continueOnSuccessWithTask(cancellationToken: token.token) { _ in
                                inner.task.continueWithTask(cancellationToken: token.token) { $0 }
                            }
                            _ = BoltsTask.whenAny([task, inner.task])
                            source.set(result: number)
                            if number.isMultiple(of: 2) { token.cancel() } else { inner.set(result: number) }
                        }
                    }
                }
                group.addTask { for _ in 0..<300 { _ = TaskDiagnostics.snapshot().json } }
                group.addTask {
                    for _ in 0..<50 {
                        TaskDiagnostics.stopTracking()
                        TaskDiagnostics.startTracking()
                    }
                }
            }
            precondition(TaskDiagnostics.snapshot().tasks.isEmpty, "\(TaskDiagnostics.snapshot())")
        }
    }
    #endif
}

/// The first snapshot that has a cycle.
private func snapshotWithCycle() -> TaskSnapshot {
    while true {
        let snapshot = TaskDiagnostics.snapshot()
        if !snapshot.cycles.isEmpty { return snapshot }
        yieldThread()
    }
}

private func yieldThread() { Thread.sleep(forTimeInterval: 0.001) }

// The code is in functions, because lines inside the macro's closure are counted in its expansion.

private func parse(_ number: BoltsTask<Int>, on queue: DispatchQueue) -> (task: BoltsTask<Int>, line: UInt) {
    (number.continueOnSuccessWith(.queue(queue)) { $0 }.named("parse"), #line)
}

private func forgetSource() -> UInt {
    let (source, line) = (TaskCompletionSource<String>(), #line as UInt)
    source.task.named("forgotten")
    withExtendedLifetime(source) {}
    return line
}
