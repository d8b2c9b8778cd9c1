@_spi(Bolts) import BoltsWebView
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching

struct ChromiumStart {
    let path: String
    let options: BrowserOptions
    let thread: BrowserThread
    let messageLimit: Int
    /// Creates the browser's proxy, on a socket that listens in the browser's network namespace if it has one.
    let makeProxy: (_ listener: Int32?) throws -> FilteringProxy

    /// Starts a browser; `nil` if it ended at once.
    func run(deadline: ContinuousClock.Instant) throws -> ChromiumBrowser? {
        let ends: (own: Int32, other: Int32)
        do {
            ends = try SystemSocket.pair()
        } catch {
            throw PageError(.browserFailed, "no socket for a browser: \(error.text)")
        }
        let process: BrowserProcess
        do {
            // The browser has its copy of the other end once it is started; this process must not keep one.
            defer { SystemSocket.close(ends.other) }
            let directory = try BrowserDirectory.make()
            var start = BrowserProcess.Options(path: path)
            start.arguments = ChromiumArguments.list(
                directory: directory,
                acceptsInsecureCertificates: options.acceptsInsecureCertificates
            )
            // Chromium reads commands from descriptor 3 and writes answers to 4.
            start.descriptors = [ends.other, ends.other]
            start.isolatesNetwork = true
            start.memoryLimit = options.memoryLimit
            start.diskLimit = options.diskLimit
            process = try BrowserProcess(start, directory: directory)
        } catch {
            SystemSocket.close(ends.own)
            throw error
        }
        let connection = DevToolsConnection(
            socket: ends.own,
            process: process,
            thread: thread,
            messageLimit: messageLimit
        )
        let proxy: FilteringProxy
        do {
            proxy = try makeProxy(process.listener)
        } catch {
            process.stop()
            throw error
        }
        do {
            _ = try connection.send("Browser.getVersion", deadline: deadline)
        } catch .unreachable {
            process.stop()
            proxy.stop()
            return nil
        } catch {
            process.stop()
            proxy.stop()
            throw error
        }
        return ChromiumBrowser(
            process: process,
            proxy: proxy,
            connection: connection,
            pageLimit: max(options.pagesPerBrowser, 1)
        )
    }
}
