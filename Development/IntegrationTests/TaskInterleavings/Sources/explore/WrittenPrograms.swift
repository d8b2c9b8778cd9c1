@testable import BoltsTasks

/// Programs with combinators, awaits and tokens, and the condition for each.
enum WrittenPrograms {
    static var all: [Program] {
        waits + races + maps + retries + limits + loops + awaits + forwards + tokens + lifetimes
    }

    // MARK: Waiting for all

    /// Waits for two tasks with a token.
    private enum Wait: CaseIterable {
        case whenAll, whenAllResult, whenAllSettled, whenAllSucceed, zip

        func make(_ scene: Scene) -> BoltsTask<Int> {
            let (tasks, token) = (scene.tasks, scene.k.token)
            return switch self {
            case .whenAll: BoltsTask.whenAll(tasks, cancellationToken: token).continueOnSuccessWith { 2 }
            case .whenAllResult:
                BoltsTask.whenAllResult(tasks, cancellationToken: token).continueOnSuccessWith(continuation: \.count)
            case .whenAllSettled:
                BoltsTask.whenAllSettled(tasks, cancellationToken: token).continueOnSuccessWith(continuation: \.count)
            case .whenAllSucceed:
                BoltsTask.whenAllSucceed(tasks, cancellationToken: token).continueOnSuccessWith(continuation: \.count)
            case .zip: BoltsTask.zip(tasks[0], tasks[1], cancellationToken: token).continueOnSuccessWith { _ in 2 }
            }
        }
    }

    private static var waits: [Program] {
        Wait.allCases.flatMap { wait in
            let (name, failed) = ("\(wait)", wait == .whenAllSettled ? "2" : "Failure")
            return [
                Program(name, [[.set(0)], [.set(1)]], allowed: "2", make: wait.make),
                Program(name, [[.set(0)], [.cancel]], allowed: "cancelled", make: wait.make) {
                    expect($0.tasks[1], ["pending"])
                },
                Program(name, [[.set(0), .set(1)], [.cancel]], allowed: "2", "cancelled", make: wait.make),
                Program(name, [[.make], [.set(1), .set(0)], [.cancel]], allowed: "2", "cancelled", make: wait.make),
                Program(name, [[.fail(0)], [.set(1)], [.cancel]], allowed: failed, "cancelled", make: wait.make),
            ]
        }
    }

    // MARK: Races

    private static var races: [Program] {
        [
            Program("whenAny", [[.set(0)], [.set(1)]], allowed: "0", "1") { .whenAny($0.tasks) },
            Program("whenAny", [[.fail(0)], [.fail(1)]], allowed: "AggregateError") { .whenAny($0.tasks) },
            Program("whenAny", [[.make], [.fail(0)], [.set(1)]], allowed: "1") { .whenAny($0.tasks) },
            Program("whenAny", [[.fail(0)], [.fail(1)], [.cancel]], allowed: "AggregateError", "cancelled") {
                .whenAny($0.tasks, cancellationToken: $0.k.token)
            },
            Program("whenFirst", [[.set(0)], [.set(1)], [.cancel]], allowed: "0", "1", "cancelled") {
                BoltsTask.whenFirst($0.tasks, cancellationToken: $0.k.token).continueOnSuccessWithTask { $0.task }
            },
        ]
    }

    // MARK: Work that is started

    private static func map(_ inputs: Int, atMost limit: Int) -> (Scene) -> BoltsTask<[Int]> {
        { scene in
            let list = Scene.Inputs(inputs)
            (scene.inputs, scene.limit) = (list, limit)
            return BoltsTask<Int>.map(list, atMost: limit, cancellationToken: scene.k.token) { scene.start($0, $1) }
        }
    }

