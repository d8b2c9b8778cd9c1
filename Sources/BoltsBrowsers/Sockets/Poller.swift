#if os(Linux) || os(macOS)
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Lets one thread wait for sockets, for a time to pass, and for other threads to call it, all at once.
///
/// Any thread may call ``wake()``; a call that nobody waits for is kept for the next wait.
final class Poller: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    /// What a wait ended with.
    enum Event: Equatable {
        case ready
        case woken
        case timedOut
    }

    init() throws(SystemSocket.Failure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemSocket.Failure(code: errno) }
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
        // A full pipe wakes as well as a fuller one.
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits until one of some descriptors is ready, ``wake()`` was called, or a time has come.
    ///
    /// - Parameters:
    ///   - entries: What to wait for; the answers are written into them.
    ///   - deadline: When to stop waiting, or `nil` for never.
    /// - Returns: What the wait ended with.
    func wait(for entries: inout [pollfd], until deadline: ContinuousClock.Instant?) -> Event {
        entries.append(pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0))
        defer { entries.removeLast() }
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let (seconds, attoseconds) = (deadline - .now).components
                // Rounded up, so that the time has come when the wait is over.
                let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
                milliseconds = Int32(clamping: max(min(seconds, 1 << 31) * 1_000 + rest, 0))
            }
            let count = poll(&entries, nfds_t(entries.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            if entries[entries.count - 1].revents != 0 {
                drain()
                return .woken
            }
            if count > 0 { return .ready }
            // The longest that can be waited at once need not be all.
            if milliseconds == .max { continue }
            return .timedOut
        }
    }

    /// Waits for a time to come, or to be woken.
    func wait(until deadline: ContinuousClock.Instant) -> Event {
        var none: [pollfd] = []
        return wait(for: &none, until: deadline)
    }

    /// Waits for one descriptor.
    func wait(
        for descriptor: Int32,
        toWrite: Bool,
        until deadline: ContinuousClock.Instant
    ) -> Event {
        var entries = [pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)]
        return wait(for: &entries, until: deadline)
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
#endif
