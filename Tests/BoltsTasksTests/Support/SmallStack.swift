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

struct Fault: Error, Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
}