    private static var maps: [Program] {
        let (one, two, three) = (map(2, atMost: 1), map(2, atMost: 2), map(3, atMost: 2))
        return [
            Program("map", after: [.set(2)], [[.set(0)], [.set(1)]], allowed: "[0, 1, 2]", sources: 3, make: three),
            Program("map", [[.set(0)], [.set(1)], [.set(2)]], allowed: "[0, 1, 2]", sources: 3, make: three),
            Program("map", after: [.set(2)], [[.set(0)], [.fail(1)]], allowed: "Failure", sources: 3, make: three),
            Program(
                "map",
                after: [.set(2)],
                [[.set(0)], [.set(1)], [.cancel]],
                allowed: "[0, 1, 2]",
                "cancelled",
                sources: 3,
                make: three
            ),
            Program(
                "map one at a time",
                after: [.observe(0)],
                [[.cancel]],
                allowed: "cancelled",
                sources: 3,
                make: map(3, atMost: 1)
            ),
            Program("map one at a time", [[.set(0)], [.cancel]], allowed: "cancelled", sources: 3, make: one),
            Program(
                "map one at a time",
                [[.set(0), .set(1)], [.cancel]],
                allowed: "[0, 1]",
                "cancelled",
                sources: 3,
                make: one
            ),
            Program("map", [[.set(0)], [.set(1)]], allowed: "[0, 1]", sources: 3, make: two),
            Program("map", [[.set(0)], [.fail(1)]], allowed: "Failure", sources: 3, make: two),
            Program("map", [[.fail(0)], [.set(1)], [.cancel]], allowed: "Failure", "cancelled", sources: 3, make: two),
        ]
    }

    private static var retries: [Program] {
        func retry(_ scene: Scene) -> BoltsTask<Int> {
            let policy = TaskRetryPolicy(attempts: 2, firstDelay: .zero, jitter: 0)
            return BoltsTask<Int>.retry(policy, cancellationToken: scene.k.token) { number, token in
                scene.start(number - 1, token)
            }
        }
        return [
            Program("retry", [[.fail(0)], [.cancel]], allowed: "cancelled", make: retry),
            Program("retry", [[.set(0)], [.cancel]], allowed: "0", "cancelled", make: retry),
            Program("retry", [[.fail(0)], [.set(1)]], allowed: "1", make: retry),
            Program("retry", [[.fail(0), .fail(1)], [.cancel]], allowed: "Failure", "cancelled", make: retry),
        ]
    }

    // MARK: Time limits

    private static var limits: [Program] {
        func ofTask(_ scene: Scene) -> BoltsTask<Int> {
            scene.tasks[0].timeout(after: .seconds(1), clock: scene.clock, cancellationToken: scene.k.token)
        }
        func ofWork(_ scene: Scene) -> BoltsTask<Int> {
            BoltsTask.timeout(after: .seconds(1), clock: scene.clock, cancellationToken: scene.k.token) {
                scene.start(0, $0)
            }
        }
        return [("timeout", ofTask), ("timeout with work", ofWork)].flatMap { name, make in
            [
                Program(name, [[.set(0)], [.cancel]], allowed: "0", "cancelled", make: make),
                Program(name, [[.set(0)], [.passTime]], allowed: "0", "TaskTimeoutError", make: make),
                Program(name, [[.cancel], [.passTime]], allowed: "cancelled", "TaskTimeoutError", make: make),
            ]
        }
    }

    // MARK: Loops

    private static var loops: [Program] {
        [(2, ["()", "cancelled"]), (1, ["cancelled"])].map { set, allowed in
            Program(name: "continueWhile: \(set) of 2 rounds end | cancel") {
                let (rounds, k) = ((0..<2).map { _ in TaskCompletionSource<Void>() }, CancellationTokenSource())
                let next = Box(0)
                let result = BoltsTask.continueWhile(cancellationToken: k.token) {
                    next.value < 2
                } body: {
                    next.value += 1
                    return rounds[next.value - 1].task
                }
                return Run(
                    threads: [{ for round in rounds.prefix(set) { round.set() } }, { k.cancel() }],
                    check: { expect(result, allowed) },
                    kept: [k]
                )
            }
        }
    }

    // MARK: Awaits

    /// A Swift task that waits.
    ///
    /// Its waiter is used as `task.value` uses it, but by threads that the scheduler knows: the runtime calls cancellation handlers
    /// under its own lock.
    private final class Waiting: Shared, @unchecked Sendable {
        enum Step: String, CustomStringConvertible {
            case wait, set, cancel, sweep

            var description: String { rawValue }
        }

        private let source = TaskCompletionSource<Int>()
        private let node = AwaitNode<Int>()
        private var continuation: UnsafeContinuation<Void, Never>?
        private(set) var outcome = "waits"

