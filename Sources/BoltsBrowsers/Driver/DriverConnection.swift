import BoltsPageFetching

#if os(Linux) || os(macOS)
/// Asks a driver one thing at a time, over a connection of its own, on the thread that calls.
struct DriverConnection {
    enum Failure: Error, Equatable {
        /// Nobody listens, or whoever did hung up.
        case unreachable
        case timedOut
        /// Another thread called off the work.
        case interrupted
        case malformed
        case tooLarge
    }

    let port: Int
    let bodyLimit: Int
    let wake: Poller
    /// Whether being woken means to stop.
    let isInterrupted: () -> Bool

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` or `DELETE`.
    ///   - path: The path, which begins with a slash.
    ///   - body: The body; none where it is `nil`.
    ///   - deadline: When to give up.
    /// - Returns: The status and the body of the answer.
    /// - Throws: ``Failure``.
    func exchange(
        _ method: String,
        _ path: String,
        body: String?,
        deadline: ContinuousClock.Instant
    ) throws(Failure) -> (status: Int, body: [UInt8]) {
        let descriptor: Int32
        do {
            descriptor = try SystemSocket.connect(to: IPAddress(v4: 0x7f00_0001), port: port)
        } catch {
            throw .unreachable
        }
        defer { SystemSocket.close(descriptor) }
        try wait(for: descriptor, toWrite: true, deadline)
        guard SystemSocket.connectFailure(descriptor) == nil else { throw .unreachable }

        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        if let body {
            head += "Content-Type: application/json; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
        }
        var unsent = Array((head + "\r\n" + (body ?? "")).utf8)[...]
        while !unsent.isEmpty {
            switch SystemSocket.send(descriptor, unsent) {
            case .moved(let count): unsent = unsent.dropFirst(count)
            case .blocked: try wait(for: descriptor, toWrite: true, deadline)
            case .ended, .failed: throw .unreachable
            }
        }
        return try receive(descriptor, deadline)
    }

    private func receive(
        _ descriptor: Int32,
        _ deadline: ContinuousClock.Instant
    ) throws(Failure) -> (status: Int, body: [UInt8]) {
        var response = DriverResponse(bodyLimit: bodyLimit)
        var buffer = [UInt8](repeating: 0, count: 16 * 1_024)
        while true {
            let transfer = SystemSocket.receive(descriptor, into: &buffer)
            if transfer == .blocked {
                try wait(for: descriptor, toWrite: false, deadline)
                continue
            }
            do throws(DriverResponse.Failure) {
                switch transfer {
                case .moved(let count): try response.feed(buffer[..<count])
                case .ended: try response.end()
                case .blocked, .failed: throw .cutShort
                }
            } catch {
                switch error {
                case .malformed: throw .malformed
                case .tooLarge: throw .tooLarge
                case .cutShort: throw .unreachable
                }
            }
            if let body = response.body { return (response.status, body) }
        }
    }

    private func wait(
        for descriptor: Int32,
        toWrite: Bool,
        _ deadline: ContinuousClock.Instant
    ) throws(Failure) {
        while true {
            switch wake.wait(for: descriptor, toWrite: toWrite, until: deadline) {
            case .ready: return
            case .timedOut: throw .timedOut
            case .woken: if isInterrupted() { throw .interrupted }
            }
        }
    }
}
#endif
