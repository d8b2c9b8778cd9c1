#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import UIKit

/// Initializers with the application's opener, which app extensions do not have.
@available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
@available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
@available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
extension ReturnToReferrerController {
    /// Creates a controller whose ``view`` the app places.
    ///
    /// - Parameters:
    ///   - options: The options of the banner.
    ///   - events: Receives `al_ref_back_out`.
    ///   - view: The banner's view, such as one from a nib, or `nil` for a new one.
    public convenience init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        events: MeasurementEventCenter = .shared,
        view: ReturnToReferrerView? = nil
    ) {
        self.init(options: options, opener: ApplicationOpener(), events: events, view: view)
    }

    /// Creates a controller that shows its banner above a navigation controller.
    ///
    /// - Parameters:
    ///   - navigationController: The navigation controller, which is referenced weakly.
    ///   - options: The options of the banner.
    ///   - events: Receives `al_ref_back_out`.
    ///   - view: The banner's view, or `nil` for a new one.
    public convenience init(
        above navigationController: UINavigationController,
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        events: MeasurementEventCenter = .shared,
        view: ReturnToReferrerView? = nil
    ) {
        self.init(
            above: navigationController,
            options: options,
            opener: ApplicationOpener(),
            events: events,
            view: view
        )
    }
}
#endif
