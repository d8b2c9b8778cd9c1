#if canImport(SwiftUI)
internal import BoltsAppLinks
internal import Observation

/// The observable state of a banner.
@MainActor
@Observable
final class ReturnToReferrerModel {
    /// The text to show, or `nil` if the banner is not visible.
    private(set) var text: ReturnToReferrerText?

    /// Created with the first link, when the environment is known.
    private(set) var banner: ReturnToReferrerBanner?

    func show(_ link: AppLinkURL?, makeBanner: () -> ReturnToReferrerBanner) {
        if banner == nil {
            let newBanner = makeBanner()
            newBanner.onChange = { [weak self] in self?.text = $0.text }
            banner = newBanner
        }
        banner?.show(link)
    }
}
#endif
