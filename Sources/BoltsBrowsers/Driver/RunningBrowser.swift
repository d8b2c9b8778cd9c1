#if os(Linux) || os(macOS)
import BoltsPageFetching

/// A browser that has been started, with its processes and its proxy.
///
/// One thread uses it.
protocol RunningBrowser: AnyObject {
    /// Its processes.
    var process: BrowserProcess { get }
    /// Its only way to the network.
    var proxy: FilteringProxy { get }
    /// How many pages it may read. Each has a context of its own, so more than one only if the browser has contexts.
    var pageLimit: Int { get }
    /// Whether the browser says where it failed to go, and shows a page of its own instead.
    var reportsFailedNavigation: Bool { get }

    /// Makes a context that shares nothing with any other, with one empty page.
    ///
    /// - Throws: ``BrowserCommandError``.
    func openPage(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> any OpenPage

    /// Ends the context of a page, with everything the page stored, cached or connected to.
    ///
    /// - Throws: ``BrowserCommandError``. The browser is then of no more use.
    func close(_ page: any OpenPage, deadline: ContinuousClock.Instant) throws(BrowserCommandError)
}

/// A page in a browser, in a context of its own.
protocol OpenPage: AnyObject {
    /// Begins to load a URL.
    ///
    /// - Throws: ``BrowserCommandError``; `refused` with the URL as its message if the browser says that it failed.
    func navigate(to url: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError)

    /// Runs the body of a function in the page and returns its text.
    func run(_ script: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> String

    /// Asks the browser which URL it shows, and which error in place of it.
    func location(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> (url: String, error: String?)
}
#endif
