#if canImport(SwiftUI)
internal import BoltsAppLinks
internal import Observation

/// What SwiftUI watches of a banner.
@MainActor
@Observable
final class ReturnToReferrerModel {
    /// What the banner says, or `nil` where it is not to be seen.
    private(set) var text: ReturnToReferrerText?

    /// Made with the first link, when the environment is known.
    private(set) var banner: ReturnToReferrerBanner?

    func show(_ link: AppLinkURL?, making make: () -> ReturnToReferrerBanner) {
        if banner == nil {
            let made = make()
            made.onChange = { [weak self] in self?.text = $0.text }
            banner = made
        }
        banner?.show(link)
    }
}
#endif