        override init() {
            super.init()
            Task { [self] in
                await withUnsafeContinuation { continuation = $0 }
                do {
                    outcome = "\(try node.outcome(of: source.task))"
                } catch {
                    outcome = "cancelled"
                }
            }
        }

        func perform(_ step: Step) {
            switch step {
            case .wait: if let continuation { node.wait(for: source.task, continuation) }
            case .set: source.set(result: 1)
            case .cancel: node.cancelWait()
            case .sweep: if let sweep = source.task.beginSweep() { source.task.finishSweep(sweep) }
            }
        }
    }

    private static func awaiting(_ steps: Waiting.Step..., allowed: String...) -> Program {
        Program(name: "await: " + Program.list(steps.map { [$0] })) {
            let waiting = Waiting()
            return Run(
                threads: steps.map { step in { waiting.perform(step) } },
                check: {
                    allowed.contains(waiting.outcome) ? nil : "the Swift task: \(waiting.outcome) instead of \(allowed)"
                }
            )
        }
    }

    private static var awaits: [Program] {
        [
            awaiting(.wait, .set, allowed: "1"),
            awaiting(.wait, .cancel, allowed: "cancelled"),
            awaiting(.wait, .set, .cancel, allowed: "1", "cancelled"),
            awaiting(.wait, .sweep, .cancel, allowed: "cancelled"),
            Program("async work adopted", [[.set(0)], [.cancel]], allowed: "2", "cancelled", sources: 1) { scene in
                let work = BoltsTask<Int> { 1 + 1 }
                return scene.tasks[0].continueWithTask(cancellationToken: scene.k.token) { _ in work }
            },
        ]
    }

    // MARK: Forwarding

    private static var forwards: [Program] {
        [
            Program(name: "forward: the target is dropped; complete | read") {
                let (s, t) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
                let inner = t.task.continueOnSuccessWithTask { BoltsTask(result: $0) }
                let kept = Box<BoltsTask<Int>?>(inner)
                s.task.continueOnSuccessWithTask { _ in inner }
                s.set(result: 1)
                return Run(
                    threads: [{ t.set(result: 2) }, { _ = kept.value?.result }, { kept.value?.continueWith { _ in } }],
                    check: { kept.value.flatMap { expect($0, ["2"]) } }
                )
            },
            Program(name: "forward: two tasks to each other") {
                let (s, t) = (TaskCompletionSource<Void>(), TaskCompletionSource<Void>())
                let (first, second) = (Box<BoltsTask<Int>?>(nil), Box<BoltsTask<Int>?>(nil))
                first.value = s.task.continueOnSuccessWithTask { second.value ?? .cancelled() }
                second.value = t.task.continueOnSuccessWithTask { first.value ?? .cancelled() }
                return Run(
                    threads: [{ s.set() }, { t.set() }],
                    check: {
                        [first.value, second.value].lazy.compactMap { $0 }
                            .compactMap { expect($0, ["TaskUsageError"]) }.first
                    },
                    release: { (first.value, second.value) = (nil, nil) },
                    // A cycle that was undone keeps a reference, because another thread may be following it.
                    mayLeaveTasks: true
                )
            },
            chain([[.open(0)], [.open(1)], [.set]], allowed: "1"),
            chain([[.open(0), .set], [.open(1)]], allowed: "1"),
            chain([[.open(0), .open(1), .set], [.cancel]], allowed: "1", "cancelled"),
            chain([[.open(0), .open(1)], [.set], [.cancel]], allowed: "1", "cancelled"),
            // The returned task is sealed while the token cancels the task to which it should forward.
            chain(doors: 1, [[.open(0)], [.set], [.cancel]], allowed: "1", "cancelled", leastBound: 3),
        ]
    }

    private enum ChainStep: CustomStringConvertible {
        case open(Int)
        case set, cancel

        var description: String {
            switch self {
            case .open(let door): "open \(door)"
            case .set: "set"
            case .cancel: "cancel"
            }
        }
    }

