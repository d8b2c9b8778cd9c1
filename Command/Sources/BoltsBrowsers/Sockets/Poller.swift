internal import Foundation

/// Lets one thread wait for sockets, for a deadline, and for other threads to wake it, all at once.
///
/// Any thread may call ``wake()``. If no thread is waiting, the next wait ends at once.
final class Poller: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    enum Event: Equatable {
        case ready
        case woken
        case timedOut
    }

    init() throws(SystemSocket.Failure) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw SystemSocket.Failure(code: errno) }
        readEnd = ends[0]
        writeEnd = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func wake() {
        var byte: UInt8 = 1
        // If the pipe is full, the waiting thread is woken anyway.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Waits until a descriptor is ready, ``wake()`` is called, or the deadline passes.
    func wait(for entries: inout [pollfd], until deadline: ContinuousClock.Instant?) -> Event {
        entries.append(pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0))
        defer { entries.removeLast() }
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let (seconds, attoseconds) = (deadline - .now).components
                // Round up, so that the deadline has passed when the wait ends.
                let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
                milliseconds = Int32(clamping: max(min(seconds, 1 << 31) * 1_000 + rest, 0))
            }
            let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            if entries[entries.count - 1].revents != 0 {
                drain()
                return .woken
            }
            if count > 0 { return .ready }
            // The longest wait that `poll` accepts may end before the deadline.
            if milliseconds == .max { continue }
            return .timedOut
        }
    }

    func wait(until deadline: ContinuousClock.Instant) -> Event {
        var none: [pollfd] = []
        return wait(for: &none, until: deadline)
    }

    func wait(
        for descriptor: Int32,
        toWrite: Bool,
        until deadline: ContinuousClock.Instant
    ) -> Event {
        var entries = [pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)]
        return wait(for: &entries, until: deadline)
    }

    /// Waits for one descriptor, or for another to become readable.
    func wait(
        for descriptor: Int32,
        toWrite: Bool,
        or other: Int32,
        until deadline: ContinuousClock.Instant
    ) -> Event {
        var entries = [
            pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        return wait(for: &entries, until: deadline)
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
