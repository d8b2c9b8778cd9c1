import Synchronization

/// Records values in order, from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let storage = Mutex<[Value]>([])

    func add(_ value: Value) { storage.withLock { $0.append(value) } }

    /// Records a value, and returns it.
    func adding(_ value: Value) -> Value {
        add(value)
        return value
    }

    var values: [Value] { storage.withLock { $0 } }
    var count: Int { storage.withLock { $0.count } }
}

/// An object whose release a test can observe.
final class Canary: Sendable {}

struct Fault: Error, Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
}
