public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// The logic of a banner that returns to the referring app, without its appearance.
///
/// It determines what to show, and what a tap and the close button do. `ReturnToReferrerController` shows it with UIKit and
/// `.returnToReferrerBanner(for:)` with SwiftUI; on any platform an app can draw its own.
///
/// ```swift
/// let banner = ReturnToReferrerBanner()
/// banner.onChange = { banner in draw(banner.text) }      // nil: show nothing
/// banner.show(AppLinkURL(inboundURL: url, sourceApplication: nil))
/// try await banner.goBack()                              // when the user taps it
/// ```
///
/// It calls its closures on the main actor.
@MainActor
public final class ReturnToReferrerBanner {
    package let options: ReturnToReferrerOptions

    /// Called after ``referrer`` has changed.
    public var onChange: ((ReturnToReferrerBanner) -> Void)?

    /// Called before the link back is followed.
    public var willNavigate: ((AppLink) -> Void)?

    /// Called with the outcome after the link back was followed, before the banner disappears.
    ///
    /// The outcome is a failure if the data could not be encoded; nothing was opened then.
    public var didNavigate: ((AppLink, Result<AppLinkNavigationResult, any Error>) -> Void)?

    /// Why the last link has no referrer to return to, or `nil` if it has one.
    public private(set) var absence: ReturnToReferrerError?

    private var state: ReturnToReferrerState
    private let opener: any URLOpening
    private let events: MeasurementEventCenter

