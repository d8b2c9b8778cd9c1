public import Foundation
internal import Synchronization

/// An incoming App Link: the URL that opened an app, and its App Link data.
///
/// ```swift
/// let link = AppLinkURL(inboundURL: url, sourceApplication: nil)
/// show(link.targetURL)                    // the page the user followed
/// greet(link.appLinkReferrer?.targets.first?.appName)
/// ```
///
/// Only ``init(parsing:)`` throws. The other initializers accept any URL: without usable data the URL is its own target, and
/// ``appLinkDataError`` has the reason. A link that opened the app is equal only to itself: opening the same URL again makes a
/// different link. The sender is untrusted: check the host of ``targetURL`` before you show its page as your own.
public struct AppLinkURL: Sendable, Hashable {
    /// The incoming URL, exactly as it was received.
    public let inputText: String

    /// The incoming URL, or `nil` if Foundation does not accept it, for example because its scheme has an underscore.
    public let inputURL: URL?

    /// The query parameters of the incoming URL, including the App Link data.
    public let inputQueryParameters: QueryParameters

    /// The text of ``targetURL``, or of the incoming URL.
    public let targetURLText: String

    /// The URL of the link's page, which is http or https; without a usable one, the incoming URL.
    ///
    /// The sender's text, usable or not, is `appLinkData?.targetURLText`.
    public let targetURL: URL?

    /// The query parameters of the target.
    public let targetQueryParameters: QueryParameters

    /// The sender's data, or `nil` if the URL has no usable data.
    public let appLinkData: AppLinkData?

    /// The reason why the URL's data is not usable; `nil` if it is usable or missing.
    public let appLinkDataError: AppLinkDataError?

    /// Which opening of the app this is; `nil` for a URL that was only read.
    ///
    /// The number is part of the link's identity, because a link that is opened again is shown again.
    package private(set) var arrival: Int?

    /// Values that the sending app added for this app.
    public var appLinkExtras: [String: AppLinkValue]? { appLinkData?.extras }

    package var isAppLink: Bool { appLinkData != nil }

    /// Reads a URL, and posts an event if it is an App Link.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - events: The center to which `al_link_parse` is posted.
    public init(url: URL, events: MeasurementEventCenter = .shared) {
        self.init(text: url.absoluteString, events: events)
    }

    /// Reads the text of a URL, and posts an event if it is an App Link.
    ///
    /// - Parameters:
    ///   - text: The URL, which Foundation need not accept.
    ///   - events: The center to which `al_link_parse` is posted.
    public init(text: String, events: MeasurementEventCenter = .shared) {
        self.init(reading: text)
        post(to: events, reason: .plain)
    }

    /// Reads the URL that opened this app, and posts events if it is an App Link.
    ///
    /// - Parameters:
    ///   - inboundURL: The URL.
    ///   - sourceApplication: The bundle identifier of the app that opened this one, as the system reports it. It does so only
    ///     for apps of the same team; otherwise the value is `nil`.
    ///   - events: The center to which `al_link_parse` and `al_nav_in` are posted.
    public init(
        inboundURL: URL,
        sourceApplication: String?,
        events: MeasurementEventCenter = .shared
    ) {
        self.init(
            inboundText: inboundURL.absoluteString,
            sourceApplication: sourceApplication,
            events: events
        )
    }

    /// Reads the text of the URL that opened this app, and posts events if it is an App Link.
    ///
    /// - Parameters:
    ///   - inboundText: The URL, which Foundation need not accept.
    ///   - sourceApplication: The bundle identifier of the app that opened this one, as the system reports it. It does so only
    ///     for apps of the same team; otherwise the value is `nil`.
    ///   - events: The center to which `al_link_parse` and `al_nav_in` are posted.
    public init(
        inboundText: String,
        sourceApplication: String?,
        events: MeasurementEventCenter = .shared
    ) {
        self.init(inboundText: inboundText, sourceApplication: sourceApplication, referrerPage: nil, events: events)
    }

    /// Reads the text of the URL with which this app was opened, and posts `al_link_parse` and `al_nav_in`; the system reports
    /// the source and the page.
    init(
        inboundText: String,
        sourceApplication: String?,
        referrerPage: URL?,
        events: MeasurementEventCenter
    ) {
        self.init(reading: inboundText)
        arrival = Self.arrivals.wrappingAdd(1, ordering: .relaxed).newValue
        post(to: events, reason: .opened(sourceApplication: sourceApplication, referrerPage: referrerPage))
    }

    private static let arrivals = Atomic(0)

    /// Reads a URL to show the banner that leads back, and posts `al_link_parse` if it is an App Link.
    package init(
        forBackToReferrerBar text: String,
        events: MeasurementEventCenter = .shared
    ) {
        self.init(reading: text)
        post(to: events, reason: .backToReferrerBar)
    }

    /// Reads a URL strictly: unusable data is an error.
    ///
    /// It posts no event.
    ///
    /// A URL without data is accepted.
    ///
    /// - Parameter text: The URL.
    /// - Throws: ``AppLinkDataError`` if the URL has data that is not usable.
    public init(parsing text: String) throws(AppLinkDataError) {
        self.init(reading: text)
        if let appLinkDataError { throw appLinkDataError }
    }

    private init(reading text: String) {
        let scan = QueryScan(text, maximumDataBytes: AppLinkDataLimits.standard.encodedByteLimit)
        inputText = text
        inputURL = URL(string: text)
        inputQueryParameters = QueryParameters(scan)
        switch AppLinkDataCodec().read(scan) {
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
    /// The link that leads back to the sending app, or `nil` if the data has no URL or no name for it.
    ///
    /// It is also `nil` if no ``SchemePolicy`` can allow the URL's scheme. The link has one target and no web
    /// fallback.
    public var appLinkReferrer: AppLink? {
        guard let referrer = appLinkData?.referrer, let name = referrer.appName,
            let url = referrer.urlText.flatMap({ try? OpenableURL($0) }),
            !SchemePolicy.alwaysDenied.contains(url.scheme),
            // If Foundation rejects the URL, the page of the link is used as the source.
            let source = url.url ?? targetURL
        else { return nil }
        let target = AppLinkTarget(platform: nil, urlText: url.text, appName: name)
        return AppLink(sourceURL: source, targets: [target], webURL: nil, isBackToReferrer: true)
    }
}
