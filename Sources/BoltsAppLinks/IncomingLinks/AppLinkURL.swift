public import Foundation

/// A URL that an app was opened with, read as an App Link.
///
/// ```swift
/// let link = AppLinkURL(inboundURL: url, sourceApplication: nil)
/// show(link.targetURL)                    // the page the user followed
/// greet(link.appLinkReferrer?.targets.first?.appName)
/// ```
///
/// Reading never fails: a URL without data, or with data that cannot be used, is its own target, and
/// ``appLinkDataError`` says why. ``init(parsing:limits:)`` throws instead. Everything here is a stranger's word: check
/// the host of ``targetURL`` before showing it as your own.
public struct AppLinkURL: Sendable, Hashable {
    /// The URL as it came, character for character.
    public let inputText: String

    /// The URL as it came, or `nil` where Foundation does not accept it, as with an underscore in its scheme.
    public let inputURL: URL?

    /// The parameters of the URL as it came, the App Link data among them.
    public let inputQueryParameters: QueryParameters

    /// The text of ``targetURL``, or of the URL as it came.
    public let targetURLText: String

    /// The page that the link stands for, always http or https; without a usable one the URL as it came.
    ///
    /// What the sender wrote, usable or not, is `appLinkData?.targetURLText`.
    public let targetURL: URL?

    /// The parameters of the target.
    public let targetQueryParameters: QueryParameters

    /// Everything the sender told, or `nil` where the URL carries no data that can be used.
    public let appLinkData: AppLinkData?

    /// Why the data that the URL carries cannot be used; `nil` where it can be, or where there is none.
    public let appLinkDataError: AppLinkDataError?

    /// What the sending app tells this one.
    public var appLinkExtras: [String: JSONValue]? { appLinkData?.extras }

    /// Whether the URL carries data that can be used.
    public var isAppLink: Bool { appLinkData != nil }

    /// Reads a URL, and posts an event where it is an App Link.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - limits: How much data is read.
    ///   - events: Where to post `al_link_parse`.
    public init(url: URL, limits: AppLinkDataLimits = .standard, events: MeasurementEventCenter = .shared) {
        self.init(text: url.absoluteString, limits: limits, events: events)
    }

    /// Reads the text of a URL, and posts an event where it is an App Link.
    ///
    /// - Parameters:
    ///   - text: The URL, which need not be one that Foundation accepts.
    ///   - limits: How much data is read.
    ///   - events: Where to post `al_link_parse`.
    public init(text: String, limits: AppLinkDataLimits = .standard, events: MeasurementEventCenter = .shared) {
        self.init(reading: text, limits: limits)
        post(to: events, reason: .plain)
    }

    /// Reads the URL that this app was opened with, and posts events where it is an App Link.
    ///
    /// - Parameters:
    ///   - inboundURL: The URL.
    ///   - sourceApplication: The bundle identifier of the app that opened this one, as the system reports it. It
    ///     reports only apps of the same team; for all others the value is `nil`.
    ///   - limits: How much data is read.
    ///   - events: Where to post `al_link_parse` and `al_nav_in`.
    public init(
        inboundURL: URL,
        sourceApplication: String?,
        limits: AppLinkDataLimits = .standard,
        events: MeasurementEventCenter = .shared
    ) {
        self.init(
            inboundText: inboundURL.absoluteString,
            sourceApplication: sourceApplication,
            limits: limits,
            events: events
        )
    }

    /// Reads the text of the URL that this app was opened with, and posts events where it is an App Link.
    ///
    /// - Parameters:
    ///   - inboundText: The URL, which need not be one that Foundation accepts.
    ///   - sourceApplication: The bundle identifier of the app that opened this one, as the system reports it. It
    ///     reports only apps of the same team; for all others the value is `nil`.
    ///   - limits: How much data is read.
    ///   - events: Where to post `al_link_parse` and `al_nav_in`.
    public init(
        inboundText: String,
        sourceApplication: String?,
        limits: AppLinkDataLimits = .standard,
        events: MeasurementEventCenter = .shared
    ) {
        self.init(reading: inboundText, limits: limits)
        post(to: events, reason: .opened(sourceApplication: sourceApplication))
    }

    /// Reads a URL to draw the banner that leads back, and posts an event where it is an App Link.
    ///
    /// - Parameters:
    ///   - text: The URL that this app was opened with.
    ///   - limits: How much data is read.
    ///   - events: Where to post `al_link_parse`.
    public init(
        forBackToReferrerBar text: String,
        limits: AppLinkDataLimits = .standard,
        events: MeasurementEventCenter = .shared
    ) {
        self.init(reading: text, limits: limits)
        post(to: events, reason: .backToReferrerBar)
    }

    /// Reads a URL that must not carry broken data, and posts nothing.
    ///
    /// A URL that carries no data at all is read as it is.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - limits: How much data is read.
    /// - Throws: ``AppLinkDataError`` naming what is wrong with the data.
    public init(parsing text: String, limits: AppLinkDataLimits = .standard) throws(AppLinkDataError) {
        self.init(reading: text, limits: limits)
        if let appLinkDataError { throw appLinkDataError }
    }

    private init(reading text: String, limits: AppLinkDataLimits) {
        let scan = QueryScan(text, maximumDataBytes: limits.maximumEncodedBytes)
        inputText = text
        inputURL = URL(string: text)
        inputQueryParameters = QueryParameters(scan)
        switch AppLinkDataCodec(limits: limits).read(scan) {
        case nil: (appLinkData, appLinkDataError) = (nil, nil)
        case .success(let result): (appLinkData, appLinkDataError) = (result.data, nil)
        case .failure(let error): (appLinkData, appLinkDataError) = (nil, error)
        }
        if let target = appLinkData?.openableTarget, let url = target.url {
            targetURLText = target.text
            targetURL = url
            targetQueryParameters = QueryParameters(of: target.text)
        } else {
            targetURLText = text
            targetURL = inputURL
            targetQueryParameters = inputQueryParameters
        }
    }

    private func post(to events: MeasurementEventCenter, reason: MeasurementEvent.ParseReason) {
        guard isAppLink else { return }
        events.post(.incoming(.linkParse, url: self, reason: reason))
        if case .opened = reason { events.post(.incoming(.navigateIn, url: self, reason: reason)) }
    }
}

extension AppLinkURL {
    /// The link that leads back to the sending app, or `nil` where it told no URL or no name.
    ///
    /// `nil` also where its URL is of a scheme that is never opened. The link has one target and no web fallback.
    public var appLinkReferrer: AppLink? {
        guard let referrer = appLinkData?.referrer, let name = referrer.appName,
            let url = referrer.urlText.flatMap({ try? OpenableURL($0) }),
            !SchemePolicy.alwaysDenied.contains(url.scheme),
            // If Foundation cannot hold the URL, the page that both apps know is the source of the link.
            let source = url.url ?? targetURL
        else { return nil }
        let target = AppLinkTarget(platform: nil, urlText: url.text, appName: name)
        return AppLink(sourceURL: source, targets: [target], webURL: nil, isBackToReferrer: true)
    }
}
