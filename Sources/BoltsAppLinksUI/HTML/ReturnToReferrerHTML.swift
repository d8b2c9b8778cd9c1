public import BoltsAppLinks
import BoltsBase

/// The banner as an HTML fragment, for web apps that the web fallback opens.
///
/// It has the same text and the same link as the banner in an app. It needs no script, and works without a style sheet.
/// ``ReturnToReferrerHTMLInserter`` puts it into a page.
///
/// ```swift
/// // For a request; nil if the visitor comes from no app, as most do.
/// let banner = try? ReturnToReferrerHTML(requestURL: "/recipe/42?al_applink_data=%7B…%7D")
/// let page = "<!doctype html><title>Recipe</title><body>" + (banner?.fragment ?? "") + "<h1>Pie</h1>"
/// ```
///
/// Everything from the referrer is escaped, and its URL becomes a link only if the `SchemePolicy` allows its scheme.
public struct ReturnToReferrerHTML: Sendable, Hashable {
    /// The location of the banner's style sheet.
    ///
    /// The page's Content-Security-Policy must allow it.
    @nonexhaustive public enum Style: Sendable, Hashable {
        /// The style sheet is not in the fragment: serve ``stylesheet`` as a file and link it in the page's head, or write your
        /// own.
        case external

        /// The style sheet is in a `style` element of the fragment.
        ///
        /// The page's Content-Security-Policy must allow this element by its nonce, or without a nonce by ``stylesheetHash``.
        case inline(nonce: String? = nil)
    }

    /// The options of an HTML banner.
    ///
    /// ```swift
    /// var options = ReturnToReferrerHTML.Options(wording: .localized(for: ["fr"]))
    /// options.style = .inline(nonce: nonce)
    /// options.navigation.schemePolicy.allowed = ["notes", "recipes"]      // links back to known apps only
    /// ```
    public struct Options: Sendable, Hashable {
        /// The words of the banner and their language.
        public var wording: ReturnToReferrerWording

        /// The location of the style sheet.
        public var style: Style

        /// How the link back is made, and which schemes are allowed.
        public var navigation: AppLinkNavigationOptions

        /// Creates options.
        ///
        /// - Parameters:
        ///   - wording: The words of the banner and their language.
        ///   - style: The location of the style sheet.
        ///   - navigation: How the link back is made, and which schemes are allowed.
        public init(
            wording: ReturnToReferrerWording = .english,
            style: Style = .external,
            navigation: AppLinkNavigationOptions = AppLinkNavigationOptions()
        ) {
            self.wording = wording
            self.style = style
            self.navigation = navigation
        }
    }

    /// The link back.
    package let referrer: ReturnToReferrer

    package let text: ReturnToReferrerText

    /// The URL that the banner links to.
    package let destination: OpenableURL

    /// The HTML, in ASCII, to put right after a page's `<body>` tag.
    public let fragment: String

    /// Creates the banner for a request.
    ///
    /// It posts no event.
    ///
    /// - Parameters:
    ///   - requestURL: The URL of the request, or only its target (`/path?query`).
    ///   - options: The options of the banner.
    /// - Throws: `ReturnToReferrerError` if the request names no referrer, as most do.
    public init(requestURL: String, options: Options = Options()) throws(ReturnToReferrerError) {
        // This initializer posts no event. Data that it refuses names no referrer.
        guard let url = try? AppLinkURL(parsing: requestURL) else { throw ReturnToReferrerError(.noReferrer) }
        self.init(try ReturnToReferrer(url, schemePolicy: options.navigation.schemePolicy), options: options)
    }

    /// Creates the banner for a link back.
    ///
    /// - Parameters:
    ///   - referrer: The link back.
    ///   - options: The options of the banner.
    public init(_ referrer: ReturnToReferrer, options: Options = Options()) {
        self.referrer = referrer
        text = referrer.text(options.wording)
        // The data repeats the link's own URL. If it exceeds the limits, the link works without it.
        destination = (try? referrer.openedURL(options: options.navigation)) ?? referrer.destination
        fragment = Self.fragment(text, destination, options)
    }

    private static func fragment(_ text: ReturnToReferrerText, _ url: OpenableURL, _ options: Options) -> String {
        let wording = options.wording
        var html = style(options.style)
        html += "<dialog open class=\"al-return\""
        html += " aria-label=\"\(text.description.htmlEscapedAsASCII())\""
        if let language = wording.language { html += " lang=\"\(language.htmlEscapedAsASCII())\"" }
        html += " dir=\"\(wording.isRightToLeft ? "rtl" : "ltr")\">"
        // No `Referer` is sent, because the page's URL contains data that is not meant for the link's site.
        html += "<a class=\"al-return-link\" href=\"\(url.text.htmlEscapedAsASCII())\""
        html += " rel=\"nofollow noopener\" referrerpolicy=\"no-referrer\">"
        html += "<span class=\"al-return-text\">\(text.before.htmlEscapedAsASCII())"
        if !text.appName.isEmpty { html += "<bdi>\(text.appName.htmlEscapedAsASCII())</bdi>" }
        html += "\(text.after.htmlEscapedAsASCII())</span></a>"
        html += "<form class=\"al-return-form\" method=\"dialog\"><button class=\"al-return-close\">"
        html += "<span class=\"al-return-word\">\(wording.closeLabel.htmlEscapedAsASCII())</span></button></form>"
        return html + "</dialog>"
    }

    private static func style(_ style: Style) -> String {
        switch style {
        case .external: ""
        case .inline(nil): "<style>\(stylesheet)</style>"
        case .inline(let nonce?): "<style nonce=\"\(nonce.htmlEscapedAsASCII())\">\(stylesheet)</style>"
        }
    }
}
