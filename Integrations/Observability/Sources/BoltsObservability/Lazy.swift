internal import Synchronization

/// A value that is made when it is first needed.
final class Lazy<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let stored = Mutex<Value?>(nil)

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        if let value = stored.withLock({ $0 }) { return value }
        // Not under the lock: it calls others' code. Of two values that are made at once, the first stays.
        let new = make()
        return stored.withLock { stored in
            let value = stored ?? new
            stored = value
            return value
        }
    }
}
