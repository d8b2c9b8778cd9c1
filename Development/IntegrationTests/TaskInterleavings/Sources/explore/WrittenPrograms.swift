@testable import BoltsTasks
internal import BoltsTestSupport

/// Programs with combinators, awaits and tokens, and what must be true of each.
enum WrittenPrograms {
    static var all: [Program] {
        waits + races + maps + retries + limits + loops + awaits + forwards + tokens + lifetimes
    }

    // MARK: What must be true

    /// How a task completed, for reports.
    fileprivate static func describe<Value>(_ task: BoltsTask<Value>) -> String {
        switch task.outcome {
        case nil: "pending"
        case .success(let value): "\(value)"
        case .failure(let error): error is CancellationError ? "cancelled" : "\(type(of: error))"
        }
    }

    /// A fault unless the task completed in one of some ways.
    fileprivate static func expect<Value>(_ task: BoltsTask<Value>, _ allowed: String...) -> String? {
        let seen = describe(task)
        return allowed.contains(seen) ? nil : "\(seen) instead of \(allowed)"
    }

    // MARK: Waiting for all

    /// Waits for two tasks with a token.
    private enum Wait: CaseIterable {
        case whenAll, whenAllResult, whenAllSettled, whenAllSucceed, zip

        func wait(_ s: BoltsTask<Int>, _ t: BoltsTask<Int>, _ token: CancellationToken) -> BoltsTask<Int> {
            switch self {
            case .whenAll: BoltsTask.whenAll([s, t], cancellationToken: token).continueOnSuccessWith { 2 }
            case .whenAllResult:
                BoltsTask.whenAllResult([s, t], cancellationToken: token).continueOnSuccessWith(continuation: \.count)
            case .whenAllSettled:
                BoltsTask.whenAllSettled([s, t], cancellationToken: token).continueOnSuccessWith(continuation: \.count)
            case .whenAllSucceed:
                BoltsTask.whenAllSucceed([s, t], cancellationToken: token).continueOnSuccessWith(continuation: \.count)
            case .zip: BoltsTask.zip(s, t, cancellationToken: token).continueOnSuccessWith { _ in 2 }
            }
        }
    }

