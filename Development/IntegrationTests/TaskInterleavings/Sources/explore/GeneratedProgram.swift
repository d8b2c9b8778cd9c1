@testable import BoltsTasks

/// The objects of one execution of a generated program.
private final class GeneratedRun: Shared, @unchecked Sendable {
    let script: Script
    let operations: [Operation]
    var s: TaskCompletionSource<Int>? = TaskCompletionSource()
    var t: TaskCompletionSource<Int>? = TaskCompletionSource()
    let k = CancellationTokenSource()
    var u: BoltsTask<Int>?
    var v: BoltsTask<Int>?
    var made: [BoltsTask<Int>?]
    var answers: [Int]
    var registration: BoltsRegistration?

    init(_ script: Script) {
        self.script = script
        operations = script.all
        made = [BoltsTask<Int>?](repeating: nil, count: operations.count)
        answers = [Int](repeating: -1, count: operations.count)
        super.init()
        if script.usesForwarding { u = t?.task.continueOnSuccessWithTask { BoltsTask(result: $0) } }
        if script.usesForwardingWithToken {
            v = t?.task.continueOnSuccessWithTask(cancellationToken: k.token) { BoltsTask(result: $0) }
        }
        if operations.contains(.dispose) { registration = k.token.register { [unowned self] in note(100) } }
        for number in script.setup.indices { perform(number) }
    }

    func perform(_ number: Int) {
        guard let s, let t else { return }
        let run = Unowned(self)
        let token = k.token
        switch operations[number] {
        case .set: answers[number] = s.trySet(result: 1) ? 1 : 0
        case .fail: answers[number] = s.trySet(error: Failure()) ? 1 : 0
        case .setInner: answers[number] = t.trySet(result: 2) ? 1 : 0
        case .cancel: k.cancel()
        case .observe: token.register { run.object.note(number) }
        case .dispose: registration?.dispose()
        case .sweep: if let sweep = s.task.beginSweep() { s.task.finishSweep(sweep) }
        case .add: made[number] = s.task.continueWith { run.object.value($0, number) }
        case .addToForwarding: made[number] = u?.continueWith { run.object.value($0, number) }
        case .addWithToken:
            made[number] = s.task.continueWith(cancellationToken: token) { run.object.value($0, number) }
        case .adopt:
            made[number] = s.task.continueWithTask { _ in run.object.returned(run.object.t?.task, number) }
        case .adoptWithToken:
            made[number] = s.task.continueWithTask(cancellationToken: token) { _ in
                run.object.returned(run.object.t?.task, number)
            }
        case .forward:
            made[number] = s.task.continueWithTask { _ in run.object.returned(run.object.u, number) }
        case .forwardWithToken:
            made[number] = s.task.continueWithTask(cancellationToken: token) { _ in
                run.object.returned(run.object.v, number)
            }
        }
    }

    private func value(_ task: BoltsTask<Int>, _ number: Int) -> Int {
        note(number)
        return task.result.map { $0 + 10 } ?? -1
    }

    private func returned(_ task: BoltsTask<Int>?, _ number: Int) -> BoltsTask<Int> {
        note(number)
        return task ?? .cancelled()
    }

    private func outcome(_ task: BoltsTask<Int>) -> [Int] {
        switch task.outcome {
        case nil: [0, 0]
        case .success(let result): [1, result]
        case .failure(let error): [error is CancellationError ? 3 : 2, 0]
        }
    }

    var observation: Observation {
        Observation(
            outcomes: ([s?.task, t?.task, u, v] + made).compactMap { $0 }.map(outcome),
            answers: answers,
            log: script.keepsOrder ? log : log.sorted()
        )
    }

    func release() {
        (s, t, u, v) = (nil, nil, nil, nil)
        made = []
    }
}

struct Failure: Error {}

/// A reference for closures that does not retain the run, because the run retains the tasks that retain the closures.
private struct Unowned: @unchecked Sendable {
    unowned let object: GeneratedRun

    init(_ object: GeneratedRun) { self.object = object }
}

extension Script {
    /// The program, whose observations must be possible in the model.
    var program: Program {
        let script = self
        // The model is evaluated only when needed: one run does not reach most programs of a long list.
        var known: Set<Observation>?
        return Program(name: name) {
            let allowed = known ?? Model.observations(of: script)
            known = allowed
            let run = GeneratedRun(script)
            return Run(
                threads: script.threads.indices.map { thread in
                    let first = script.firstNumber(of: thread)
                    return { for number in first..<first + script.threads[thread].count { run.perform(number) } }
                },
                check: {
                    let seen = run.observation
                    return allowed.contains(seen) ? nil : "not in the model: \(seen)"
                },
                release: run.release,
                kept: [run.k]
            )
        }
    }
}
