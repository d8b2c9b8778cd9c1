public import BoltsAppLinks

/// The banner that leads back, as a piece of HTML for web apps that are opened by the web fallback (rule L9).
///
/// It says what the banner of an app says, and leads where that one's tap leads. It needs no script, and no style either:
/// unstyled it is a line with a link and a button. ``ReturnToReferrerHTMLInserter`` puts it into a page.
///
/// ```swift
/// // For a request; nil where nobody sent the visitor here, which is no fault.
/// let banner = try? ReturnToReferrerHTML(requestURL: "/recipe/42?al_applink_data=%7B…%7D")
/// let page = "<!doctype html><title>Recipe</title><body>" + (banner?.fragment ?? "") + "<h1>Pie</h1>"
/// ```
///
/// Every word of the sender's is escaped, and its URL is judged by `SchemePolicy` before it becomes a link.
public struct ReturnToReferrerHTML: Sendable, Hashable {
    /// Where the look of a banner comes from, which the page's Content-Security-Policy must allow.
    public enum Style: Sendable, Hashable {
        /// From elsewhere: a style sheet of the app's own, or ``stylesheet`` served as a file and linked in the page's
        /// head; or from nowhere.
        case external

        /// From a `style` element in the fragment, with a nonce where one is given.
        ///
        /// Without a nonce, a policy allows it by ``stylesheetHash``.
        case inline(nonce: String? = nil)
    }

    /// How a visitor gets rid of a banner without a script.
    public enum Closing: Sendable, Hashable {
        /// With a button that closes it where it is: the page stays as it is, with all that was typed into it.
        ///
        /// The banner is a `dialog` then, which the browser itself closes. It is there again when the page is loaded
        /// again.
        case inPage

        /// Not at all, or by means of the app's own. The banner is a `nav` then.
        case none
    }

    /// How a banner is made.
    ///
    /// ```swift
    /// var options = ReturnToReferrerHTML.Options(wording: .localized(for: ["fr"]))
    /// options.style = .inline(nonce: nonce)
    /// options.navigation.schemePolicy.allowed = ["notes", "recipes"]      // ways back into known apps only
    /// ```
    public struct Options: Sendable, Hashable {
        /// The app's words, and their language.
        public var wording: ReturnToReferrerWording

        /// Where the look comes from.
        public var style: Style

        /// How a visitor gets rid of it.
        public var closing: Closing

        /// How the way back is followed, and which schemes it may have.
        public var navigation: AppLinkNavigationOptions

        /// Makes options.
        ///
        /// - Parameters:
        ///   - wording: The app's words, and their language.
        ///   - style: Where the look comes from.
        ///   - closing: How a visitor gets rid of it.
        ///   - navigation: How the way back is followed, and which schemes it may have.
        public init(
            wording: ReturnToReferrerWording = .english,
            style: Style = .external,
            closing: Closing = .inPage,
            navigation: AppLinkNavigationOptions = AppLinkNavigationOptions()
        ) {
            self.wording = wording
            self.style = style
            self.closing = closing
            self.navigation = navigation
        }
    }

    /// The way back.
    public let referrer: ReturnToReferrer

    /// What the banner says.
    public let text: ReturnToReferrerText

    /// Where its link leads.
    public let destination: OpenableURL

    /// The piece of HTML, in ASCII, for the place right behind a page's `<body>`.
    public let fragment: String

    /// Makes the banner for a visitor's request.
    ///
    /// A pure function of its arguments: nothing is posted and nothing is opened.
    ///
    /// - Parameters:
    ///   - requestURL: The URL that was asked for; the target of an HTTP request (`/path?query`) will do.
    ///   - options: How the banner is made.
    /// - Throws: `ReturnToReferrerError` naming why there is no way back to offer, as for most requests.
    public init(requestURL: String, options: Options = Options()) throws(ReturnToReferrerError) {
        let url = AppLinkURL(text: requestURL, limits: options.navigation.limits)
        self.init(try ReturnToReferrer(url, schemePolicy: options.navigation.schemePolicy), options: options)
    }

    /// Makes the banner for a way back.
    ///
    /// - Parameters:
    ///   - referrer: The way back, which has been judged.
    ///   - options: How the banner is made.
    public init(_ referrer: ReturnToReferrer, options: Options = Options()) {
        self.referrer = referrer
        text = referrer.text(options.wording)
        // The data is the link's own URL, which came in within the same limits; without it the way back is the same.
        destination = (try? referrer.openedURL(options: options.navigation)) ?? referrer.destination
        fragment = Self.fragment(text, destination, options)
    }

    private static func fragment(_ text: ReturnToReferrerText, _ url: OpenableURL, _ options: Options) -> String {
        let wording = options.wording
        let element = options.closing == .inPage ? "dialog" : "nav"
        var html = style(options.style)
        html += "<\(element)\(options.closing == .inPage ? " open" : "") class=\"al-return\""
        html += " aria-label=\"\(HTMLText.escaped(text.description))\""
        if let language = wording.language { html += " lang=\"\(HTMLText.escaped(language))\"" }
        html += " dir=\"\(wording.isRightToLeft ? "rtl" : "ltr")\">"
        // The page's own URL holds the sender's data, which is not for the page that it may lead back to.
        html += "<a class=\"al-return-link\" href=\"\(HTMLText.escaped(url.text))\""
        html += " rel=\"nofollow noopener\" referrerpolicy=\"no-referrer\">"
        html += "<span class=\"al-return-text\">\(HTMLText.escaped(text.before))"
        if !text.appName.isEmpty { html += "<bdi>\(HTMLText.escaped(text.appName))</bdi>" }
        html += "\(HTMLText.escaped(text.after))</span></a>"
        if options.closing == .inPage {
            html += "<form class=\"al-return-form\" method=\"dialog\"><button class=\"al-return-close\">"
            html += "<span class=\"al-return-word\">\(HTMLText.escaped(wording.closeLabel))</span></button></form>"
        }
        return html + "</\(element)>"
    }

    private static func style(_ style: Style) -> String {
        switch style {
        case .external: ""
        case .inline(nil): "<style>\(stylesheet)</style>"
        case .inline(let nonce?): "<style nonce=\"\(HTMLText.escaped(nonce))\">\(stylesheet)</style>"
        }
    }
}
