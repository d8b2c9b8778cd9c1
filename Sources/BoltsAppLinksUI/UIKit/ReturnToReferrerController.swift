#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import Foundation
public import UIKit

/// Shows a banner that leads back to the app that sent the user here, and does what a tap asks for.
///
/// Above a navigation controller, whose bar it moves down while it is there:
///
/// ```swift
/// let controller = ReturnToReferrerController(above: navigationController)
/// controller.delegate = self
/// controller.show(link)                   // an AppLinkURL, or nil
/// ```
///
/// Or anywhere else: ``view`` has a height of its own, 0 where there is nothing to show, and is placed like any view.
///
/// ```swift
/// let controller = ReturnToReferrerController()
/// stack.insertArrangedSubview(controller.view, at: 0)
/// ```
///
/// Keep it for as long as the banner may be seen.
@MainActor
public final class ReturnToReferrerController {
    /// How long it takes the banner to come and go, in seconds; 0 where the user asked for less motion.
    static let animationDuration: TimeInterval = 0.25

    /// Told when the banner leads back.
    public weak var delegate: (any ReturnToReferrerControllerDelegate)?

    /// What is shown, and what a tap does.
    ///
    /// Its closures are taken by this controller.
    public let banner: ReturnToReferrerBanner

    /// What the banner looks like.
    public let view: ReturnToReferrerView

    private weak var navigationController: UINavigationController?
    /// How much of the navigation controller's additional safe area is the banner's.
    private var addedTop: CGFloat = 0
    private var isPlacing = false
    private var animatesChanges = true

    /// Makes a controller whose ``view`` the app places.
    ///
    /// - Parameters:
    ///   - options: How the banner behaves.
    ///   - opener: What opens the way back.
    ///   - events: Where `al_ref_back_out` is posted.
    ///   - view: What the banner looks like, such as one of a nib; a new one where it is `nil`.
    public init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        opener: any URLOpening,
        events: MeasurementEventCenter = .shared,
        view: ReturnToReferrerView? = nil
    ) {
        self.banner = ReturnToReferrerBanner(options: options, opener: opener, events: events)
        self.view = view ?? ReturnToReferrerView(frame: .zero)
        self.view.delegate = self
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

    /// Makes a controller that shows its banner above a navigation controller.
    ///
    /// - Parameters:
    ///   - navigationController: Where; it is not kept alive.
    ///   - options: How the banner behaves.
    ///   - opener: What opens the way back.
    ///   - events: Where `al_ref_back_out` is posted.
    ///   - view: What the banner looks like; a new one where it is `nil`.
    public convenience init(
        above navigationController: UINavigationController,
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        opener: any URLOpening,
        events: MeasurementEventCenter = .shared,
        view: ReturnToReferrerView? = nil
    ) {
        self.init(options: options, opener: opener, events: events, view: view)
        self.navigationController = navigationController
        self.view.topInset = .always
        // The additional safe area, which is the banner's own doing, does not cover the banner.
        self.view.coveredTop = { [weak self] in Double(self?.coveredTop ?? 0) }
        self.view.onSizeChange = { [weak self] in self?.place() }
        self.view.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
    }

    // MARK: - What is shown

    /// Shows the way back of an incoming link, where it has one; else nothing is shown.
    ///
    /// - Parameter url: The link that this app was opened with, or `nil` for none.
    public func show(_ url: AppLinkURL?) {
        banner.show(url)
    }

    /// Shows a way back, where it is one; else nothing is shown.
    ///
    /// - Parameter referrerLink: The link, or `nil` for none.
    public func show(referrerLink: AppLink?) {
        banner.show(referrerLink: referrerLink)
    }

    /// Reads the URL that this app was opened with, and shows its way back.
    ///
    /// - Parameter url: The URL, or `nil` for none.
    public func show(reading url: URL?) {
        banner.show(reading: url)
    }

    /// Takes the banner away, as the user does with its cross.
    ///
    /// - Parameter animated: Whether it is seen to go.
    public func close(animated: Bool) {
        animatesChanges = animated
        defer { animatesChanges = true }
        banner.close()
    }

    /// Takes the banner out of its navigation controller, whose bar moves back to its place.
    public func removeFromNavigationController() {
        navigationController?.additionalSafeAreaInsets.top -= addedTop
        addedTop = 0
        navigationController = nil
        view.onSizeChange = nil
        view.coveredTop = nil
        view.removeFromSuperview()
    }

    // MARK: - Where it stands

    private func update() {
        if banner.isVisible {
            view.show(banner)
            animate { [self] in
                settle()
            } completion: {
            }
        } else {
            animate { [self] in
                view.show(banner)
                view.isHidden = false
                settle()
            } completion: { [self] in
                view.isHidden = !banner.isVisible
            }
        }
        UIAccessibility.post(notification: .layoutChanged, argument: nil)
    }

    private func settle() {
        if navigationController != nil {
            place()
            navigationController?.view.layoutIfNeeded()
        } else {
            view.superview?.layoutIfNeeded()
        }
    }

    /// Puts the banner at the top of the navigation controller, and its bar below the banner.
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

    /// What covers the top of the navigation controller, but for the banner's own doing.
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
    /// Goes back.
    ///
    /// - Parameter view: The banner.
    public func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) {
        banner.goBack()
    }

    /// Takes the banner away.
    ///
    /// - Parameter view: The banner.
    public func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) {
        banner.close()
    }
}
#endif
