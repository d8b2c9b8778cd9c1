import CBoltsTasks
import Foundation
import Testing

/// Runs a test's body on a thread with 512 KiB of stack, as a secondary thread on a phone has, and waits for it.
func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let thread = Thread {
            body()
            continuation.resume()
        }
        thread.stackSize = 512 * 1_024
        thread.start()
    }
}

/// Calls itself until the library holds the stack for nearly used, and then a closure.
///
/// An address of a variable does not tell: the address sanitizer keeps some variables elsewhere.
func onLittleStack(_ body: () -> Void) {
    @inline(never) func descend() -> Int {
        if !bolts_stack_is_low(bolts_thread_current()) { return descend() + 1 }
        body()
        return 0
    }
    _ = descend()
}

struct Fault: Error, Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
}
