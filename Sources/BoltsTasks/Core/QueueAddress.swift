internal import Dispatch
internal import CBoltsTasks
internal import Synchronization

/// The address of a dispatch queue, through which work is submitted without making a block for each hop.
///
/// A block costs more than the rest of a hop. On Apple's platforms a `DispatchQueue` is its own address. Elsewhere the address is
/// in a field of Dispatch's class, which reflection reads. Reflection takes a microsecond, so it is used only for a queue that has
/// been used several times. If there is no such field, hops continue to use blocks.
struct QueueAddress: ~Copyable, Sendable {
    /// The address of a queue without reflection; 0 if the position of the field is not known.
    static func known(_ queue: DispatchQueue) -> UInt {
        #if canImport(Darwin)
        unsafe UInt(bitPattern: Unmanaged.passUnretained(queue).toOpaque())
        #else
        isFirstField ? firstField(of: queue) : 0
        #endif
    }

    #if canImport(Darwin)
    func address(of queue: DispatchQueue) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged.passUnretained(queue).toOpaque()
    }
    #else
    /// The number of hops, up to `hopsBeforeReflection`; then the address, or `unknown`.
    private let word = Atomic<UInt>(0)
    private static let hopsBeforeReflection: UInt = 8
    private static let unknown: UInt = hopsBeforeReflection + 1

    /// Whether the field is the first of Dispatch's class, after the two words of every object.
    private static let isFirstField: Bool = {
        let queues = [DispatchQueue.main, DispatchQueue(label: "bolts")]
        return queues.allSatisfy { queue in
            guard let found = unsafe Mirror(reflecting: queue).descendant("__wrapped") as? OpaquePointer else {
                return false
            }
            return UInt(bitPattern: found) == firstField(of: queue)
        }
    }()

    private static func firstField(of queue: DispatchQueue) -> UInt {
        unsafe Unmanaged.passUnretained(queue).toOpaque().load(
            fromByteOffset: 2 * MemoryLayout<UInt>.size,
            as: UInt.self
        )
    }

    func address(of queue: DispatchQueue) -> UnsafeMutableRawPointer? {
        let word = word.load(ordering: .relaxed)
        if word > QueueAddress.unknown { return unsafe UnsafeMutableRawPointer(bitPattern: word) }
        if word < QueueAddress.hopsBeforeReflection {
            // Another thread's hop may not be counted, which only delays the reflection.
            _ = self.word.weakCompareExchange(expected: word, desired: word + 1, ordering: .relaxed)
        } else if word == QueueAddress.hopsBeforeReflection,
            unsafe bolts_stack_has_room(bolts_thread_current(), 64 * 1024)
        {
            // The process's first reflection needs up to 48 KiB of stack.
            let found = unsafe Mirror(reflecting: queue).descendant("__wrapped") as? OpaquePointer
            unsafe self.word.store(found.map { UInt(bitPattern: $0) } ?? QueueAddress.unknown, ordering: .relaxed)
        }
        return nil
    }
    #endif
}
