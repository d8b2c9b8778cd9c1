public import BoltsPageMetadata
import BoltsPageFetching
public import Foundation

/// A link that apps can follow: where it came from, the apps that open it, and its place on the web.
///
/// ```swift
/// let link = AppLink(sourceURL: url, metadata: PageMetadataReader.read(bytes))
/// for target in link.targets(for: .iphone) { print(target.appName ?? "?", target.urlText ?? "-") }
/// print(link.webURL ?? "no web fallback")
/// ```
public struct AppLink: Sendable, Hashable {
    /// The version of the protocol that is spoken here.
    public static let protocolVersion = "1.0"

    /// The URL that was asked for, not the end of its redirects.
    public var sourceURL: URL

    /// The apps that open the link, on every platform, in the order of the page.
    public var targets: [AppLinkTarget]

    /// What the page said about the web, as it said it.
    public var web: AppLinkWebFallback

    /// Tags of the page that found no place in ``targets`` or ``web``, in the order of the page.
    ///
    /// Platforms nobody knows, properties of properties, second web groups.
    public var unusedTags: [MetaTag]

    /// Whether a limit kept part of the page from being read, so that targets may be missing.
    public var isTruncated: Bool

    /// Whether this link leads back to the app that sent the user here.
    ///
    /// It decides the name of the event that navigating posts.
    public var isBackToReferrer: Bool

    /// Makes a link by hand.
    ///
    /// - Parameters:
    ///   - sourceURL: The URL that the link stands for.
    ///   - targets: The apps that open it, first choice first.
    ///   - webURL: Where it leads on the web, or `nil` for nowhere.
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

    /// Makes the link that a page's tags describe.
    ///
    /// Any tags at all make a link; the worst page makes one without targets. Time and memory grow with the text of the
    /// tags, whatever they are.
    ///
    /// - Parameters:
    ///   - sourceURL: The URL the page was asked for by.
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

    /// The targets that count on a device, first choice first.
    ///
    /// Targets made by hand for any device come first; then those of the device's family, then those of the wider
    /// platform, each in the order of the page.
    ///
    /// - Parameter device: The device the link is followed on.
    /// - Returns: The targets to try, in this order.
    public func targets(for device: AppLinkDevice) -> [AppLinkTarget] {
        var chosen = targets.filter { $0.platform == nil }
        for platform in device.platforms {
            chosen += targets.filter { $0.platform == platform }
        }
        return chosen
    }

    /// Where the link leads on the web, in the page's own words: the URL it gave, or else the page's own.
    ///
    /// `nil` where the page wants no fallback. Nothing has checked this text; ``webURL`` is the one to open.
    public var webURLText: String? {
        guard web.shouldFallback else { return nil }
        return declaredWebURLText ?? sourceURL.absoluteString
    }

    /// Where the link leads on the web, or `nil` where the page wants no fallback or none is safe to open.
    ///
    /// An `al:web:url` may be relative to the page. One that is not http or https counts as not given, and the page's
    /// own URL stands in.
    public var webURL: URL? {
        guard web.shouldFallback else { return nil }
        return webCandidates.lazy
            .compactMap { try? OpenableURL($0) }
            .first { $0.scheme.isWeb && $0.url != nil }?
            .url
    }

    /// The texts to try as the web fallback, in order: what the page gave, then the page itself.
    var webCandidates: [String] {
        let own = sourceURL.absoluteString
        guard var declared = declaredWebURLText else { return [own] }
        if URLScheme.leading(declared) == nil {
            declared = URL(string: declared, relativeTo: sourceURL)?.absoluteString ?? declared
        }
        return declared == own ? [own] : [declared, own]
    }

    private var declaredWebURLText: String? {
        web.urlText.flatMap { $0.isEmpty ? nil : $0 }
    }
}
