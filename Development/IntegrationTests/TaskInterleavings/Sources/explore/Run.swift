internal import BoltsTasks

/// One execution of a program: its threads, the final check, and the release of its objects.
struct Run {
    let threads: [() -> Void]
    /// Returns the fault, if there is one, once all threads have ended.
    let check: () -> String?
    /// Releases the objects that the closures above retain in a cycle.
    var release: () -> Void = {}
    /// Sources of tokens, which outlive the tasks: no token may retain a task that has completed.
    var kept: [CancellationTokenSource] = []
    /// Whether tasks may leak.
    var mayLeaveTasks = false
}

/// A small program that is explored.
struct Program {
    let name: String
    /// The minimum number of preemptions to explore: higher than for other programs if fewer cannot show the purpose of this one.
    var leastBound = 0
    /// Makes the objects that the threads share.
    let start: () -> Run
}

/// The objects that the threads of a program share.
///
/// One thread runs at a time, so nothing here needs a lock.
class Shared: @unchecked Sendable {
    var log: [Int] = []

    func note(_ number: Int) { log.append(number) }
}

/// A value that several closures change.
final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}