    /// Creates a banner that shows nothing yet.
    ///
    /// - Parameters:
    ///   - options: The options of the banner.
    ///   - opener: Opens the link back.
    ///   - events: Receives `al_ref_back_out`, and `al_link_parse` for URLs that the banner parses.
    public init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        opener: any URLOpening,
        events: MeasurementEventCenter = .shared
    ) {
        self.options = options
        self.opener = opener
        self.events = events
        self.state = ReturnToReferrerState(staysClosed: options.staysClosed)
    }

    /// Creates a banner that shows nothing yet and opens links with the platform's opener.
    ///
    /// - Parameters:
    ///   - options: The options of the banner.
    ///   - events: Receives `al_ref_back_out`, and `al_link_parse` for URLs that the banner parses.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    public convenience init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        events: MeasurementEventCenter = .shared
    ) {
        self.init(options: options, opener: URLOpener.system, events: events)
    }

    // MARK: - State

    /// The referrer to show, or `nil` if the banner is not visible.
    public var referrer: ReturnToReferrer? { state.visibleReferrer }

    /// The text to show, or `nil` if the banner is not visible.
    public var text: ReturnToReferrerText? { referrer?.text(options.wording) }

    /// Whether there is a referrer to return to, and the banner is neither closed nor hidden.
    public var isVisible: Bool { state.isVisible }

    /// Whether the user or the app closed the banner.
    public var isClosed: Bool { state.isClosed }

    /// Whether the link back is being followed.
    package var isNavigating: Bool { state.isNavigating }

    /// Whether the app hides the banner.
    ///
    /// It does not count as closed.
    public var isHidden: Bool {
        get { state.isHidden }
        set { change { $0.isHidden = newValue } }
    }

    // MARK: - Actions

    /// Shows the referrer of an incoming link, or nothing if it has none.
    ///
    /// - Parameter url: The URL that opened this app, or `nil`.
    public func show(_ url: AppLinkURL?) {
        show(arrival: url?.arrival) { () throws(ReturnToReferrerError) in
            guard let url else { throw ReturnToReferrerError(.noReferrer) }
            return try ReturnToReferrer(url, schemePolicy: options.navigation.schemePolicy)
        }
    }

    /// Shows a link back, or nothing if the link has no referrer.
    ///
    /// - Parameter referrerLink: The link, such as `AppLinkURL.appLinkReferrer`, or `nil`.
    public func show(referrerLink: AppLink?) {
        show { () throws(ReturnToReferrerError) in
            guard let referrerLink else { throw ReturnToReferrerError(.noReferrer) }
            return try ReturnToReferrer(referrerLink, schemePolicy: options.navigation.schemePolicy)
        }
    }

    /// Parses the URL that opened this app, posts `al_link_parse`, and shows its referrer.
    ///
    /// - Parameter url: The URL, or `nil`.
    public func show(reading url: URL?) {
        show(url.map { AppLinkURL(forBackToReferrerBar: $0.absoluteString, events: events) })
    }

    /// Closes the banner, as the user does with the close button.
    ///
    /// ``ReturnToReferrerOptions/staysClosed`` says for how long.
    public func close() {
        change { $0.close() }
    }

    /// Undoes ``close()``.
    public func reopen() {
        change { $0.reopen() }
    }

    /// Follows the link back, as the user does with a tap.
    ///
    /// Has no effect if the banner is not visible or is already following the link.
    ///
    /// It calls ``willNavigate``, follows the link (which posts `al_ref_back_out`), calls ``didNavigate``, and then disappears,
    /// whatever the outcome. The banner appears again for a later link.
    ///
    /// - Parameter cancellationToken: Cancels the navigation: no further target is tried and no event is posted. The banner
    ///   still disappears, and ``didNavigate`` gets a `CancellationError`.
    /// - Returns: A task with the outcome, or `nil` if nothing was done. It completes on the main actor, after all of the
    ///   above, and fails with `AppLinkDataError` if the data could not be encoded.
    @discardableResult
    public func goBack(cancellationToken: CancellationToken) -> BoltsTask<AppLinkNavigationResult>? {
        guard let (referrer, generation) = state.beginNavigation() else { return nil }
        willNavigate?(referrer.link)
        return AppLinkNavigation(appLink: referrer.link)
            .navigate(
                opener: opener,
                options: options.navigation,
                events: events,
                cancellationToken: cancellationToken
            )
            .continueWithTask(on: .mainThread) { [self] task in
                if let outcome = task.outcome { didNavigate?(referrer.link, outcome) }
                change { $0.endNavigation(generation) }
                return task
            }
    }

    /// Follows the link back, without cancellation, as ``goBack(cancellationToken:)`` does.
    ///
    /// In `async` code, write `try await goBack()` or pass a cancellation token; the compiler says so.
    ///
    /// - Returns: A task with the outcome, or `nil` if nothing was done.
    @available(*, noasync, message: "write 'try await goBack()', or pass a cancellationToken")
    @discardableResult
    public func goBack() -> BoltsTask<AppLinkNavigationResult>? {
        goBack(cancellationToken: .none)
    }

    /// Follows the link back, from `async` code.
    ///
    /// As ``goBack(cancellationToken:)``. Cancelling the calling Swift task cancels the navigation.
    ///
    /// ```swift
    /// func returnToReferrer(_ banner: ReturnToReferrerBanner) async throws -> Bool {
    ///     try await banner.goBack()?.type == .app
    /// }
    /// ```
    ///
    /// - Returns: The outcome, or `nil` if nothing was done: the banner is not visible, or already follows the link.
    /// - Throws: `AppLinkDataError` if the data could not be encoded; `CancellationError`.
    @discardableResult
    public func goBack() async throws -> AppLinkNavigationResult? {
        try await withCancellationToken { token in
            guard let navigation = goBack(cancellationToken: token) else { return BoltsTask(result: nil) }
            return navigation.continueOnSuccessWith(.immediate) { $0 }
        }
    }

    private func show(arrival: Int? = nil, _ makeReferrer: () throws(ReturnToReferrerError) -> ReturnToReferrer) {
        do {
            let referrer = try makeReferrer()
            absence = nil
            change { $0.show(referrer, arrival: arrival) }
        } catch {
            absence = error
            change { $0.show(nil) }
        }
    }

    /// Changes the state, and calls ``onChange`` if something else is visible now.
    private func change(_ body: (inout ReturnToReferrerState) -> Void) {
        let before = state.visibleReferrer
        body(&state)
        if state.visibleReferrer != before { onChange?(self) }
    }
}
