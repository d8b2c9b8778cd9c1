#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A lock that the thread sanitizer sees: `Synchronization.Mutex`, which it hides in its module, waits in a library that the
/// sanitizer does not instrument.
struct Mutex<Value: ~Copyable>: ~Copyable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    init(_ initial: consuming sending Value) {
        value.initialize(to: initial)
        precondition(pthread_mutex_init(lock, nil) == 0)
    }

    deinit {
        pthread_mutex_destroy(lock)
        value.deinitialize(count: 1)
        lock.deallocate()
        value.deallocate()
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        precondition(pthread_mutex_lock(lock) == 0)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}

extension Mutex: @unchecked Sendable where Value: ~Copyable {}
