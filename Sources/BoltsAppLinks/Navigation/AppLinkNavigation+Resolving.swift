public import BoltsTasks
public import Foundation

extension AppLinkNavigation {
    /// Finds the App Link of a URL and follows it.
    ///
    /// The call always opens something or says why not. If the link cannot be found, or not within
    /// ``AppLinkNavigationOptions/linkTimeout``, the URL itself is opened unchanged: a web URL in the browser, any other in its
    /// app. ``AppLinkNavigationResult/linkError`` says why. Nothing is opened if the policy denies the URL's scheme, or if the
    /// page rules out a web fallback and ``AppLinkNavigationOptions/withoutFallback`` obeys; the result's type is then
    /// ``AppLinkNavigationType/failure``.
    ///
    /// - Parameters:
    ///   - url: The URL that the user chose.
    ///   - extras: Values for the receiving app.
    ///   - appLinkData: Further fields of the data.
    ///   - resolver: Finds the link.
    ///   - opener: Opens the URLs.
    ///   - options: How the link is followed.
    ///   - events: The center to which the event is posted.
    ///   - clock: The clock that measures the time.
    ///   - cancellationToken: Cancels the task at once, with the work that it started. Nothing is opened after that.
    /// - Returns: A task of the outcome, which completes on any thread. It fails with the resolver's error only with
    ///   ``AppLinkNavigationOptions/WithoutLink/fail``, and with ``AppLinkDataError`` only with that option or if the page
    ///   rules out a web fallback.
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: AppLinkValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkNavigationResult> {
        let token = cancellationToken
        @Sendable func follow(
            _ plan: NavigationPlan,
            because error: (any Error)? = nil
        ) -> BoltsTask<AppLinkNavigationResult> {
            NavigationRun(plan: plan, opener: opener, isPreview: false, token: token, linkError: error).start(events)
        }
        return BoltsTask<AppLink>.timeout(after: options.linkTimeout, clock: clock, cancellationToken: token) {
            limited in
            resolver.appLink(for: url, cancellationToken: limited)
        }
        .continueWithTask(.immediate, cancellationToken: token) { found in
            guard let link = found.result else {
                // A resolver that gave up by itself found no link; the caller did not cancel.
                let error: any Error = found.error ?? CancellationError()
                return options.withoutLink == .fail
                    ? BoltsTask(error: error) : follow(NavigationPlan(url: url, options: options), because: error)
            }
            let navigation = AppLinkNavigation(appLink: link, extras: extras, appLinkData: appLinkData)
            do {
                return follow(try NavigationPlan(link: link, data: navigation.outgoingData, options: options))
            } catch {
                if options.withoutLink == .openURL {
                    if link.web.shouldFallback || options.withoutFallback == .web {
                        return follow(NavigationPlan(url: url, options: options), because: error)
                    }
                    if options.withoutFallback == .store {
                        return follow(NavigationPlan(storesOf: link, options: options), because: error)
                    }
                }
                // Posts the event of the failure.
                return navigation.navigate(
                    opener: opener,
                    options: options,
                    events: events,
                    cancellationToken: token
                )
            }
        }
    }

    /// Unavailable: pass a token to get a task; without one, `navigate(to:opener:)` is the `async` form everywhere, in a script
    /// too.
    @available(
        *,
        unavailable,
        message: "write 'try await navigate(to:opener:)', or pass a cancellationToken for a task"
    )
    @discardableResult
    public static func navigate(
        to url: URL,
        extras: [String: AppLinkValue] = [:],
        appLinkData: AppLinkData = AppLinkData(),
        resolver: any AppLinkResolving = AppLinkResolvers.default,
        opener: any URLOpening,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(),
        events: MeasurementEventCenter = .shared
    ) -> BoltsTask<AppLinkNavigationResult> {
        fatalError("unavailable")
    }
}
