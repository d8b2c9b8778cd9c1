#if os(Linux) || os(macOS)
import BoltsAppLinks
import BoltsPageFetching
internal import BoltsTasks
internal import Foundation

/// The start of a driver and of its browser.
struct DriverStart {
    let driver: InstalledDriver
    let deadline: ContinuousClock.Instant
    let timeout: Duration
    let wake: Poller
    let isInterrupted: () -> Bool
    let bodyLimit: Int

    /// What has been started.
    struct Started {
        let process: DriverProcess
        let client: WebDriverClient
        /// The session's path.
        let path: String
        /// Chromium's only window, where its driver knows Chromium's own protocol.
        let chromiumWindow: String?
    }

    /// Starts a driver at a port of the system's choice, and a browser.
    ///
    /// - Parameters:
    ///   - capabilities: What the browser is asked to be like.
    ///   - proxy: The browser's way to the network, which is told to keep pages away from the driver.
    /// - Returns: The driver and its browser.
    /// - Throws: ``PageError``, or `CancellationError` where it was interrupted.
    func run(_ capabilities: DriverCapabilities, _ proxy: FilteringProxy) throws -> Started {
        // No driver says which port it took, so it is told one that was free, and somebody may take it first. And what
        // has been seen to hang once, starts the second time.
        let attempts = 3
        for attempt in 1...attempts {
            let port = try driver.fixedPort ?? freePort()
            proxy.close(port: port)
            let process = try DriverProcess(
                path: driver.path,
                arguments: ["--port=\(port)"],
                environment: driver.environment,
                directory: try makeDirectory()
            )
            let connection = DriverConnection(
                port: port,
                bodyLimit: bodyLimit,
                wake: wake,
                isInterrupted: isInterrupted
            )
            let client = WebDriverClient(connection: connection)
            do {
                if try waitUntilReady(client, process) {
                    let end = attempt == attempts ? deadline : min(deadline, .now + timeout / 3)
                    if let started = try startBrowser(client, process, capabilities, proxy, end) { return started }
                }
            } catch {
                process.stop()
                throw error
            }
            process.stop()
        }
        throw PageError(
            .browserFailed,
            "\(driver.path) ends as soon as it is started: run it by hand to see why"
        )
    }

    /// - Returns: Whether it is ready, or has ended.
    private func waitUntilReady(_ client: WebDriverClient, _ process: DriverProcess) throws -> Bool {
        var delay = Duration.milliseconds(5)
        while !process.hasEnded {
            do {
                if try client.isReady(deadline: deadline) { return true }
            } catch .connection(.unreachable) {
                // Not yet.
            } catch {
                throw failure(error, "did not become ready")
            }
            switch wake.wait(for: process.endDescriptor, toWrite: false, until: min(.now + delay, deadline)) {
            case .ready: return false
            case .woken: if isInterrupted() { throw CancellationError() }
            case .timedOut: if ContinuousClock.now >= deadline { throw timedOut }
            }
            delay = min(delay * 2, .milliseconds(50))
        }
        return false
    }

    /// - Returns: The browser, or `nil` where this attempt took too long and another may be made.
    private func startBrowser(
        _ client: WebDriverClient,
        _ process: DriverProcess,
        _ capabilities: DriverCapabilities,
        _ proxy: FilteringProxy,
        _ end: ContinuousClock.Instant
    ) throws -> Started? {
        do {
            let session = try client.newSession(capabilities.request, deadline: end)
            // Chromium listens for debuggers, which pages have no business to be.
            if let debugger = session.capabilities["goog:chromeOptions"]?["debuggerAddress"]?.string,
                let port = debugger.split(separator: ":").last.flatMap({ Int($0) })
            {
                proxy.close(port: port)
            }
            let window = try chromiumWindow(client, session.path)
            return Started(process: process, client: client, path: session.path, chromiumWindow: window)
        } catch .connection(.timedOut) where end < deadline {
            return nil
        } catch {
            throw failure(error, "started no browser")
        }
    }

    private func chromiumWindow(
        _ client: WebDriverClient,
        _ path: String
    ) throws(WebDriverClient.Failure) -> String? {
        guard driver.kind == .chromium, let window = try client.windows(path, deadline: deadline).first else {
            return nil
        }
        do {
            _ = try client.isolatedWorld(path, window, deadline: deadline)
        } catch .refused {
            return nil
        }
        return window
    }

    private func failure(_ failure: WebDriverClient.Failure, _ what: String) -> any Error {
        switch failure {
        case .connection(.interrupted):
            return CancellationError()
        case .connection(.timedOut):
            return timedOut
        case .connection(.unreachable):
            return PageError(
                .browserFailed,
                "\(driver.path) \(what) and ended: run it by hand to see why"
            )
        case .connection(.malformed), .connection(.tooLarge), .malformed:
            return PageError(
                .browserFailed,
                "\(driver.path) \(what): it does not speak WebDriver",
                detail: "\(failure)"
            )
        case .refused(let error, let message):
            return PageError(
                .browserFailed,
                "\(driver.path) \(what): \(message.isEmpty ? error : message)",
                detail: error
            )
        }
    }

    private var timedOut: PageError {
        PageError(
            .timedOut,
            "\(driver.path) did not start a browser within \(timeout.plainSeconds)"
        )
    }

    private func freePort() throws(PageError) -> Int {
        do {
            let (descriptor, port) = try SystemSocket.listen()
            SystemSocket.close(descriptor)
            return port
        } catch {
            throw PageError(.browserFailed, "no port for a driver: \(error.text)")
        }
    }

    private func makeDirectory() throws(PageError) -> String {
        // Short: Chromium puts a socket there, whose path may have 107 bytes.
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("bolts-browser-\(UUID().uuidString.prefix(8))")
        do {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw PageError(
                .browserFailed,
                "no directory for a browser in \(directory.deletingLastPathComponent().path): check its space and rights",
                detail: "\(error)"
            )
        }
        return directory.path
    }
}
#endif
