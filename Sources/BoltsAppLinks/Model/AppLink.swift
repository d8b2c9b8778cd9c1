public import BoltsPageMetadata
import BoltsPageFetching
public import Foundation

/// A link that apps can follow: its URL, the apps that open it, and its web fallback.
///
/// ```swift
/// let link = AppLink(sourceURL: url, metadata: PageMetadataReader.read(bytes))
/// for target in link.targets(for: .iphone) { print(target.appName ?? "?", target.urlText ?? "-") }
/// print(link.webURL ?? "no web fallback")
/// ```
public struct AppLink: Sendable, Hashable {
    /// The supported version of the App Links protocol.
    @_spi(Bolts) public static let protocolVersion = "1.0"

    /// The URL that was requested, not the one to which it redirects.
    public var sourceURL: URL

    /// The apps that open the link, on every platform, in the order of the page's tags.
    public var targets: [AppLinkTarget]

    /// The web fallback according to the page's tags.
    public var web: AppLinkWebFallback

    /// The tags that are not represented in ``targets`` or ``web``, in the order of the page.
    ///
    /// They have unknown platforms, are nested properties, or belong to a second web group.
    @_spi(Bolts) public var unusedTags: [MetaTag]

    /// Whether the page was read only in part because of a limit, so targets may be missing.
    public var isTruncated: Bool

    /// Whether this link leads back to the app that sent the user here.
    ///
    /// It determines the name of the event that a navigation posts.
    public var isBackToReferrer: Bool

    /// Creates a link from its parts.
    ///
    /// - Parameters:
    ///   - sourceURL: The URL of the link's page.
    ///   - targets: The apps that open it, in the order of preference.
    ///   - webURL: The URL of the web fallback, or `nil` for none.
    ///   - isBackToReferrer: Whether it leads back to the app that sent the user here.
    public init(sourceURL: URL, targets: [AppLinkTarget], webURL: URL?, isBackToReferrer: Bool = false) {
        self.sourceURL = sourceURL
        self.targets = targets
        self.web = AppLinkWebFallback(
            urlText: webURL?.absoluteString,
            shouldFallbackText: webURL == nil ? "false" : nil
        )
        self.unusedTags = []
        self.isTruncated = false
        self.isBackToReferrer = isBackToReferrer
    }

    /// Creates the link that a page's tags describe.
    ///
    /// It cannot fail: a page without usable tags gives a link without targets. Time and memory are linear in the length of the
    /// tags.
    ///
    /// - Parameters:
    ///   - sourceURL: The URL by which the page was requested.
    ///   - metadata: The page's tags.
    public init(sourceURL: URL, metadata: PageMetadata) {
        let groups = AppLinkTagGroups(metadata.tags)
        self.sourceURL = sourceURL
        self.targets = groups.targets
        self.web = groups.web
        self.unusedTags = groups.unused.map { metadata.tags[$0] }
        self.isTruncated = metadata.isTruncated
        self.isBackToReferrer = false
    }

    /// The targets for a device, in the order of preference.
    ///
    /// Targets without a platform come first, then those of the device's family, such as `ipad`, then those of the
    /// platform, such as `ios`, each in the order of the page.
    ///
    /// - Parameter device: The device on which the link is followed.
    /// - Returns: The targets to try, in order.
    public func targets(for device: AppLinkDevice) -> [AppLinkTarget] {
        var chosen = targets.filter { $0.platform == nil }
        for platform in device.platforms {
            chosen += targets.filter { $0.platform == platform }
        }
        return chosen
    }

    /// The text of the web fallback's URL: that of the page's tag, or else the page's own URL.
    ///
    /// It is `nil` if the page rules out a web fallback. The text is not checked; open ``webURL`` instead.
    public var webURLText: String? {
        guard web.shouldFallback else { return nil }
        return declaredWebURLText ?? sourceURL.absoluteString
    }

    /// The URL of the web fallback, or `nil` if the page rules it out or has no URL that is safe to open.
    ///
    /// An `al:web:url` may be relative to the page. If it is not an http or https URL, the page's own URL is used.
    public var webURL: URL? {
        guard web.shouldFallback else { return nil }
        return webCandidates.lazy
            .compactMap { try? OpenableURL(reading: $0) }
            .first { $0.scheme.isWeb && $0.url != nil }?
            .url
    }

    /// The texts to try as the web fallback, in order: that of the tag, then the page's own URL.
    var webCandidates: [String] {
        let own = sourceURL.absoluteString
        guard let text = declaredWebURLText else { return [own] }
        let declared = Self.webText(text, on: sourceURL)
        return declared == own ? [own] : [declared, own]
    }

    /// The text of an `al:web:url` as it is opened; it may be relative to its page.
    @_spi(Bolts) public static func webText(_ text: String, on page: URL) -> String {
        let text = OpenableURL.standardText(of: text)
        guard LinkScheme.leading(text) == nil else { return text }
        return URL(string: text, relativeTo: page)?.absoluteString ?? text
    }

    private var declaredWebURLText: String? {
        web.urlText.flatMap { $0.isEmpty ? nil : $0 }
    }
}
