import Dispatch
import Foundation
import NIOPosix
import Synchronization

/// Two NIO threads, which are kept for the whole run.
let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 2)

/// A number that only one thread at a time uses.
final class Counter: @unchecked Sendable {
    var value = 0
}

/// A condition for which a Swift task waits: a promise made of continuations.
final class Gate: Sendable {
    private enum State {
        case closed
        case waiting(UnsafeContinuation<Void, Never>)
        case open
    }
    private let state = Mutex(State.closed)

    /// Waits until the gate is open.
    ///
    /// Only one caller may wait.
    func wait() async {
        await withUnsafeContinuation { continuation in
            let isOpen = state.withLock { state in
                if case .open = state { return true }
                state = .waiting(continuation)
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            defer { state = .open }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiter?.resume()
    }

    /// Returns once there is a waiter.
    func settle() async {
        while true {
            let isWaiting = state.withLock { state in
                if case .waiting = state { true } else { false }
            }
            if isWaiting { return }
            await Task.yield()
        }
    }
}

/// Threads that start together: they are made before the clock runs.
final class Crew: Sendable {
    private let start = DispatchSemaphore(value: 0)
    private let end = DispatchGroup()
    private let count: Int

    init(_ jobs: [@Sendable () -> Void]) {
        count = jobs.count
        let ready = DispatchSemaphore(value: 0)
        for job in jobs {
            end.enter()
            let thread = Thread { [start, end] in
                ready.signal()
                start.wait()
                job()
                end.leave()
            }
            thread.start()
        }
        for _ in jobs { ready.wait() }
    }

    func run() {
        for _ in 0..<count { start.signal() }
        end.wait()
    }
}
