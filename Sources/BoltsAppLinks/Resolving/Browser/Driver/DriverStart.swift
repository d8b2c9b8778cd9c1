#if os(Linux) || os(macOS)
internal import BoltsTasks
internal import Foundation

/// The start of a driver and of its browser.
struct DriverStart {
    static let contentFilterName = "content-filter.json"

    let driver: InstalledDriver
    let deadline: ContinuousClock.Instant
    let timeout: Duration
    let wake: WakePipe
    let isInterrupted: () -> Bool
    let bodyLimit: Int

    /// Starts a driver at a port of the system's choice, and waits until it says that it is ready.
    ///
    /// - Parameter proxy: What is told to keep pages away from the driver's port.
    func startDriver(closing proxy: FilteringProxy) throws -> (DriverProcess, WebDriverClient) {
        // No driver says which port it took, so it is told one that was free. Somebody may take it first.
        for attempt in 1... {
            let port = try freePort()
            proxy.close(port: port)
            let process = try DriverProcess(
                path: driver.path,
                arguments: ["--port=\(port)"],
                environment: driver.environment,
                directory: try makeDirectory()
            )
            let client = WebDriverClient(
                connection: DriverConnection(
                    port: port,
                    bodyLimit: bodyLimit,
                    wake: wake,
                    isInterrupted: isInterrupted
                )
            )
            do {
                if try waitUntilReady(client, process) { return (process, client) }
            } catch {
                process.stop()
                throw error
            }
            process.stop()
            if attempt == 3 { break }
        }
        throw AppLinkResolutionError(
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

    func startSession(
        _ client: WebDriverClient,
        _ capabilities: DriverCapabilities,
        _ process: DriverProcess
    ) throws -> (path: String, debuggerPort: Int?) {
        do {
            let session = try client.newSession(capabilities.request, deadline: deadline)
            // Chromium listens for debuggers, which pages have no business to be.
            let debugger = session.capabilities["goog:chromeOptions"]?["debuggerAddress"]?.string
            return (session.path, debugger?.split(separator: ":").last.flatMap { Int($0) })
        } catch {
            process.stop()
            throw failure(error, "started no browser")
        }
    }

    /// Chromium's only window, where the browser is Chromium and its driver knows its own protocol.
    func chromiumWindow(_ client: WebDriverClient, _ path: String, _ process: DriverProcess) throws -> String? {
        guard driver.kind == .chromium else { return nil }
        do {
            guard let window = try client.windows(path, deadline: deadline).first else { return nil }
            do {
                _ = try client.chromium(
                    path,
                    "Page.createIsolatedWorld",
                    ["frameId": .string(window), "worldName": "bolts"],
                    deadline: deadline
                )
            } catch .refused {
                return nil
            }
            return window
        } catch {
            process.stop()
            throw failure(error, "shows no window")
        }
    }

    private func failure(_ failure: WebDriverClient.Failure, _ what: String) -> any Error {
        switch failure {
        case .connection(.interrupted):
            return CancellationError()
        case .connection(.timedOut):
            return timedOut
        case .connection(.unreachable):
            return AppLinkResolutionError(
                .browserFailed,
                "\(driver.path) \(what) and ended: run it by hand to see why"
            )
        case .connection(.malformed), .connection(.tooLarge), .malformed:
            return AppLinkResolutionError(
                .browserFailed,
                "\(driver.path) \(what): it does not speak WebDriver",
                detail: "\(failure)"
            )
        case .refused(let error, let message):
            return AppLinkResolutionError(
                .browserFailed,
                "\(driver.path) \(what): \(message.isEmpty ? error : message)",
                detail: error
            )
        }
    }

    private var timedOut: AppLinkResolutionError {
        AppLinkResolutionError(
            .timedOut,
            "\(driver.path) did not start a browser within \(timeout.plainSeconds)"
        )
    }

    private func freePort() throws(AppLinkResolutionError) -> Int {
        do {
            let (descriptor, port) = try SystemSocket.listen()
            SystemSocket.close(descriptor)
            return port
        } catch {
            throw AppLinkResolutionError(.browserFailed, "no port for a driver: \(error.text)")
        }
    }

    private func makeDirectory() throws(AppLinkResolutionError) -> String {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("bolts-browser-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            try Data(DriverCapabilities.contentFilter.utf8)
                .write(to: directory.appendingPathComponent(Self.contentFilterName))
        } catch {
            throw AppLinkResolutionError(
                .browserFailed,
                "no directory for a browser in \(directory.deletingLastPathComponent().path): check its space and rights",
                detail: "\(error)"
            )
        }
        return directory.path
    }
}
#endif
