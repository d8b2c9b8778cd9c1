public import BoltsAppLinks

/// The way back to the app that sent the user here, fit to be offered in a banner (rule L9).
///
/// It exists only where there is something to offer: a sender that told its URL and its name, of a scheme that may be
/// opened. All of it is the sender's word; ``appName`` is that word made fit to be shown.
///
/// ```swift
/// let link = AppLinkURL(inboundURL: url, sourceApplication: nil)
/// if let referrer = try? ReturnToReferrer(link) {
///     print(referrer.text())              // Touch to return to Notes
///     print(referrer.destination)         // notes://back
/// }
/// ```
///
/// A way back that leads into the app itself is no way back: have the policy deny the app's own schemes.
public struct ReturnToReferrer: Sendable, Hashable {
    /// The link to follow, flagged as a way back so that following it posts `al_ref_back_out`.
    ///
    /// Where it leads to a web page, that page is its web fallback too, for senders that are pages and not apps.
    public let link: AppLink

    /// What a tap opens first, before any data is put in.
    public let destination: OpenableURL

    /// The name of the sending app on one line, without what cannot be seen, and of at most 64 characters.
    ///
    /// It is text and not markup: escape it where it goes into HTML.
    public let appName: String

    /// Reads the way back out of an incoming link.
    ///
    /// - Parameters:
    ///   - url: The URL that this app was opened with.
    ///   - schemePolicy: Which schemes may be opened.
    /// - Throws: ``ReturnToReferrerError`` naming why there is no way back to offer.
    public init(_ url: AppLinkURL, schemePolicy: SchemePolicy = .standard) throws(ReturnToReferrerError) {
        guard let link = url.appLinkReferrer else {
            guard let referrer = url.appLinkData?.referrer else { throw ReturnToReferrerError(.noReferrer) }
            // Judged as a link would be, for the reason that it is none.
            _ = try Self.judge(urlText: referrer.urlText, name: referrer.appName, schemePolicy)
            throw ReturnToReferrerError(.unusableURL, referrer.urlText)
        }
        try self.init(link, schemePolicy: schemePolicy)
    }

    /// Takes a link as the way back; its first target decides what is offered.
    ///
    /// - Parameters:
    ///   - referrerLink: The link, whether or not it is flagged as a way back.
    ///   - schemePolicy: Which schemes may be opened.
    /// - Throws: ``ReturnToReferrerError`` naming why there is no way back to offer.
    public init(_ referrerLink: AppLink, schemePolicy: SchemePolicy = .standard) throws(ReturnToReferrerError) {
        guard let target = referrerLink.targets.first else { throw ReturnToReferrerError(.noReferrer) }
        let (destination, name) = try Self.judge(urlText: target.urlText, name: target.appName, schemePolicy)
        var link = referrerLink
        link.isBackToReferrer = true
        if destination.scheme.isWeb, !link.web.shouldFallback {
            link.web = AppLinkWebFallback(urlText: destination.text, shouldFallbackText: nil)
        }
        self.link = link
        self.destination = destination
        self.appName = name
    }

    /// What the banner says.
    ///
    /// - Parameter wording: The app's words.
    /// - Returns: The sentence with the name in it.
    public func text(_ wording: ReturnToReferrerWording = .english) -> ReturnToReferrerText {
        ReturnToReferrerText(format: wording.format, appName: appName)
    }

    private static func judge(
        urlText: String?,
        name: String?,
        _ schemePolicy: SchemePolicy
    ) throws(ReturnToReferrerError) -> (OpenableURL, String) {
        guard let urlText, !urlText.isEmpty else { throw ReturnToReferrerError(.noURL) }
        guard let name = name.flatMap(DisplayName.shown) else { throw ReturnToReferrerError(.noName) }
        guard let destination = try? OpenableURL(urlText) else {
            throw ReturnToReferrerError(.unusableURL, urlText)
        }
        guard schemePolicy.allows(destination.scheme) else { throw ReturnToReferrerError(.schemeDenied, urlText) }
        return (destination, name)
    }
}