    /// Tasks with one token, each behind a door; each returns the previous one.
    private static func chain(
        doors count: Int = 2,
        _ threads: [[ChainStep]],
        allowed: String...,
        leastBound: Int = 0
    ) -> Program {
        Program(name: "forward with a token: " + Program.list(threads), leastBound: leastBound) {
            let (s, k) = (TaskCompletionSource<Int>(), CancellationTokenSource())
            let doors = (0..<count).map { _ in TaskCompletionSource<Void>() }
            var outer = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: k.token) { _ in s.task }
            var tasks = [outer]
            for door in doors {
                outer = door.task.continueOnSuccessWithTask(cancellationToken: k.token) { [outer] in outer }
                tasks.append(outer)
            }
            let seen = Box<[String]>([])
            outer.continueWith { seen.value.append(describe($0)) }
            return Run(
                threads: threads.map { steps in
                    {
                        for step in steps {
                            switch step {
                            case .open(let door): doors[door].set()
                            case .set: s.set(result: 1)
                            case .cancel: k.cancel()
                            }
                        }
                    }
                },
                check: { [tasks] in
                    let last = tasks.last.map(describe) ?? ""
                    return tasks.lazy.compactMap { expect($0, allowed) }.first
                        ?? (seen.value == [last] ? nil : "the waiter saw \(seen.value), then it was \(last)")
                },
                kept: [k]
            )
        }
    }

    // MARK: Tokens

    private static var tokens: [Program] {
        [
            Program(name: "token: cancel | cancel | register") {
                let (k, heard) = (CancellationTokenSource(), Box([0, 0]))
                k.token.register { heard.value[0] += 1 }
                return Run(
                    threads: [{ k.cancel() }, { k.cancel() }, { k.token.register { heard.value[1] += 1 } }],
                    check: { heard.value == [1, 1] ? nil : "observers heard \(heard.value)" },
                    kept: [k]
                )
            },
            Program(name: "token: cancel | dispose of a registration") {
                let (k, heard, isDisposed) = (CancellationTokenSource(), Box(0), Box(false))
                let registration = k.token.register { heard.value += 1 }
                return Run(
                    threads: [
                        { k.cancel() },
                        {
                            registration.dispose()
                            isDisposed.value = true
                        },
                    ],
                    check: { heard.value <= 1 ? nil : "the observer heard \(heard.value) times" },
                    kept: [k]
                )
            },
            Program(name: "token: cancel | link | dispose of the link") {
                let k = CancellationTokenSource()
                let (linked, other) = (Box<CancellationTokenSource?>(nil), CancellationTokenSource(linkedTo: k.token))
                return Run(
                    threads: [
                        { k.cancel() }, { linked.value = CancellationTokenSource(linkedTo: k.token) },
                        { other.dispose() },
                    ],
                    check: {
                        linked.value?.isCancellationRequested == true ? nil : "the linked source is not cancelled"
                    },
                    kept: [k]
                )
            },
            Program(name: "token: cancel | dispose | add with the token") {
                let (s, k) = (TaskCompletionSource<Int>(), CancellationTokenSource())
                let result = Box<BoltsTask<Int>?>(nil)
                return Run(
                    threads: [
                        { k.cancel() }, { k.dispose() },
                        { result.value = s.task.continueWith(cancellationToken: k.token) { $0.result ?? 0 } },
                    ],
                    check: {
                        let isCancelled = k.isCancellationRequested
                        return result.value.flatMap { expect($0, [isCancelled ? "cancelled" : "pending"]) }
                    },
                    kept: [k]
                )
            },
        ]
    }

    // MARK: Lifetimes

    private static var lifetimes: [Program] {
        [
            Program(name: "source: released | add") {
                let source = Box<TaskCompletionSource<Int>?>(TaskCompletionSource())
                let task = source.value?.task
                let result = Box<BoltsTask<Int>?>(nil)
                return Run(
                    threads: [{ source.value = nil }, { result.value = task?.continueOnSuccessWith { $0 } }],
                    check: { result.value.flatMap { expect($0, ["AbandonedTaskError"]) } }
                )
            },
            Program(name: "source: released | set by its last user") {
                let source = TaskCompletionSource<Int>()
                let task = source.task
                let users = Box<[TaskCompletionSource<Int>?]>([source, source])
                return Run(
                    threads: [
                        { users.value[0] = nil },
                        {
                            users.value[1]?.trySet(result: 1)
                            users.value[1] = nil
                        },
                    ],
                    check: { expect(task, ["1"]) }
                )
            },
        ]
    }
}
