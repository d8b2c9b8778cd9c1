internal import Dispatch
internal import CBoltsTasks
internal import Synchronization

/// The address of a dispatch queue, by which work reaches it without a block being made for each hop.
///
/// A block costs more than all the rest of a hop. Apple's queues are their own address; elsewhere it is in a field of
/// Dispatch's class, which reflection reads. That takes a microsecond, so it is asked for once a queue is seen to be
/// used; where there is no such field, hops go on with blocks.
struct QueueAddress: ~Copyable, Sendable {
    #if canImport(Darwin)
    func address(of queue: DispatchQueue) -> UnsafeMutableRawPointer? {
        Unmanaged.passUnretained(queue).toOpaque()
    }
    #else
    /// How many hops there were, up to `hopsBeforeAsking`; then the address, or `unknown`.
    private let word = Atomic<UInt>(0)
    private static let hopsBeforeAsking: UInt = 8
    private static let unknown: UInt = hopsBeforeAsking + 1

    func address(of queue: DispatchQueue) -> UnsafeMutableRawPointer? {
        let word = word.load(ordering: .relaxed)
        if word > QueueAddress.unknown { return UnsafeMutableRawPointer(bitPattern: word) }
        if word < QueueAddress.hopsBeforeAsking {
            // Another thread's hop may go uncounted: it is only a matter of when to ask.
            _ = self.word.weakCompareExchange(expected: word, desired: word + 1, ordering: .relaxed)
        } else if word == QueueAddress.hopsBeforeAsking {
            let found = Mirror(reflecting: queue).descendant("__wrapped") as? OpaquePointer
            self.word.store(found.map { UInt(bitPattern: $0) } ?? QueueAddress.unknown, ordering: .relaxed)
        }
        return nil
    }
    #endif
}
