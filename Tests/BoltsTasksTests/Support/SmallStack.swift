import CBoltsTasks
import Foundation
import Testing

/// Runs a test's body on a thread with 512 KiB of stack, like a secondary thread on a phone, and waits for it.
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

/// Recurses until the library considers the stack low, and then calls a closure.
///
/// The address of a variable would not do: the address sanitizer moves some variables off the stack.
func onLittleStack(_ body: () -> Void) {
    @inline(never) func descend() -> Int {
        if !bolts_stack_is_low(bolts_thread_current()) { return descend() + 1 }
        body()
        return 0
    }
    _ = descend()
}
