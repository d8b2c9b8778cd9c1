@_spi(Bolts) import BoltsPageFetching

/// Sends requests to a driver, each over a separate connection, and waits for the response.
struct WebDriverConnection {
    let port: Int
    let bodyLimit: Int
    let thread: BrowserThread
    /// The driver's process if it listens in a separate network namespace; `nil` if the driver listens in this process's.
    let isolatedProcess: BrowserProcess?

    func exchange(
        _ method: String,
        _ path: String,
        body: String?,
        deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> (status: Int, body: [UInt8]) {
        let descriptor = try connect(deadline)
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

    private func connect(_ deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> Int32 {
        let loopback = HostAddress(v4: 0x7f00_0001)
        guard let isolatedProcess else {
            do {
                return try SystemSocket.connect(to: loopback, port: port)
            } catch {
                throw .unreachable
            }
        }
        let descriptor = try isolatedProcess.makeSocket(thread, deadline: deadline)
        do {
            try SystemSocket.connect(descriptor, to: loopback, port: port)
            return descriptor
        } catch {
            throw .unreachable
        }
    }

    private func receive(
        _ descriptor: Int32,
        _ deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> (status: Int, body: [UInt8]) {
        var response = WebDriverResponse(bodyLimit: bodyLimit)
        var buffer = [UInt8](repeating: 0, count: 16 * 1_024)
        while true {
            let transfer = SystemSocket.receive(descriptor, into: &buffer)
            if transfer == .blocked {
                try wait(for: descriptor, toWrite: false, deadline)
                continue
            }
            do throws(WebDriverResponse.Failure) {
                switch transfer {
                case .moved(let count): try response.feed(buffer[..<count])
                case .ended: try response.end()
                case .blocked, .failed: throw .truncated
                }
            } catch {
                switch error {
                case .malformed: throw .protocolError("the response is not HTTP")
                case .tooLarge: throw .protocolError("the response is too large")
                case .truncated: throw .unreachable
                }
            }
            if let body = response.body { return (response.status, body) }
        }
    }

    private func wait(
        for descriptor: Int32,
        toWrite: Bool,
        _ deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) {
        while true {
            switch thread.poller.wait(for: descriptor, toWrite: toWrite, until: deadline) {
            case .ready: return
            case .timedOut: throw .timedOut
            case .woken: if thread.isInterrupted() { throw .interrupted }
            }
        }
    }
}