    private static var waits: [Program] {
        Wait.allCases.flatMap { wait in
            [
                Program(name: "\(wait): set s | set t") {
                    let (s, t, k) = (
                        TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), CancellationTokenSource()
                    )
                    let result = wait.wait(s.task, t.task, k.token)
                    return Run(
                        threads: [{ s.set(result: 1) }, { t.set(result: 2) }],
                        check: { expect(result, "2") },
                        kept: [k]
                    )
                },
                Program(name: "\(wait): set s | cancel") {
                    let (s, t, k) = (
                        TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), CancellationTokenSource()
                    )
                    let result = wait.wait(s.task, t.task, k.token)
                    return Run(
                        threads: [{ s.set(result: 1) }, { k.cancel() }],
                        check: { expect(result, "cancelled") ?? expect(t.task, "pending") },
                        kept: [k]
                    )
                },
                Program(name: "\(wait): set s, set t | cancel") {
                    let (s, t, k) = (
                        TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), CancellationTokenSource()
                    )
                    let result = wait.wait(s.task, t.task, k.token)
                    return Run(
                        threads: [
                            {
                                s.set(result: 1)
                                t.set(result: 2)
                            }, { k.cancel() },
                        ],
                        check: { expect(result, "2", "cancelled") },
                        kept: [k]
                    )
                },
                Program(name: "\(wait): wait | set s, set t | cancel") {
                    let (s, t, k) = (
                        TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), CancellationTokenSource()
                    )
                    let result = Box<BoltsTask<Int>?>(nil)
                    return Run(
                        threads: [
                            { result.value = wait.wait(s.task, t.task, k.token) },
                            {
                                t.set(result: 2)
                                s.set(result: 1)
                            }, { k.cancel() },
                        ],
                        check: { result.value.flatMap { expect($0, "2", "cancelled") } },
                        kept: [k]
                    )
                },
                Program(name: "\(wait): fail s | set t | cancel") {
                    let (s, t, k) = (
                        TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), CancellationTokenSource()
                    )
                    let result = wait.wait(s.task, t.task, k.token)
                    return Run(
                        threads: [{ s.set(error: Failure()) }, { t.set(result: 2) }, { k.cancel() }],
                        check: { expect(result, wait == .whenAllSettled ? "2" : "Failure", "cancelled") },
                        kept: [k]
                    )
                },
            ]
        }
    }

    // MARK: Races

    private static var races: [Program] {
        [
            Program(name: "whenAny: set s | set t") {
                let (s, t) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
                let result = BoltsTask.whenAny([s.task, t.task])
                return Run(threads: [{ s.set(result: 1) }, { t.set(result: 2) }], check: { expect(result, "1", "2") })
            },
            Program(name: "whenAny: fail s | fail t") {
                let (s, t) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
                let result = BoltsTask.whenAny([s.task, t.task])
                return Run(
                    threads: [{ s.set(error: Failure()) }, { t.set(error: Failure()) }],
                    check: { expect(result, "AggregateError") }
                )
            },
            Program(name: "whenAny: wait | fail s | set t") {
                let (s, t) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
                let result = Box<BoltsTask<Int>?>(nil)
                return Run(
                    threads: [
                        { result.value = BoltsTask.whenAny([s.task, t.task]) }, { s.set(error: Failure()) },
                        { t.set(result: 2) },
                    ],
                    check: { result.value.flatMap { expect($0, "2") } }
                )
            },
            Program(name: "whenAny: fail s | fail t | cancel") {
                let (s, t, k) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), CancellationTokenSource())
                let result = BoltsTask.whenAny([s.task, t.task], cancellationToken: k.token)
                return Run(
                    threads: [{ s.set(error: Failure()) }, { t.set(error: Failure()) }, { k.cancel() }],
                    check: { expect(result, "AggregateError", "cancelled") },
                    kept: [k]
                )
            },
            Program(name: "whenFirst: set s | set t | cancel") {
                let (s, t, k) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), CancellationTokenSource())
                let result = BoltsTask.whenFirst([s.task, t.task], cancellationToken: k.token)
                    .continueOnSuccessWithTask { $0.task }
                return Run(
                    threads: [{ s.set(result: 1) }, { t.set(result: 2) }, { k.cancel() }],
                    check: { expect(result, "1", "2", "cancelled") },
                    kept: [k]
                )
            },
        ]
    }

    // MARK: Work that is started

    /// The tokens of the work that was started, and its sources.
    private final class Work: Shared, @unchecked Sendable {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        var tokens: [(number: Int, token: CancellationToken)] = []
        var mostRunning = 0

        /// How much of what was started has not completed.
        var running: Int { tokens.count { !sources[$0.number].task.isCompleted } }

        func start(_ number: Int, _ token: CancellationToken) -> BoltsTask<Int> {
            tokens.append((number, token))
            return sources[number].task
        }

        /// A fault if the token of work that was given up is not cancelled.
        func forgotten(after result: BoltsTask<some Sendable>) -> String? {
            guard result.isCompleted else { return "the result is pending" }
            guard
                let lost = tokens.first(where: {
                    !$0.token.isCancellationRequested && !sources[$0.number].task.isCompleted
                })
            else { return nil }
            return "the token of work \(lost.number) is not cancelled"
        }
    }

    /// The inputs of a map: making one takes a step, so that another thread may come meanwhile.
    private final class Inputs: Shared, Sequence, IteratorProtocol, @unchecked Sendable {
        private let count: Int
        private let step = TaskCompletionSource<Int>()
        private var taken = 0
        private var isInside = false
        private(set) var fault: String?

        init(_ count: Int) { self.count = count }

        func next() -> Int? {
            if isInside { fault = "two callers take inputs at a time" }
            isInside = true
            defer { isInside = false }
            if step.task.isCompleted || taken == count { return nil }
            taken += 1
            return taken - 1
        }
    }

    private static func mapping(
        _ name: String,
        inputs: Int = 2,
        atMost limit: Int,
        _ threads: @escaping (Work, CancellationTokenSource) -> [() -> Void],
        before: @escaping (Work, CancellationTokenSource) -> Void = { _, _ in },
        allowed: [String]
    ) -> Program {
        Program(name: "map at most \(limit): \(name)") {
            let (work, k, inputs) = (Work(), CancellationTokenSource(), Inputs(inputs))
            before(work, k)
            let result = BoltsTask<Int>.map(inputs, atMost: limit, cancellationToken: k.token) { number, token in
                defer { work.mostRunning = max(work.mostRunning, work.running) }
                return work.start(number, token)
            }
            return Run(
                threads: threads(work, k),
                check: {
                    let seen = describe(result)
                    if !allowed.contains(seen) { return "\(seen) instead of \(allowed)" }
                    if work.mostRunning > limit { return "\(work.mostRunning) run at a time" }
                    return inputs.fault ?? work.forgotten(after: result)
                },
                kept: [k]
            )
        }
    }

    private static var maps: [Program] {
        [
            mapping(
                "set 0 | set 1, and the third is complete",
                inputs: 3,
                atMost: 2,
                { work, _ in [{ work.sources[0].set(result: 0) }, { work.sources[1].set(result: 1) }] },
                before: { work, _ in work.sources[2].set(result: 2) },
                allowed: ["[0, 1, 2]"]
            ),
            mapping(
                "set 0 | set 1 | set 2",
                inputs: 3,
                atMost: 2,
                { work, _ in (0..<3).map { number in { work.sources[number].set(result: number) } } },
                allowed: ["[0, 1, 2]"]
            ),
            mapping(
                "set 0 | fail 1, and the third is complete",
                inputs: 3,
                atMost: 2,
                { work, _ in [{ work.sources[0].set(result: 0) }, { work.sources[1].set(error: Failure()) }] },
                before: { work, _ in work.sources[2].set(result: 2) },
                allowed: ["Failure"]
            ),
            mapping(
                "set 0 | set 1 | cancel, and the third is complete",
                inputs: 3,
                atMost: 2,
                { work, k in
                    [{ work.sources[0].set(result: 0) }, { work.sources[1].set(result: 1) }, { k.cancel() }]
                },
                before: { work, _ in work.sources[2].set(result: 2) },
                allowed: ["[0, 1, 2]", "cancelled"]
            ),
            mapping(
                "an observer sets 0 | cancel",
                inputs: 3,
                atMost: 1,
                { _, k in [{ k.cancel() }] },
                before: { work, k in k.token.register { work.sources[0].set(result: 0) } },
                allowed: ["cancelled"]
            ),
            mapping(
                "set 0 | cancel",
                inputs: 2,
                atMost: 1,
                { work, k in [{ work.sources[0].set(result: 0) }, { k.cancel() }] },
                allowed: ["cancelled"]
            ),
            mapping(
                "set 0, set 1 | cancel",
                atMost: 1,
                { work, k in
                    [
                        {
                            work.sources[0].set(result: 0)
                            work.sources[1].set(result: 1)
                        }, { k.cancel() },
                    ]
                },
                allowed: ["[0, 1]", "cancelled"]
            ),
            mapping(
                "set 0 | set 1",
                atMost: 2,
                { work, _ in [{ work.sources[0].set(result: 0) }, { work.sources[1].set(result: 1) }] },
                allowed: ["[0, 1]"]
            ),
            mapping(
                "set 0 | fail 1",
                atMost: 2,
                { work, _ in [{ work.sources[0].set(result: 0) }, { work.sources[1].set(error: Failure()) }] },
                allowed: ["Failure"]
            ),
            mapping(
                "fail 0 | set 1 | cancel",
                atMost: 2,
                { work, k in
                    [{ work.sources[0].set(error: Failure()) }, { work.sources[1].set(result: 1) }, { k.cancel() }]
                },
                allowed: ["Failure", "cancelled"]
            ),
        ]
    }

    private static func retrying(
        _ name: String,
        _ threads: @escaping (Work, CancellationTokenSource) -> [() -> Void],
        allowed: [String]
    ) -> Program {
        Program(name: "retry: \(name)") {
            let (work, k) = (Work(), CancellationTokenSource())
            let policy = TaskRetryPolicy(attempts: 2, firstDelay: .zero, jitter: 0)
            let result = BoltsTask<Int>.retry(policy, cancellationToken: k.token) { number, token in
                work.start(number - 1, token)
            }
            return Run(
                threads: threads(work, k),
                check: {
                    let seen = describe(result)
                    if !allowed.contains(seen) { return "\(seen) instead of \(allowed)" }
                    return work.forgotten(after: result)
                },
                kept: [k]
            )
        }
    }

    private static var retries: [Program] {
        [
            retrying(
                "fail 0 | cancel",
                { work, k in [{ work.sources[0].set(error: Failure()) }, { k.cancel() }] },
                allowed: ["cancelled"]
            ),
            retrying(
                "set 0 | cancel",
                { work, k in [{ work.sources[0].set(result: 0) }, { k.cancel() }] },
                allowed: ["0", "cancelled"]
            ),
            retrying(
                "fail 0 | set 1",
                { work, _ in [{ work.sources[0].set(error: Failure()) }, { work.sources[1].set(result: 1) }] },
                allowed: ["1"]
            ),
            retrying(
                "fail 0, fail 1 | cancel",
                { work, k in
                    [
                        {
                            work.sources[0].set(error: Failure())
                            work.sources[1].set(error: Failure())
                        }, { k.cancel() },
                    ]
                },
                allowed: ["Failure", "cancelled"]
            ),
        ]
    }

    // MARK: Time limits

    private static func limiting(
        _ name: String,
        _ threads: @escaping (Work, CancellationTokenSource, ManualClock) -> [() -> Void],
        allowed: [String]
    ) -> [Program] {
        [false, true].map { startsWork in
            Program(name: "timeout\(startsWork ? " with work" : ""): \(name)") {
                let (work, k, clock) = (Work(), CancellationTokenSource(), ManualClock())
                let result =
                    startsWork
                    ? BoltsTask.timeout(after: .seconds(1), clock: clock, cancellationToken: k.token) {
                        work.start(0, $0)
                    }
                    : work.sources[0].task.timeout(after: .seconds(1), clock: clock, cancellationToken: k.token)
                return Run(
                    threads: threads(work, k, clock),
                    check: {
                        let seen = describe(result)
                        if !allowed.contains(seen) { return "\(seen) instead of \(allowed)" }
                        return work.forgotten(after: result)
                    },
                    kept: [k]
                )
            }
        }
    }

    private static var limits: [Program] {
        limiting(
            "set | cancel",
            { work, k, _ in [{ work.sources[0].set(result: 0) }, { k.cancel() }] },
            allowed: ["0", "cancelled"]
        )
            + limiting(
                "set | the time is over",
                { work, _, clock in [{ work.sources[0].set(result: 0) }, { clock.advance(by: .seconds(1)) }] },
                allowed: ["0", "TaskTimeoutError"]
            )
            + limiting(
                "cancel | the time is over",
                { _, k, clock in [{ k.cancel() }, { clock.advance(by: .seconds(1)) }] },
                allowed: ["cancelled", "TaskTimeoutError"]
            )
    }

    // MARK: Loops

    private static var loops: [Program] {
        [
            Program(name: "continueWhile: set 0, set 1 | cancel") {
                let (rounds, k) = ((0..<2).map { _ in TaskCompletionSource<Void>() }, CancellationTokenSource())
                let next = Box(0)
                let result = BoltsTask.continueWhile(cancellationToken: k.token) {
                    next.value < 2
                } body: {
                    next.value += 1
                    return rounds[next.value - 1].task
                }
                return Run(
                    threads: [
                        {
                            rounds[0].set()
                            rounds[1].set()
                        }, { k.cancel() },
                    ],
                    check: { expect(result, "()", "cancelled") },
                    kept: [k]
                )
            },
            Program(name: "continueWhile: set 0 | cancel") {
                let (rounds, k) = ((0..<2).map { _ in TaskCompletionSource<Void>() }, CancellationTokenSource())
                let next = Box(0)
                let result = BoltsTask.continueWhile(cancellationToken: k.token) {
                    next.value < 2
                } body: {
                    next.value += 1
                    return rounds[next.value - 1].task
                }
                return Run(
                    threads: [{ rounds[0].set() }, { k.cancel() }],
                    check: { expect(result, "cancelled") },
                    kept: [k]
                )
            },
        ]
    }

    // MARK: Awaits

    /// A Swift task that waits.
    ///
    /// Its waiter is used as `task.value` uses it, but by threads that the scheduler knows: the runtime calls cancellation
    /// handlers under a lock of its own.
    private final class Waiting: Shared, @unchecked Sendable {
        let source = TaskCompletionSource<Int>()
        var node: AwaitNode<Int>? = AwaitNode()
        private var continuation: UnsafeContinuation<Int, any Error>?
        private(set) var outcome = "waits"

        override init() {
            super.init()
            Task { [self] in
                do {
                    outcome = "\(try await withUnsafeThrowingContinuation { continuation = $0 })"
                } catch {
                    outcome = "cancelled"
                }
            }
        }

        func wait() {
            guard let continuation else { return }
            node?.wait(for: source.task, continuation)
        }

        func check(_ allowed: String...) -> String? {
            allowed.contains(outcome) ? nil : "the Swift task: \(outcome) instead of \(allowed)"
        }
    }

    private static var awaits: [Program] {
        [
            Program(name: "await: wait | set") {
                let waiting = Waiting()
                return Run(
                    threads: [{ waiting.wait() }, { waiting.source.set(result: 1) }],
                    check: { waiting.check("1") }
                )
            },
            Program(name: "await: wait | cancel") {
                let waiting = Waiting()
                return Run(
                    threads: [{ waiting.wait() }, { waiting.node?.cancelWait() }],
                    check: { waiting.check("cancelled") }
                )
            },
            Program(name: "await: wait | set | cancel") {
                let waiting = Waiting()
                return Run(
                    threads: [{ waiting.wait() }, { waiting.source.set(result: 1) }, { waiting.node?.cancelWait() }],
                    check: { waiting.check("1", "cancelled") }
                )
            },
            Program(name: "await: wait | sweep | cancel") {
                let waiting = Waiting()
                return Run(
                    threads: [
                        { waiting.wait() },
                        { if let sweep = waiting.source.task.beginSweep() { waiting.source.task.finishSweep(sweep) } },
                        { waiting.node?.cancelWait() },
                    ],
                    check: { waiting.check("cancelled") }
                )
            },
            Program(name: "async work: ends | adopt | cancel") {
                let k = CancellationTokenSource()
                let gate = TaskCompletionSource<Int>()
                let work = BoltsTask<Int> { 1 + 1 }
                let result = gate.task.continueWithTask(cancellationToken: k.token) { _ in work }
                return Run(
                    threads: [{ gate.set(result: 0) }, { k.cancel() }],
                    check: { expect(result, "2", "cancelled") },
                    kept: [k]
                )
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
                    check: { kept.value.flatMap { expect($0, "2") } }
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
                            .compactMap { expect($0, "TaskUsageError") }.first
                    },
                    release: { (first.value, second.value) = (nil, nil) },
                    // A circle that was undone keeps a reference: another thread may be following it.
                    mayLeaveTasks: true
                )
            },
            Program(name: "forward with a token: open | open | set") {
                chain { s, first, second, _ in
                    [{ first.set() }, { second.set() }, { s.set(result: 1) }]
                } check: { tasks in
                    tasks.lazy.compactMap { expect($0, "1") }.first
                }
            },
            Program(name: "forward with a token: open, set | open") {
                chain { s, first, second, _ in
                    [
                        {
                            first.set()
                            s.set(result: 1)
                        }, { second.set() },
                    ]
                } check: { tasks in
                    tasks.lazy.compactMap { expect($0, "1") }.first
                }
            },
            Program(name: "forward with a token: open, open, set | cancel") {
                chain { s, first, second, k in
                    [
                        {
                            first.set()
                            second.set()
                            s.set(result: 1)
                        }, { k.cancel() },
                    ]
                } check: { tasks in
                    tasks.lazy.compactMap { expect($0, "1", "cancelled") }.first
                }
            },
            Program(name: "forward with a token: open, open | set | cancel") {
                chain { s, first, second, k in
                    [
                        {
                            first.set()
                            second.set()
                        }, { s.set(result: 1) }, { k.cancel() },
                    ]
                } check: { tasks in
                    tasks.lazy.compactMap { expect($0, "1", "cancelled") }.first
                }
            },
            // The task that is returned is sealed while the token cancels the one that it is to forward to.
            Program(name: "forward with a token: open | set | cancel", leastBound: 3) {
                let (s, first, k) = (
                    TaskCompletionSource<Int>(), TaskCompletionSource<Void>(), CancellationTokenSource()
                )
                let last = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: k.token) { _ in s.task }
                let outer = first.task.continueOnSuccessWithTask(cancellationToken: k.token) { last }
                let seen = Box<[String]>([])
                outer.continueWith { seen.value.append(describe($0)) }
                return Run(
                    threads: [{ first.set() }, { s.set(result: 1) }, { k.cancel() }],
                    check: {
                        [last, outer].lazy.compactMap { expect($0, "1", "cancelled") }.first
                            ?? (seen.value == [describe(outer)]
                                ? nil : "the waiter saw \(seen.value), then it was \(describe(outer))")
                    },
                    kept: [k]
                )
            },
        ]
    }

    /// Three tasks with one token, of which each returns the one before.
    private static func chain(
        _ threads: (
            TaskCompletionSource<Int>, TaskCompletionSource<Void>, TaskCompletionSource<Void>, CancellationTokenSource
        ) -> [() -> Void],
        check: @escaping ([BoltsTask<Int>]) -> String?
    ) -> Run {
        let (s, k) = (TaskCompletionSource<Int>(), CancellationTokenSource())
        let (first, second) = (TaskCompletionSource<Void>(), TaskCompletionSource<Void>())
        let last = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: k.token) { _ in s.task }
        let middle = first.task.continueOnSuccessWithTask(cancellationToken: k.token) { last }
        let outer = second.task.continueOnSuccessWithTask(cancellationToken: k.token) { middle }
        let seen = Box<[String]>([])
        outer.continueWith { seen.value.append(describe($0)) }
        return Run(
            threads: threads(s, first, second, k),
            check: {
                check([last, middle, outer])
                    ?? (seen.value == [describe(outer)]
                        ? nil : "the waiter saw \(seen.value), then it was \(describe(outer))")
            },
            kept: [k]
        )
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
                        return result.value.flatMap { expect($0, isCancelled ? "cancelled" : "pending") }
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
                    check: { result.value.flatMap { expect($0, "AbandonedTaskError") } }
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
                    check: { expect(task, "1") }
                )
            },
        ]
    }
}
