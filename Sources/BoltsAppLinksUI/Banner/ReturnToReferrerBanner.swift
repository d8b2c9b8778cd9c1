public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// The banner that leads back to the app that sent the user here, without its looks (rule L9).
///
/// It knows whether there is something to show, what it says, and what a tap and closing do. A face draws it:
/// `ReturnToReferrerController` for UIKit and `.returnToReferrerBanner(for:)` for SwiftUI, in `BoltsAppLinksUI`, or one of
/// the app's own, on any platform.
///
/// ```swift
/// let banner = ReturnToReferrerBanner()
/// banner.onChange = { banner in draw(banner.text) }      // nil: nothing to show
/// banner.show(AppLinkURL(inboundURL: url, sourceApplication: nil))
/// banner.goBack()                                        // as the user taps it
/// ```
///
/// It lives on the main actor, as screens do, and calls every closure there.
@MainActor
public final class ReturnToReferrerBanner {
    /// How it behaves.
    public let options: ReturnToReferrerOptions

    /// Called after what is to be shown has changed.
    public var onChange: ((ReturnToReferrerBanner) -> Void)?

    /// Called before the way back is taken.
    public var willNavigate: ((AppLink) -> Void)?

    /// Called when the way back was taken, with what it came to, and before the banner collapses.
    ///
    /// A failure means that nothing was opened because the data to send along could not be written.
    public var didNavigate: ((AppLink, Result<AppLinkNavigationResult, any Error>) -> Void)?

    /// Why the last link that was shown offers no way back, or `nil` where it does.
    public private(set) var absence: ReturnToReferrerError?

    private var state: ReturnToReferrerState
    private let opener: any URLOpening
    private let events: MeasurementEventCenter

    /// Makes a banner that shows nothing yet.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - opener: What opens the way back.
    ///   - events: Where `al_ref_back_out` is posted, and `al_link_parse` for links that are read here.
    public init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        opener: any URLOpening,
        events: MeasurementEventCenter = .shared
    ) {
        self.options = options
        self.opener = opener
        self.events = events
        self.state = ReturnToReferrerState(closing: options.closing)
    }

    /// Makes a banner that shows nothing yet, and whose way back this platform's opener opens.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - events: Where `al_ref_back_out` is posted, and `al_link_parse` for links that are read here.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    public convenience init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        events: MeasurementEventCenter = .shared
    ) {
        self.init(options: options, opener: URLOpener.system, events: events)
    }

    // MARK: - What it shows

    /// What there is to show now, or `nil` where the banner is not to be seen.
    public var referrer: ReturnToReferrer? { state.visible }

    /// What it says now, or `nil` where it is not to be seen.
    public var text: ReturnToReferrerText? { referrer?.text(options.wording) }

    /// Whether it is to be seen: someone to lead back to, not closed, not hidden.
    public var isVisible: Bool { state.isVisible }

    /// Whether it was closed, by the user or the app.
    public var isClosed: Bool { state.isClosed }

    /// Whether the way back is being taken.
    public var isNavigating: Bool { state.isNavigating }

    /// Whether the app keeps it from being seen, whatever else holds.
    public var isHidden: Bool {
        get { state.isHidden }
        set { change { $0.isHidden = newValue } }
    }

    // MARK: - What happens to it

    /// Shows the way back of an incoming link, where it has one; else nothing is shown.
    ///
    /// - Parameter url: The link that this app was opened with, or `nil` for none.
    public func show(_ url: AppLinkURL?) {
        offer { () throws(ReturnToReferrerError) in
            guard let url else { throw ReturnToReferrerError(.noReferrer) }
            return try ReturnToReferrer(url, schemePolicy: options.navigation.schemePolicy)
        }
    }

    /// Shows a way back, where it is one; else nothing is shown.
    ///
    /// - Parameter referrerLink: The link, as ``AppLinkURL/appLinkReferrer`` has it, or `nil` for none.
    public func show(referrerLink: AppLink?) {
        offer { () throws(ReturnToReferrerError) in
            guard let referrerLink else { throw ReturnToReferrerError(.noReferrer) }
            return try ReturnToReferrer(referrerLink, schemePolicy: options.navigation.schemePolicy)
        }
    }

    /// Reads the URL that this app was opened with, posts `al_link_parse` as read for the banner, and shows its way back.
    ///
    /// - Parameter url: The URL, or `nil` for none.
    public func show(reading url: URL?) {
        show(url.map { AppLinkURL(forBackToReferrerBar: $0.absoluteString, events: events) })
    }

    /// Takes the banner away, as the user asks for with its cross.
    ///
    /// ``ReturnToReferrerOptions/closing`` says for how long.
    public func close() {
        change { $0.close() }
    }

    /// Lets a banner that was closed be seen again.
    public func reopen() {
        change { $0.reopen() }
    }

    /// Takes the way back, as the user asks for with a tap; does nothing where nothing is shown, or while it is being taken.
    ///
    /// ``willNavigate`` is called, the link is followed, which posts `al_ref_back_out`, ``didNavigate`` is called, and the
    /// banner collapses, whatever it came to: a later link is shown again.
    ///
    /// - Returns: A task of the outcome, which completes on the main actor when all this is done; `nil` where there was
    ///   nothing to do. It fails with ``AppLinkDataError`` where the data to send along could not be written.
    @discardableResult
    public func goBack() -> BoltsTask<AppLinkNavigationResult>? {
        guard let (referrer, showing) = state.tap() else { return nil }
        willNavigate?(referrer.link)
        return AppLinkNavigation(appLink: referrer.link)
            .navigate(opener: opener, options: options.navigation, events: events)
            .continueWithTask(.mainThread) { [self] task in
                if let outcome = task.outcome { didNavigate?(referrer.link, outcome) }
                change { $0.didNavigate(showing) }
                return task
            }
    }

    private func offer(_ make: () throws(ReturnToReferrerError) -> ReturnToReferrer) {
        do {
            let referrer = try make()
            absence = nil
            change { $0.show(referrer) }
        } catch {
            absence = error
            change { $0.show(nil) }
        }
    }

    /// Changes what is known, and tells where something else is to be seen.
    private func change(_ body: (inout ReturnToReferrerState) -> Void) {
        let before = state.visible
        body(&state)
        if state.visible != before { onChange?(self) }
    }
}
