internal import CBoltsTasks
internal import Synchronization

/// Observers that wrap closures that belong to no task, such as observers of a token.
enum ClosureWrappers {
    typealias Wrapper = @Sendable (_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// The bit of `bolts_diagnostics_bits` for observers.
    static let bit: UInt32 = 8

    private static let wrappers = Mutex<[(number: UInt64, wrapper: Wrapper)]>([])

    static func add(_ number: UInt64, _ wrapper: @escaping Wrapper) {
        wrappers.withLock { $0.append((number, wrapper)) }
    }

    static func remove(_ number: UInt64) {
        // The wrapper is released outside the lock.
        let removed = wrappers.withLock { wrappers in
            let all = wrappers
            wrappers = all.filter { $0.number != number }
            return all
        }
        withExtendedLifetime(removed) {}
    }

    /// Returns the closure that runs instead of a given one.
    static func wrap(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        wrappers.withLock { $0 }.reduce(closure) { closure, entry in entry.wrapper(closure) }
    }
}
