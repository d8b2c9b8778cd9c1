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

/// Calls itself until less than an eighth of such a stack is left, and then a closure.
func onLittleStack(_ body: () -> Void) {
    let top = addressOfFrame()
    @inline(never) func descend() -> Int {
        if top - addressOfFrame() < 455 * 1_024 { return descend() + 1 }
        body()
        return 0
    }
    _ = descend()
}

@inline(never) private func addressOfFrame() -> UInt {
    var here = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
}

struct Fault: Error, Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
}
