@_spi(Bolts) import BoltsWebView
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching

struct WebDriverStart {
    let browser: InstalledBrowser
    let options: BrowserOptions
    let thread: BrowserThread
    let bodyLimit: Int
    /// Creates the browser's proxy, on a socket that listens in the browser's network namespace if it has one.
    let makeProxy: (_ listener: Int32?) throws -> FilteringProxy

    /// Starts a driver and a browser; `nil` if the driver ended at once.
    func run(deadline: ContinuousClock.Instant) throws -> WebDriverSession? {
        // Drivers do not report which port they choose, so a free port is chosen here. In a namespace every port is free.
        let port = try browser.fixedPort ?? freePort()
        let lease = ClosedPorts.shared.close(port)
        var start = BrowserProcess.Options(path: browser.path)
        start.arguments = ["--port=\(port)"]
        start.environment = browser.environment
        start.isolatesNetwork = browser.fixedPort == nil
        start.memoryLimit = options.memoryLimit
        start.diskLimit = options.diskLimit
        let process = try BrowserProcess(start, directory: BrowserDirectory.make())
        var proxy: FilteringProxy?
        do {
            let made = try makeProxy(process.listener)
            proxy = made
            let connection = WebDriverConnection(
                port: port,
                bodyLimit: bodyLimit,
                thread: thread,
                isolatedProcess: process.listener == nil ? nil : process
            )
            let client = WebDriverClient(connection: connection)
            if try waitUntilReady(client, process, deadline) {
                let capabilities = WebDriverCapabilities(
                    kind: browser.kind,
                    proxyPort: made.port,
                    options: options
                )
                let path = try client.newSession(capabilities.request, deadline: deadline)
                return WebDriverSession(process: process, proxy: made, client: client, path: path, port: lease)
            }
        } catch {
            process.stop()
            proxy?.stop()
            throw error
        }
        process.stop()
        proxy?.stop()
        return nil
    }

    /// Waits until the driver accepts sessions; `false` if it ended.
    private func waitUntilReady(
        _ client: WebDriverClient,
        _ process: BrowserProcess,
        _ deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> Bool {
        var delay = Duration.milliseconds(5)
        while !process.hasEnded {
            do {
                if try client.isReady(deadline: deadline) { return true }
            } catch .unreachable {
                // The driver is not ready yet.
            }
            switch thread.poller.wait(for: process.endDescriptor, toWrite: false, until: min(.now + delay, deadline)) {
            case .ready: return false
            case .woken: if thread.isInterrupted() { throw .interrupted }
            case .timedOut: if ContinuousClock.now >= deadline { throw .timedOut }
            }
            delay = min(delay * 2, .milliseconds(50))
        }
        return false
    }

    private func freePort() throws(PageError) -> Int {
        do {
            let (descriptor, port) = try SystemSocket.listen()
            SystemSocket.close(descriptor)
            return port
        } catch {
            throw PageError(.browserFailed, "there is no free port for a driver: \(error.text)")
        }
    }
}
