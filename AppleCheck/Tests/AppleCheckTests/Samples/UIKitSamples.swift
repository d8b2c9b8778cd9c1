#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation
import UIKit

// The samples of the documentation comments; Scripts/check-samples.py holds the two against each other.

final class Links: UIResponder, UISceneDelegate {
    let inbox = AppLinkInbox()
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        inbox.receive(options)  // the app was opened by the link
    }
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        inbox.receive(contexts)  // it was running already
    }
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        inbox.receive(userActivity)  // and the link is a universal one
    }
}

@MainActor
enum TappedView {
    @MainActor static let banner = ReturnToReferrerBanner()

    final class Screen: ReturnToReferrerViewDelegate {
        func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) { banner.goBack() }
        func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) { banner.close() }
    }
}

@MainActor
enum Followed {
    static func sayThatNothingOpened() {}

    final class Screen: ReturnToReferrerControllerDelegate {
        func returnToReferrerController(
            _ controller: ReturnToReferrerController,
            didNavigateTo appLink: AppLink,
            outcome: Result<AppLinkNavigationResult, any Error>
        ) {
            if case .success(let result) = outcome, result.type == .failure { sayThatNothingOpened() }
        }
    }
}

@MainActor
final class Showing: ReturnToReferrerViewDelegate, ReturnToReferrerControllerDelegate {
    func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) {}
    func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) {}

    func showView(_ banner: ReturnToReferrerBanner) {
        let view = ReturnToReferrerView(frame: .zero)
        view.delegate = self
        view.show(banner)
    }

    func showAbove(_ navigationController: UINavigationController, _ link: AppLinkURL?) {
        let controller = ReturnToReferrerController(above: navigationController)
        controller.delegate = self
        controller.show(link)  // an AppLinkURL, or nil
    }

    func showIn(_ stack: UIStackView) {
        let controller = ReturnToReferrerController()
        stack.insertArrangedSubview(controller.view, at: 0)
    }

    func follow(_ link: AppLink) {
        AppLinkNavigation(appLink: link).navigate(opener: ApplicationOpener())
    }
}
#endif
