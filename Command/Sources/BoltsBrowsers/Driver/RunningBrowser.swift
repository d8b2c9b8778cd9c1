import BoltsPageFetching

/// A browser that has been started, with its processes and its proxy; one thread uses it.
protocol RunningBrowser: AnyObject {
    var process: BrowserProcess { get }
    /// The browser's only way to the network.
    var proxy: FilteringProxy { get }
    /// How many pages the browser may read; more than one only if it has browser contexts, because each page needs its own.
    var pageLimit: Int { get }
    /// Whether the browser reports failed navigations and shows an error page instead.
    var reportsFailedNavigation: Bool { get }

    /// Begins to serve a page: the proxy lets through the page's requests if the browser reports them.
    func beginPage(at url: String)

    /// Creates a context that shares nothing with any other, with one empty page.
    func openPage(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> any OpenPage

    /// Ends the context of a page, with everything that the page stored, cached or connected to.
    func close(_ page: any OpenPage, deadline: ContinuousClock.Instant) throws(BrowserCommandError)
}

extension RunningBrowser {
    // WebDriver does not report a page's requests, so the proxy allows all.
    func beginPage(at url: String) { proxy.beginPage() }
}

/// A page in a browser, in its own context.
protocol OpenPage: AnyObject {
    /// Begins to load a URL.
    ///
    /// - Throws: ``BrowserCommandError``; `refused` with the URL as its message if the browser reports a failure.
    func navigate(to url: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError)

    /// Runs the body of a function in the page and returns its text.
    func run(_ script: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> String

    /// Returns the URL that the browser shows, and the error if it shows its error page.
    func location(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> (url: String, error: String?)
}

enum BrowserCommandError: Error, Equatable {
    /// The browser returned an error: its name, such as `timeout`, and its message.
    case refused(name: String, message: String)
    /// The browser or its driver has ended, or closed the connection.
    case unreachable
    case pageClosed(String)
    case timedOut
    case interrupted
    case protocolError(String)
    /// The response follows the protocol, but does not have the requested value.
    case unusableResult(String)
}
