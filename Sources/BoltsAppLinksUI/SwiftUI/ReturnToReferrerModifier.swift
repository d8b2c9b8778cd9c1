#if canImport(SwiftUI)
internal import BoltsAppLinks
internal import Foundation
internal import SwiftUI

/// Shows a banner above a view, and updates it with each new link.
struct ReturnToReferrerModifier: ViewModifier {
    let link: AppLinkURL?
    let options: ReturnToReferrerOptions
    let opener: (any URLOpening)?
    let events: MeasurementEventCenter
    let didNavigate: (@MainActor (AppLink, Result<AppLinkNavigationResult, any Error>) -> Void)?

    @Environment(\.openURL) private var openURL
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @State private var model = ReturnToReferrerModel()

    func body(content: Content) -> some View {
        content
            .safeAreaInset(edge: .top, spacing: 0) {
                if let text = model.text {
                    ReturnToReferrerBar(
                        text: text,
                        closeLabel: options.wording.closeLabel,
                        goBack: { model.banner?.goBack() },
                        close: { model.banner?.close() }
                    )
                    .transition(.move(edge: .top))
                }
            }
            .animation(reducesMotion ? nil : .easeInOut(duration: 0.25), value: model.text)
            .onChange(of: link, initial: true) { _, link in
                model.show(link) {
                    let banner = ReturnToReferrerBanner(
                        options: options,
                        opener: opener ?? EnvironmentOpener(openURL),
                        events: events
                    )
                    banner.didNavigate = didNavigate
                    return banner
                }
            }
    }
}
#endif
