/// The browser that a `BrowserAppLinkResolver` uses.
///
/// ```swift
/// var options = BrowserOptions()
/// options.browser = .driver(path: "/opt/firefox/geckodriver")
/// ```
public struct BrowserSelection: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case automatic
        case chromium
        case wpe
        case webKitGTK
        case driver(path: String)
    }

    let kind: Kind

    /// The first installed browser of ``chromium``, ``wpe`` and, if there is a display, ``webKitGTK``.
    public static let automatic = BrowserSelection(kind: .automatic)
    /// Chromium or Chrome without a window; Debian's package is `chromium`.
    ///
    /// It needs no driver.
    public static let chromium = BrowserSelection(kind: .chromium)
    /// WPE (WebKit without a window), driven with `WPEWebDriver`; Debian's packages are `wpewebkit-driver` and `cog`.
    public static let wpe = BrowserSelection(kind: .wpe)
    /// WebKitGTK, which needs a display, driven with `WebKitWebDriver`; Debian's package is `webkit2gtk-driver`.
    public static let webKitGTK = BrowserSelection(kind: .webKitGTK)

    /// Returns a browser given the path of its driver, or Chromium given its own path.
    ///
    /// The file's name determines the browser: `WPEWebDriver`, `WebKitWebDriver`, or a usual name of Chromium or Chrome;
    /// `chromedriver` selects the Chromium in the same folder or in `PATH`. Any other driver receives only the capabilities of
    /// the W3C standard, and its browser may show a window.
    ///
    /// - Parameter path: The path of Chromium, or of a driver that supports the option `--port=`.
    /// - Returns: The browser.
    public static func driver(path: String) -> BrowserSelection { BrowserSelection(kind: .driver(path: path)) }
}
