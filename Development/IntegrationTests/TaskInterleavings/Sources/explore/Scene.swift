@testable import BoltsTasks
internal import BoltsTestSupport

/// The objects that the steps of a written program use: sources, the source of a token, a clock, and work that a task starts.
final class Scene: Shared, @unchecked Sendable {
    /// A step of a thread; the name of a program lists its steps.
    enum Step: CustomStringConvertible {
        case set(Int)
        case fail(Int)
        case cancel, passTime
        /// Creates the task; without this step it is created before the threads start.
        case make
        /// Registers an observer of the token that completes a source.
        case observe(Int)

        var description: String {
            switch self {
            case .set(let number): "set \(number)"
            case .fail(let number): "fail \(number)"
            case .cancel: "cancel"
            case .passTime: "the time is over"
            case .make: "make"
            case .observe(let number): "an observer sets \(number)"
            }
        }
    }

    let sources: [TaskCompletionSource<Int>]
    let k = CancellationTokenSource()
    let clock = ManualClock()
    /// The maximum of concurrent work, if the program checks it.
    var limit: Int?
    var inputs: Inputs?
    private var tokens: [(number: Int, token: CancellationToken)] = []
    private var excess: String?

    init(sources count: Int) {
        sources = (0..<count).map { _ in TaskCompletionSource() }
    }

    var tasks: [BoltsTask<Int>] { sources.map(\.task) }

    func perform(_ step: Step) {
        switch step {
        case .set(let number): sources[number].set(result: number)
        case .fail(let number): sources[number].set(error: Failure())
        case .cancel: k.cancel()
        case .passTime: clock.advance(by: .seconds(1))
        case .observe(let number): k.token.register { self.perform(.set(number)) }
        case .make: preconditionFailure("the program makes its task")
        }
    }

    func start(_ number: Int, _ token: CancellationToken) -> BoltsTask<Int> {
        tokens.append((number, token))
        if let limit {
            let running = tokens.count { !sources[$0.number].task.isCompleted }
            if running > limit { excess = "\(running) run at a time" }
        }
        return sources[number].task
    }

    /// The fault of the work: too much of it at a time, or an abandoned work whose token is not cancelled.
    func fault(isCompleted: Bool) -> String? {
        if let fault = excess ?? inputs?.fault { return fault }
        guard isCompleted else { return "the result is pending" }
        let lost = tokens.first { !$0.token.isCancellationRequested && !sources[$0.number].task.isCompleted }
        return lost.map { "the token of work \($0.number) is not cancelled" }
    }

    /// The inputs of a map: producing one takes a step, so that another thread may run meanwhile.
    final class Inputs: Shared, Sequence, IteratorProtocol, @unchecked Sendable {
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
}

extension Program {
    /// A program about one task, whose name lists its steps.
    init<Value: Sendable>(
        _ name: String,
        after setup: [Scene.Step] = [],
        _ threads: [[Scene.Step]],
        allowed: String...,
        sources: Int = 2,
        make: @escaping (Scene) -> BoltsTask<Value>,
        check: @escaping (Scene) -> String? = { _ in nil }
    ) {
        self.init(name: "\(name): " + (setup.isEmpty ? "" : Self.list([setup]) + "; ") + Self.list(threads)) {
            let (scene, task) = (Scene(sources: sources), Box<BoltsTask<Value>?>(nil))
            for step in setup { scene.perform(step) }
            let isMadeByThread = threads.joined().contains { if case .make = $0 { true } else { false } }
            if !isMadeByThread { task.value = make(scene) }
            return Run(
                threads: threads.map { steps in
                    {
                        for step in steps {
                            if case .make = step { task.value = make(scene) } else { scene.perform(step) }
                        }
                    }
                },
                check: {
                    guard let task = task.value else { return "no task was made" }
                    return expect(task, allowed) ?? scene.fault(isCompleted: task.isCompleted) ?? check(scene)
                },
                kept: [scene.k]
            )
        }
    }

    /// The steps of each thread, as they are in a name.
    static func list(_ threads: [[some CustomStringConvertible]]) -> String {
        threads.map { $0.map(\.description).joined(separator: ", ") }.joined(separator: " | ")
    }
}

/// How a task completed, for reports.
func describe<Value>(_ task: BoltsTask<Value>) -> String {
    switch task.outcome {
    case nil: "pending"
    case .success(let value): "\(value)"
    case .failure(let error): error is CancellationError ? "cancelled" : "\(type(of: error))"
    }
}

/// Returns a fault unless the task completed in one of the allowed ways.
func expect<Value>(_ task: BoltsTask<Value>, _ allowed: [String]) -> String? {
    let seen = describe(task)
    return allowed.contains(seen) ? nil : "\(seen) instead of \(allowed)"
}
