import BoltsAppLinks

/// A browser driven by WebDriver.
///
/// It reads one page: WebDriver has no contexts, so the next page gets a new browser.
final class WebDriverSession: RunningBrowser, OpenPage {
    let process: BrowserProcess
    let proxy: FilteringProxy
    let pageLimit = 1
    let reportsFailedNavigation = false
    private let client: WebDriverClient
    private let path: String
    /// Keeps pages away from the driver.
    private let port: ClosedPorts.Lease

    init(
        process: BrowserProcess,
        proxy: FilteringProxy,
        client: WebDriverClient,
        path: String,
        port: ClosedPorts.Lease
    ) {
        self.process = process
        self.proxy = proxy
        self.client = client
        self.path = path
        self.port = port
    }

    func openPage(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> any OpenPage { self }

    func close(_ page: any OpenPage, deadline: ContinuousClock.Instant) throws(BrowserCommandError) {}

    func navigate(to url: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) {
        try client.navigate(path, to: url, deadline: deadline)
    }

    func run(_ script: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> String {
        guard let text = try client.execute(path, script, deadline: deadline).string else {
            throw .unusableResult("the script returned no text")
        }
        return text
    }

    func location(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> (url: String, error: String?) {
        (try client.currentURL(path, deadline: deadline), nil)
    }
}
