/// One description of a site's links: its hosts, its apps on every platform, and which paths open in them.
///
/// From it, ``SitePublication`` writes everything that the platforms need: the association files, the tags of pages, and the
/// lines for the apps.
public struct SiteDescription: Sendable, Hashable {
    /// The version of the written form.
    public static let version = 1

    /// The hosts of the site, such as `lakrids.dk`; `*.lakrids.dk` means all its subdomains.
    ///
    /// Every host serves the same files.
    public var hosts: [String]
    /// The apps.
    public var apps: [App]
    /// The links that open in apps.
    public var open: [Link]
    /// The links that stay in the browser although `open` includes them.
    public var exclude: [Link]
    /// Where an App Links tag leads if the app is not installed.
    public var webFallback: WebFallback
    /// The site's sign-in settings that are independent of apps, or `nil` for none.
    public var signIn: SignIn?

    /// Creates a description; it is judged only when it is published.
    public init(
        hosts: [String],
        apps: [App],
        open: [Link],
        exclude: [Link] = [],
        webFallback: WebFallback = .page,
        signIn: SignIn? = nil
    ) {
        self.hosts = hosts
        self.apps = apps
        self.open = open
        self.exclude = exclude
        self.webFallback = webFallback
        self.signIn = signIn
    }

    /// Where an App Links tag leads if the app is not installed.
    public enum WebFallback: Sendable, Hashable {
        /// To the page itself.
        case page
        /// To the same path on another site, such as `https://m.lakrids.dk`.
        case origin(String)
        /// Pages do not specify it.
        case none
    }

    /// A platform on which apps open links.
    public enum Platform: String, Sendable, Hashable, CaseIterable, Codable {
        /// iPhone and iPad.
        case apple
        /// Android.
        case android
        /// Windows.
        case windows
    }

    /// The links that a rule matches.
    ///
    /// In a pattern, `*` matches any characters, including `/`, and `?` matches one character; every other character is
    /// literal, without percent encoding. `/recipes/*` also matches `/recipes`, and a trailing slash makes no difference.
    public struct Link: Sendable, Hashable {
        /// The pattern of the path: it begins with a slash, or is `*` for every path.
        public var path: String
        /// The patterns of query items by name; a link must have all of them, in any order.
        public var query: [String: String]
        /// The pattern of the fragment, or `nil` for any.
        public var fragment: String?
        /// Whether letter case matters; only Apple's platforms can ignore it.
        public var isCaseSensitive: Bool
        /// The names of the apps that the rule is for, or `nil` for all.
        public var apps: [String]?
        /// The platforms that the rule is for, or `nil` for all.
        public var platforms: [Platform]?

        /// Creates a rule.
        public init(
            path: String,
            query: [String: String] = [:],
            fragment: String? = nil,
            isCaseSensitive: Bool = true,
            apps: [String]? = nil,
            platforms: [Platform]? = nil
        ) {
            self.path = path
            self.query = query
            self.fragment = fragment
            self.isCaseSensitive = isCaseSensitive
            self.apps = apps
            self.platforms = platforms
        }
    }
}
