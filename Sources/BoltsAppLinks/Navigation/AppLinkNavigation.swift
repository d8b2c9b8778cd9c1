import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Follows an App Link: opens the first target that an app accepts, or else the web fallback.
///
/// ```swift
/// let navigation = AppLinkNavigation(
///     appLink: link,
///     extras: ["promo": "SPRING"],
///     appLinkData: AppLinkNavigation.callbackAppLinkData(appName: "Notes", urlText: "notes://back")
/// )
/// print(try await navigation.navigate().type)
/// ```
///
/// Targets are tried in order by opening them. They are not checked with the system first, because its answer is unreliable. Each
/// navigation posts one measurement event, unless it is cancelled, or fails with ``AppLinkNavigationOptions/WithoutLink/fail``.
public struct AppLinkNavigation: Sendable, Hashable {
    /// The name of this library in the data that it sends (`user_agent`).
    public static let userAgent = "Bolts Swift \(BoltsVersion.current)"

    /// The link to follow.
    public var appLink: AppLink

    /// Values for the receiving app (`extras`).
    public var extras: [String: AppLinkValue]

    /// Further fields of the data, such as the link back.
    ///
    /// Its `target_url` is replaced by that of the link. Its `extras` are merged with ``extras``, which override them.
    public var appLinkData: AppLinkData

    /// Creates a navigation; ``navigate(opener:options:events:cancellationToken:)`` starts it.
    ///
    /// - Parameters:
    ///   - appLink: The link to follow.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    public init(appLink: AppLink, extras: [String: AppLinkValue] = [:], appLinkData: AppLinkData = AppLinkData()) {
        self.appLink = appLink
        self.extras = extras
        self.appLinkData = appLinkData
    }

    /// Returns data that lets the receiving app return its user to this app.
    ///
    /// - Parameters:
    ///   - appName: The name of this app, as the user knows it.
    ///   - urlText: A URL that opens this app.
    /// - Returns: Data for ``init(appLink:extras:appLinkData:)``.
    public static func callbackAppLinkData(appName: String, urlText: String) -> AppLinkData {
        var data = AppLinkData()
        data.referrer = AppLinkReferrer(urlText: urlText, appName: appName)
        return data
    }

    /// Returns data that lets the receiving app return its user to this app.
    ///
    /// - Parameters:
    ///   - appName: The name of this app, as the user knows it.
    ///   - url: A URL that opens this app.
    /// - Returns: Data for ``init(appLink:extras:appLinkData:)``.
    public static func callbackAppLinkData(appName: String, url: URL) -> AppLinkData {
        callbackAppLinkData(appName: appName, urlText: url.absoluteString)
    }

    /// The data that an app receives.
    ///
    /// The link's source URL becomes `target_url`, unless it is a file URL, whose path is private. `user_agent` and
    /// `version` are added if they are missing.
    package var outgoingData: AppLinkData {
        var data = appLinkData
        data.extras = (data.extras ?? [:]).merging(extras) { _, own in own }
        data.targetURLText = appLink.sourceURL.isFileURL ? nil : appLink.sourceURL.absoluteString
        if data[AppLinkData.Key.userAgent] == nil { data.userAgent = Self.userAgent }
        if data[AppLinkData.Key.version] == nil { data.version = AppLink.protocolVersion }
        return data
    }

    /// Follows the link.
    ///
    /// If nothing can be opened, the task succeeds with a result of type ``AppLinkNavigationType/failure``, whose steps contain
    /// the reasons.
    ///
    /// - Parameters:
    ///   - opener: Opens the URLs.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted, before the task completes.
    ///   - cancellationToken: Cancels the task at once. A URL that the opener has already received may still open; no
    ///     further target is tried and no event is posted.
    /// - Returns: A task of the outcome, which completes on any thread. It fails with ``AppLinkDataError`` if the data cannot
    ///   be encoded; nothing is opened then.
    @discardableResult
    public func navigate(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkNavigationResult> {
        run(opener, options, events, isPreview: false, cancellationToken)
    }

    /// Unavailable: pass a token to get a task; without one, `navigate(opener:)` is the `async` form everywhere, in a script
    /// too.
    @available(*, unavailable, message: "write 'try await navigate(opener:)', or pass a cancellationToken for a task")
    @discardableResult
    public func navigate(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) -> BoltsTask<AppLinkNavigationResult> {
        fatalError("unavailable")
    }

    /// Predicts every step of following the link.
    ///
    /// It opens nothing and posts no event.
    ///
    /// It asks the opener which URLs can be opened, and is only as reliable as the opener's answers.
    ///
    /// - Parameters:
    ///   - opener: Says which URLs can be opened.
    ///   - options: How the link would be followed.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the outcome, which completes on any thread. It fails with ``AppLinkDataError`` if the data
    ///   cannot be encoded.
    public func preview(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkNavigationResult> {
        run(opener, options, nil, isPreview: true, cancellationToken)
    }

    private func run(
        _ opener: any URLOpening,
        _ options: AppLinkNavigationOptions,
        _ events: MeasurementEventCenter?,
        isPreview: Bool,
        _ token: CancellationToken
    ) -> BoltsTask<AppLinkNavigationResult> {
        let plan: NavigationPlan
        do {
            plan = try NavigationPlan(link: appLink, data: outgoingData, options: options)
        } catch {
            events?.post(.outgoing(link: appLink, type: .failure, outputURLText: nil, error: error.description))
            return BoltsTask(error: error)
        }
        return NavigationRun(plan: plan, opener: opener, isPreview: isPreview, token: token).start(events)
    }
}
