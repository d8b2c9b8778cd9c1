internal import Synchronization

/// A value that is created when it is first needed.
final class Lazy<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let stored = Mutex<Value?>(nil)

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        if let value = stored.withLock({ $0 }) { return value }
        // The value is created outside the lock, because that calls code of others. If two threads create the value at the same
        // time, the first value is kept.
        let new = make()
        return stored.withLock { stored in
            let value = stored ?? new
            stored = value
            return value
        }
    }
}
