import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Follows an App Link: into the first app that opens it, or else to the web.
///
/// ```swift
/// let navigation = AppLinkNavigation(
///     appLink: link,
///     extras: ["promo": "SPRING"],
///     appLinkData: AppLinkNavigation.callbackAppLinkData(appName: "Notes", urlText: "notes://back")
/// )
/// navigation.navigate().continueOnSuccessWith { result in print(result.type) }
/// ```
///
/// Targets are tried in order by opening them, never by asking first, since systems answer that question falsely. One
/// measurement event is posted for each navigation that ran to its end.
public struct AppLinkNavigation: Sendable, Hashable {
    /// The name of this library in the data it sends (`user_agent`).
    public static let userAgent = "Bolts Swift \(BoltsVersion.current)"

    /// The link to follow.
    public var appLink: AppLink

    /// What this app tells the receiving one, `extras` on the wire.
    public var extras: [String: JSONValue]

    /// Further fields of the data, such as the way back.
    ///
    /// Its `target_url` gives way to the link's own. Its `extras` are kept where ``extras`` has no member of that name.
    public var appLinkData: AppLinkData

    /// Prepares to follow a link.
    ///
    /// - Parameters:
    ///   - appLink: The link to follow.
    ///   - extras: What to tell the receiving app.
    ///   - appLinkData: Further fields of the data.
    public init(appLink: AppLink, extras: [String: JSONValue] = [:], appLinkData: AppLinkData = AppLinkData()) {
        self.appLink = appLink
        self.extras = extras
        self.appLinkData = appLinkData
    }

    /// Data that lets the receiving app lead its user back here.
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

    /// Data that lets the receiving app lead its user back here.
    ///
    /// - Parameters:
    ///   - appName: The name of this app, as the user knows it.
    ///   - url: A URL that opens this app.
    /// - Returns: Data for ``init(appLink:extras:appLinkData:)``.
    public static func callbackAppLinkData(appName: String, url: URL) -> AppLinkData {
        callbackAppLinkData(appName: appName, urlText: url.absoluteString)
    }

    /// Everything that goes along to an app.
    ///
    /// The link's source becomes `target_url`, unless it is a file, whose path is nobody's business. `user_agent` and
    /// `version` are added where they are missing.
    public var outgoingData: AppLinkData {
        var data = appLinkData
        data.extras = (data.extras ?? [:]).merging(extras) { _, own in own }
        data.targetURLText = appLink.sourceURL.isFileURL ? nil : appLink.sourceURL.absoluteString
        if data[AppLinkData.Key.userAgent] == nil { data.userAgent = Self.userAgent }
        if data[AppLinkData.Key.version] == nil { data.version = AppLink.protocolVersion }
        return data
    }

    /// Follows the link.
    ///
    /// What cannot be opened is no error: the task's result then says ``AppLinkNavigationType/failure``, and why.
    ///
    /// - Parameters:
    ///   - opener: What opens URLs.
    ///   - options: How the link is followed.
    ///   - events: Where the event is posted, before the task completes.
    ///   - cancellationToken: Cancels the task at once. What was handed to the opener may open all the same; nothing
    ///     further is, and no event is posted.
    /// - Returns: A task of the outcome, which completes on any thread. It fails with ``AppLinkDataError``, and nothing
    ///   has been opened, where the data cannot be written.
    @discardableResult
    public func navigate(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<AppLinkNavigationResult> {
        run(opener, options, events, isPreview: false, cancellationToken)
    }

    /// What following the link would come to, step by step; opens nothing and posts nothing.
    ///
    /// It asks the opener instead of opening, and is as true as the system's answers are.
    ///
    /// - Parameters:
    ///   - opener: What is asked.
    ///   - options: How the link would be followed.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the outcome, which completes on any thread. It fails with ``AppLinkDataError`` where the data
    ///   cannot be written.
    public func preview(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<AppLinkNavigationResult> {
        run(opener, options, nil, isPreview: true, cancellationToken)
    }

    /// What following the link would come to; opens nothing and posts nothing.
    ///
    /// - Parameters:
    ///   - opener: What is asked.
    ///   - options: How the link would be followed.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the outcome, as ``preview(opener:options:cancellationToken:)`` has it.
    public func navigationType(
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<AppLinkNavigationType> {
        preview(opener: opener, options: options, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { $0.type }
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
            events?.post(
                .outgoing(link: appLink, type: .failure, outputURLText: nil, error: error.description)
            )
            return BoltsTask(error: error)
        }
        return BoltsTask(cancellationToken: token) {
            var run = NavigationRun(plan: plan, opener: opener, isPreview: isPreview, token: token)
            let result = try await run.run()
            try token.throwIfCancellationRequested()
            if let event = result.event { events?.post(event) }
            return result
        }
    }
}
