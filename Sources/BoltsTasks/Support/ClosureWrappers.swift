internal import CBoltsTasks
internal import Synchronization

/// Observers that want to run something around closures that belong to no task, such as observers of a token.
enum ClosureWrappers {
    typealias Wrapper = @Sendable (_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// The bit of `bolts_diagnostics_bits` for observers.
    static let bit: UInt32 = 8

    private static let wrappers = Mutex<[(number: UInt64, wrapper: Wrapper)]>([])

    static func add(_ number: UInt64, _ wrapper: @escaping Wrapper) {
        wrappers.withLock { $0.append((number, wrapper)) }
    }

    static func remove(_ number: UInt64) {
        // Released after the lock is.
        let removed = wrappers.withLock { wrappers in
            let all = wrappers
            wrappers = all.filter { $0.number != number }
            return all
        }
        withExtendedLifetime(removed) {}
    }

    /// Returns what runs instead of a closure.
    static func wrap(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        wrappers.withLock { $0 }.reduce(closure) { closure, entry in entry.wrapper(closure) }
    }
}
