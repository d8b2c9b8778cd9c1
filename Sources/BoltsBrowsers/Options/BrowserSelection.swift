#if os(Linux) || os(macOS)
/// A browser that `BrowserAppLinkResolver` can drive.
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

    /// The first that is installed of ``chromium``, ``wpe`` and, where there is a display, ``webKitGTK``.
    public static let automatic = BrowserSelection(kind: .automatic)
    /// Chromium or Chrome without a window; Debian's package is `chromium`.
    ///
    /// Needs no driver.
    public static let chromium = BrowserSelection(kind: .chromium)
    /// WPE, which is WebKit without a window, by `WPEWebDriver`; Debian's packages are `wpewebkit-driver` and `cog`.
    public static let wpe = BrowserSelection(kind: .wpe)
    /// WebKitGTK, by `WebKitWebDriver`, which needs a display; Debian's package is `webkit2gtk-driver`.
    public static let webKitGTK = BrowserSelection(kind: .webKitGTK)

    /// A browser by the path of its driver, or Chromium by its own path.
    ///
    /// The file's name tells which browser it is. `WPEWebDriver` and `WebKitWebDriver` are known, and so are Chromium and
    /// Chrome under their usual names; `chromedriver` stands for the Chromium beside it or in `PATH`. Any other driver gets
    /// the standard's capabilities only, and its browser may show a window.
    ///
    /// - Parameter path: The file of the driver, which understands `--port=`, or of Chromium.
    /// - Returns: The browser.
    public static func driver(path: String) -> BrowserSelection { BrowserSelection(kind: .driver(path: path)) }
}
#endif
