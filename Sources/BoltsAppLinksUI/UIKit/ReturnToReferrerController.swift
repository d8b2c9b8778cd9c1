#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import Foundation
public import UIKit

/// Shows a banner that returns to the referring app.
///
/// It can be above a navigation controller, whose bar it moves down:
///
/// ```swift
/// let controller = ReturnToReferrerController(above: navigationController)
/// controller.delegate = self
/// controller.show(link)                   // an AppLinkURL, or nil
/// ```
///
/// It can also be anywhere else: place ``view`` like any view. Its intrinsic height is 0 while there is nothing to show.
///
/// ```swift
/// let controller = ReturnToReferrerController()
/// stack.insertArrangedSubview(controller.view, at: 0)
/// ```
///
/// Keep a reference to the controller while the banner may appear.
@MainActor
public final class ReturnToReferrerController {
    /// The duration in seconds in which the banner appears and disappears, unless Reduce Motion is on.
    static let animationDuration: TimeInterval = 0.25

    /// Is notified of the banner's navigations.
    public weak var delegate: (any ReturnToReferrerControllerDelegate)?

    /// The logic of the banner.
    ///
    /// The controller uses its closures.
    public let banner: ReturnToReferrerBanner

    /// The banner's view, which the app may replace with one of its own, such as one from a nib.
    public var view: ReturnToReferrerView {
        didSet {
            guard view !== oldValue else { return }
            release(oldValue)
            adopt()
            update()
        }
    }

    private weak var navigationController: UINavigationController?
    /// The part of the navigation controller's additional safe area that belongs to the banner.
    private var addedTop: CGFloat = 0
    private var isPlacing = false
    private var animatesChanges = true

    /// Creates a controller whose ``view`` the app places.
    ///
    /// - Parameters:
    ///   - options: The options of the banner.
    ///   - opener: Opens the link back.
    ///   - events: Receives `al_ref_back_out`.
    ///   - view: The banner's view, such as one from a nib, or `nil` for a new one.
    public init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        opener: any URLOpening,
        events: MeasurementEventCenter = .shared,
        view: ReturnToReferrerView? = nil
    ) {
        self.banner = ReturnToReferrerBanner(options: options, opener: opener, events: events)
        self.view = view ?? ReturnToReferrerView(frame: .zero)
        adopt()
        banner.onChange = { [weak self] _ in self?.update() }
        banner.willNavigate = { [weak self] link in
            guard let self else { return }
            delegate?.returnToReferrerController(self, willNavigateTo: link)
        }
        banner.didNavigate = { [weak self] link, outcome in
            guard let self else { return }
            delegate?.returnToReferrerController(self, didNavigateTo: link, outcome: outcome)
        }
    }

    /// Creates a controller that shows its banner above a navigation controller.
    ///
    /// - Parameters:
    ///   - navigationController: The navigation controller, which is referenced weakly.
    ///   - options: The options of the banner.
    ///   - opener: Opens the link back.
    ///   - events: Receives `al_ref_back_out`.
    ///   - view: The banner's view, or `nil` for a new one.
    public convenience init(
        above navigationController: UINavigationController,
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        opener: any URLOpening,
        events: MeasurementEventCenter = .shared,
        view: ReturnToReferrerView? = nil
    ) {
        self.init(options: options, opener: opener, events: events, view: view)
        self.navigationController = navigationController
        adopt()
    }

    /// Starts to use the view as the banner's view.
    private func adopt() {
        view.delegate = self
        guard navigationController != nil else { return }
        view.topInset = .always
        // The value excludes the additional safe area, which the banner itself added.
        view.coveredTop = { [weak self] in Double(self?.coveredTop ?? 0) }
        view.onSizeChange = { [weak self] in self?.place() }
        view.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
    }

    /// Stops using a view as the banner's view.
    private func release(_ view: ReturnToReferrerView) {
        view.delegate = nil
        view.onSizeChange = nil
        view.coveredTop = nil
        // A view that the app has placed stays where it is, and shows nothing.
        if navigationController != nil { view.removeFromSuperview() } else { view.isHidden = true }
    }

    // MARK: - Content

    /// Shows the referrer of an incoming link, or nothing if it has none.
    ///
    /// - Parameter url: The URL that opened this app, or `nil`.
    public func show(_ url: AppLinkURL?) {
        banner.show(url)
    }

    /// Shows a link back, or nothing if the link has no referrer.
    ///
    /// - Parameter referrerLink: The link, or `nil`.
    public func show(referrerLink: AppLink?) {
        banner.show(referrerLink: referrerLink)
    }

    /// Parses the URL that opened this app, posts `al_link_parse`, and shows its referrer.
    ///
    /// - Parameter url: The URL, or `nil`.
    public func show(reading url: URL?) {
        banner.show(reading: url)
    }

    /// Closes the banner, as the user does with the close button.
    ///
    /// - Parameter animated: Whether it disappears with an animation.
    public func close(animated: Bool) {
        animatesChanges = animated
        defer { animatesChanges = true }
        banner.close()
    }

    /// Removes the banner from its navigation controller, whose bar moves back up.
    public func removeFromNavigationController() {
        navigationController?.additionalSafeAreaInsets.top -= addedTop
        addedTop = 0
        navigationController = nil
        view.onSizeChange = nil
        view.coveredTop = nil
        view.removeFromSuperview()
    }

    // MARK: - Placement

    private func update() {
        if banner.isVisible {
            view.show(banner)
            animate { [self] in
                layOut()
            } completion: {
            }
        } else {
            animate { [self] in
                view.show(banner)
                view.isHidden = false
                layOut()
            } completion: { [self] in
                view.isHidden = !banner.isVisible
            }
        }
        UIAccessibility.post(notification: .layoutChanged, argument: nil)
    }

    private func layOut() {
        if navigationController != nil {
            place()
            navigationController?.view.layoutIfNeeded()
        } else {
            view.superview?.layoutIfNeeded()
        }
    }

    /// Places the banner at the top of the navigation controller, and the navigation bar below it.
    private func place() {
        guard let navigationController, !isPlacing else { return }
        isPlacing = true
        defer { isPlacing = false }
        let host: UIView = navigationController.view
        if view.superview !== host { host.addSubview(view) }
        let covered = coveredTop
        let height = view.height(forWidth: host.bounds.width)
        view.frame = CGRect(x: 0, y: 0, width: host.bounds.width, height: height)
        let top = max(0, height - covered)
        if top != addedTop {
            let difference = top - addedTop
            addedTop = top
            navigationController.additionalSafeAreaInsets.top += difference
        }
        host.bringSubviewToFront(view)
    }

    /// The top safe area of the navigation controller without the part that the banner added.
    private var coveredTop: CGFloat {
        guard let navigationController else { return 0 }
        return max(0, navigationController.view.safeAreaInsets.top - addedTop)
    }

    private func animate(_ changes: @escaping @MainActor () -> Void, completion: @escaping @MainActor () -> Void) {
        let isOnScreen = view.window != nil || navigationController?.view.window != nil
        guard animatesChanges, isOnScreen, !UIAccessibility.isReduceMotionEnabled else {
            changes()
            return completion()
        }
        UIView.animate(withDuration: Self.animationDuration, animations: changes) { _ in completion() }
    }
}

extension ReturnToReferrerController: ReturnToReferrerViewDelegate {
    /// Follows the link back.
    ///
    /// - Parameter view: The banner's view.
    public func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) {
        banner.goBack()
    }

    /// Closes the banner.
    ///
    /// - Parameter view: The banner's view.
    public func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) {
        banner.close()
    }
}
#endif
