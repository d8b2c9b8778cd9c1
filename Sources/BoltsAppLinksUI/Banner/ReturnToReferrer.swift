public import BoltsAppLinks

/// A link back to the app that sent the user here, for a banner.
///
/// It exists only if the referrer gave a URL that may be opened and a name that can be shown.
///
/// ```swift
/// let link = AppLinkURL(inboundURL: url, sourceApplication: nil)
/// if let referrer = try? ReturnToReferrer(link) {
///     print(referrer.text())              // Touch to return to Notes
///     print(referrer.destination)         // notes://back
/// }
/// ```
///
/// The URL and the name are the referrer's own claims. Add your app's schemes to the policy's `denied`, so that no link can
/// lead back into your app.
public struct ReturnToReferrer: Sendable, Hashable {
    /// The link to follow.
    ///
    /// It is marked as a link back, so that following it posts `al_ref_back_out`.
    ///
    /// If it leads to a web page, that page is also its web fallback.
    public let link: AppLink

    /// The URL that a tap opens first, before data is added.
    public let destination: OpenableURL

    /// The name of the referring app: one line of at most 64 visible characters.
    ///
    /// It is plain text. Escape it before you put it into HTML.
    public let appName: String

    /// Creates a link back from an incoming link.
    ///
    /// - Parameters:
    ///   - url: The URL that opened this app.
    ///   - schemePolicy: The schemes that may be opened.
    /// - Throws: ``ReturnToReferrerError`` if there is no referrer to return to.
    public init(_ url: AppLinkURL, schemePolicy: SchemePolicy = .standard) throws(ReturnToReferrerError) {
        guard let referrer = url.appLinkData?.referrer else { throw ReturnToReferrerError(.noReferrer) }
        let (destination, name) = try Self.validate(referrer.urlText, name: referrer.appName, schemePolicy)
        guard let link = url.appLinkReferrer else {
            throw ReturnToReferrerError(.unusableURL, urlText: destination.text)
        }
        self.init(link, destination: destination, appName: name)
    }

    /// Creates a link back from a link whose first target is the referrer.
    ///
    /// - Parameters:
    ///   - referrerLink: The link; it need not be marked as a link back.
    ///   - schemePolicy: The schemes that may be opened.
    /// - Throws: ``ReturnToReferrerError`` if there is no referrer to return to.
    public init(_ referrerLink: AppLink, schemePolicy: SchemePolicy = .standard) throws(ReturnToReferrerError) {
        guard let target = referrerLink.targets.first else { throw ReturnToReferrerError(.noReferrer) }
        let (destination, name) = try Self.validate(target.urlText, name: target.appName, schemePolicy)
        self.init(referrerLink, destination: destination, appName: name)
    }

    private init(_ link: AppLink, destination: OpenableURL, appName: String) {
        var link = link
        link.isBackToReferrer = true
        if destination.scheme.isWeb, !link.web.shouldFallback {
            link.web = AppLinkWebFallback(urlText: destination.text, shouldFallbackText: nil)
        }
        self.link = link
        self.destination = destination
        self.appName = appName
    }

    /// Returns the text of the banner.
    ///
    /// - Parameter wording: The words to use.
    /// - Returns: The sentence with the name of the referring app.
    public func text(_ wording: ReturnToReferrerWording = .english) -> ReturnToReferrerText {
        ReturnToReferrerText(format: wording.format, appName: appName)
    }

    private static func validate(
        _ urlText: String?,
        name: String?,
        _ schemePolicy: SchemePolicy
    ) throws(ReturnToReferrerError) -> (destination: OpenableURL, name: String) {
        guard let urlText, !urlText.isEmpty else { throw ReturnToReferrerError(.noURL) }
        guard let name = name.flatMap(DisplayName.sanitized) else { throw ReturnToReferrerError(.noName) }
        guard let destination = try? OpenableURL(urlText) else {
            throw ReturnToReferrerError(.unusableURL, urlText: urlText)
        }
        guard schemePolicy.allows(destination.scheme) else {
            throw ReturnToReferrerError(.schemeDenied, urlText: urlText)
        }
        return (destination, name)
    }
}

extension ReturnToReferrer {
    /// Returns the URL that a tap opens, including the data for the app that it opens.
    ///
    /// Use it where the browser follows the link, for example in a web page. It is the URL that
    /// ``ReturnToReferrerBanner/goBack(cancellationToken:)`` tries first.
    ///
    /// ```swift
    /// let url = try referrer.openedURL()      // notes://back?al_applink_data=%7B…%7D
    /// ```
    ///
    /// - Parameter options: How the link is followed.
    /// - Returns: The URL, or ``destination`` if the URL cannot carry data or the options keep data off the web.
    /// - Throws: `AppLinkDataError` if the data cannot be encoded.
    public func openedURL(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions()
    ) throws(AppLinkDataError) -> OpenableURL {
        let plan = try NavigationPlan(link: link, data: AppLinkNavigation(appLink: link).outgoingData, options: options)
        let attempt =
            destination.scheme.isWeb
            ? plan.attemptWeb(destination.text)
            : plan.attempt(AppLinkTarget(platform: nil, urlText: destination.text, appName: appName))
        guard case .ready(let url, _) = attempt else { return destination }
        return url
    }
}
