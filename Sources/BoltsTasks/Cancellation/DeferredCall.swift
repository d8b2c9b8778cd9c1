internal import CBoltsTasks

/// A call of a token's observers that is deferred, because the stack is low, until the outermost such call on its thread has
/// returned.
///
/// Because of this, a chain of tokens that cancel each other in observers can have any length. The thread's record has the ends of
/// the queue, as for the queue of deferred continuations.
final class DeferredCall: Sendable {
    private let call: @Sendable () -> Void
    /// The next call in the thread's queue.
    @safe nonisolated(unsafe) private var next: UInt = 0

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }

    /// Calls observers now, or later if the stack is low.
    static func callNowOrLater(_ call: () -> Void, later: () -> DeferredCall) {
        let thread = unsafe bolts_thread_current()
        unsafe thread.pointee.calls_depth += 1
        if unsafe bolts_stack_is_low(thread) { unsafe enqueue(later(), on: thread) } else { call() }
        unsafe thread.pointee.calls_depth -= 1
        if unsafe thread.pointee.calls_depth == 0, unsafe thread.pointee.calls_head != 0 { unsafe runAll(on: thread) }
    }

    /// Makes the deferred calls of this thread, oldest first.
    static func runAll(on thread: UnsafeMutablePointer<bolts_thread_t>) {
        unsafe thread.pointee.calls_depth += 1
        while let work = unsafe reference(thread.pointee.calls_head)?.takeRetainedValue() {
            unsafe thread.pointee.calls_head = work.next
            if work.next == 0 { unsafe thread.pointee.calls_tail = 0 }
            work.call()
        }
        unsafe thread.pointee.calls_depth -= 1
    }

    private static func enqueue(_ work: DeferredCall, on thread: UnsafeMutablePointer<bolts_thread_t>) {
        let address = unsafe UInt(bitPattern: Unmanaged.passRetained(work).toOpaque())
        if let last = unsafe reference(thread.pointee.calls_tail) {
            unsafe last._withUnsafeGuaranteedRef { $0.next = address }
        } else {
            unsafe thread.pointee.calls_head = address
        }
        unsafe thread.pointee.calls_tail = address
    }

    private static func reference(_ address: UInt) -> Unmanaged<DeferredCall>? {
        unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged<DeferredCall>.fromOpaque($0) }
    }
}
