/// An operation of a thread in a generated program.
///
/// `s` and `t` are sources, `k` is a token's source. `u` continues `t` with a task, and may be made to forward; `v` is the same with the token.
enum Operation: UInt8, CaseIterable, Hashable {
    case set, fail, setInner, cancel, add, addWithToken, adopt, adoptWithToken, forward, forwardWithToken
    case addToForwarding, observe, dispose, sweep

    var makesTask: Bool {
        switch self {
        case .add, .addWithToken, .adopt, .adoptWithToken, .forward, .forwardWithToken, .addToForwarding: true
        case .set, .fail, .setInner, .cancel, .observe, .dispose, .sweep: false
        }
    }

    var hasToken: Bool { self == .addWithToken || self == .adoptWithToken || self == .forwardWithToken }

    /// Whether waiters may start in another order because of the operation.
    var changesOrder: Bool {
        self == .forward || self == .forwardWithToken || self == .addToForwarding
    }

    /// Whether other operations may wait for the effect of this one.
    var decides: Bool {
        switch self {
        case .set, .fail, .setInner, .cancel, .dispose, .sweep: true
        default: false
        }
    }
}

/// A generated program: the operations before the threads start, and those of each thread.
struct Script: Hashable {
    let setup: [Operation]
    let threads: [[Operation]]

    /// All operations; the place of one in this list is its number.
    var all: [Operation] { setup + threads.flatMap { $0 } }

    func firstNumber(of thread: Int) -> Int { setup.count + threads[..<thread].reduce(0) { $0 + $1.count } }

    var usesForwarding: Bool { all.contains(.forward) || all.contains(.addToForwarding) }
    var usesForwardingWithToken: Bool { all.contains(.forwardWithToken) }
    var keepsOrder: Bool { !all.contains { $0.changesOrder } }

    var name: String {
        let setup = setup.map { "\($0)" }.joined(separator: ", ")
        return (setup.isEmpty ? "" : "\(setup); ")
            + threads.map { $0.map { "\($0)" }.joined(separator: ", ") }.joined(separator: " | ")
    }
}

/// The observable results of a program.
struct Observation: Hashable, CustomStringConvertible {
    /// For each task: 0 if it is pending, 1 and the result, 2 if it failed, 3 if it was cancelled.
    var outcomes: [[Int]]
    /// For each operation that tries to complete a task, whether it did.
    var answers: [Int]
    /// The numbers of the closures that ran.
    var log: [Int]

    var description: String { "outcomes \(outcomes), answers \(answers), log \(log)" }
}
