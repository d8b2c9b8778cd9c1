#if canImport(UIKit) && !os(watchOS)
public import BoltsAppLinks
public import UIKit

/// The same with the opener of this app, which an app extension does not have.
@available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
@available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
@available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
extension ReturnToReferrerController {
    /// Makes a controller whose ``view`` the app places.
    ///
    /// - Parameters:
    ///   - options: How the banner behaves.
    ///   - events: Where `al_ref_back_out` is posted.
    ///   - view: What the banner looks like, such as one of a nib; a new one where it is `nil`.
    public convenience init(
        options: ReturnToReferrerOptions = ReturnToReferrerOptions(),
        events: MeasurementEventCenter = .shared,
        view: ReturnToReferrerView? = nil
    ) {
        self.init(options: options, opener: ApplicationOpener(), events: events, view: view)
    }

    /// Makes a controller that shows its banner above a navigation controller.
    ///
    /// - Parameters:
    ///   - navigationController: Where; it is not kept alive.
    ///   - options: How the banner behaves.
    ///   - events: Where `al_ref_back_out` is posted.
    ///   - view: What the banner looks like; a new one where it is `nil`.
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
