#if os(Linux) || os(macOS)
/// A browser that can be driven over W3C WebDriver.
///
/// ```swift
/// var options = WebDriverOptions()
/// options.browser = .driver(path: "/opt/chromedriver/chromedriver")
/// ```
public struct WebDriverBrowser: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case automatic
        case chromium
        case wpe
        case webKitGTK
        case driver(path: String)
    }

    let kind: Kind

    /// The first that is installed of ``chromium``, ``wpe`` and, where there is a display, ``webKitGTK``.
    public static let automatic = WebDriverBrowser(kind: .automatic)
    /// Chromium without a window, by `chromedriver`; Debian's package is `chromium-driver`.
    public static let chromium = WebDriverBrowser(kind: .chromium)
    /// WPE, WebKit without a window, by `WPEWebDriver`; Debian's packages are `wpewebkit-driver` and `cog`.
    ///
    /// WebKit is what a web view on Apple's platforms is made of.
    public static let wpe = WebDriverBrowser(kind: .wpe)
    /// WebKitGTK, by `WebKitWebDriver`, which needs a display; Debian's package is `webkit2gtk-driver`.
    public static let webKitGTK = WebDriverBrowser(kind: .webKitGTK)

    /// Any browser, by the driver at a path.
    ///
    /// What is known of a browser beyond the standard is known by the name of its driver's file: one that is called
    /// `chromedriver`, `WPEWebDriver` or `WebKitWebDriver` is treated as that. Any other is told the standard's
    /// capabilities alone, and has to show no window by itself.
    ///
    /// - Parameter path: The file of the driver, which understands `--port=`.
    /// - Returns: The browser.
    public static func driver(path: String) -> WebDriverBrowser { WebDriverBrowser(kind: .driver(path: path)) }
}
#endif
