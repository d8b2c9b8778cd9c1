#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation
import Testing
import UIKit

extension ScreenTests {
    @MainActor
    @Suite(.tags(.l9)) struct ReturnToReferrerControllerTests {
        private let screen = Screen()
        private let opener = RecordingOpener(installed: ["notes"])
        private let events = MeasurementEventCenter(notificationCenter: nil)

        private func above() -> ReturnToReferrerController {
            ReturnToReferrerController(above: screen.navigation, opener: opener, events: events)
        }

        @Test func bannerMovesNavigationBarDown() {
            let controller = above()
            controller.show(Incoming.link())
            #expect(controller.view.superview === screen.navigation.view)
            #expect(controller.view.frame == CGRect(x: 0, y: 0, width: 390, height: 59 + 44))
            #expect(screen.navigation.additionalSafeAreaInsets.top == 44)
            #expect(screen.navigation.view.safeAreaInsets.top == 103)
            // The banner's own safe area does not make it taller, however often it is updated.
            controller.view.tellSafeAreaInsetsDidChange()
            screen.layOut()
            #expect(controller.view.frame.height == 103)
            #expect(screen.navigation.additionalSafeAreaInsets.top == 44)
        }

        @Test func rotationAndLargerTextMoveTheBarAgain() {
            let controller = above()
            screen.navigation.additionalSafeAreaInsets.top = 10
            controller.show(Incoming.link())
            #expect(screen.navigation.additionalSafeAreaInsets.top == 54)
            screen.window.covered.top = 0
            screen.window.tellSafeAreaInsetsDidChange()
            #expect(controller.view.frame.height == 54)
            screen.enlargeText()
            #expect(controller.view.frame.height == 59)
            #expect(screen.navigation.additionalSafeAreaInsets.top == 59)
        }

        @Test func closingRestoresTheBarAndLasts() {
            let controller = above()
            controller.show(Incoming.link())
            controller.view.tapClose()
            #expect(controller.banner.isClosed && controller.view.isHidden)
            #expect(controller.view.frame.height == 0)
            #expect(screen.navigation.additionalSafeAreaInsets.top == 0)
            controller.show(Incoming.link(name: "Mail"))
            #expect(controller.view.isHidden && screen.navigation.additionalSafeAreaInsets.top == 0)
        }

        @Test func animationsLastAQuarterSecondUnlessReduced() {
            let controller = above()
            controller.show(Incoming.link())
            controller.show(nil as AppLinkURL?)
            #expect(UIView.animationDurations == [0.25, 0.25])
            #expect(UIAccessibility.posted == [.layoutChanged, .layoutChanged])
            UIAccessibility.reducesMotion = true
            controller.show(Incoming.link())
            #expect(UIView.animationDurations.count == 2 && !controller.view.isHidden)
            UIAccessibility.reducesMotion = false
            controller.close(animated: false)
            #expect(UIView.animationDurations.count == 2 && controller.view.isHidden && controller.banner.isClosed)
        }

        @Test func tapCallsDelegateNavigatesAndDisappears() async throws {
            let controller = above()
            let delegate = Told(opener: opener)
            controller.delegate = delegate
            controller.show(Incoming.link())
            await withCheckedContinuation { done in
                delegate.onDid = { done.resume() }
                controller.view.tapLink()
            }
            #expect(delegate.told == ["will 0 true", "did app 1 true"])
            // The banner collapses in the same turn of the main actor.
            #expect(!controller.banner.isVisible && !controller.banner.isClosed)
            #expect(controller.view.isHidden && screen.navigation.additionalSafeAreaInsets.top == 0)
            controller.show(referrerLink: Incoming.link(name: "Mail").appLinkReferrer)
            #expect(controller.view.label.text == "Touch to return to Mail")
        }

        @Test func removingRestoresTheNavigationController() {
            let controller = above()
            screen.navigation.additionalSafeAreaInsets.top = 10
            controller.show(Incoming.link())
            controller.removeFromNavigationController()
            #expect(controller.view.superview == nil)
            #expect(screen.navigation.additionalSafeAreaInsets.top == 10)
            controller.show(Incoming.link(name: "Mail"))
            #expect(screen.navigation.additionalSafeAreaInsets.top == 10 && controller.view.superview == nil)
        }

        @Test func viewPlacedByTheAppHasIntrinsicHeight() {
            let view = ReturnToReferrerView(frame: .zero)
            let controller = ReturnToReferrerController(opener: opener, events: events, view: view)
            #expect(controller.view === view)
            view.frame = CGRect(x: 0, y: 0, width: 390, height: 0)
            screen.window.addSubview(view)
            controller.show(reading: URL(string: Incoming.link().inputText))
            #expect(view.intrinsicContentSize.height == 103 && !view.isHidden)
            controller.close(animated: true)
            #expect(view.intrinsicContentSize.height == 0 && view.isHidden)
        }

        @Test func controllerIsNotRetained() {
            weak var gone: ReturnToReferrerController?
            do {
                let controller = above()
                gone = controller
                controller.show(Incoming.link())
            }
            #expect(gone == nil)
        }
    }
}

@MainActor
private final class Told: ReturnToReferrerControllerDelegate {
    let opener: RecordingOpener
    var told: [String] = []
    var onDid: (() -> Void)?

    init(opener: RecordingOpener) { self.opener = opener }

    func returnToReferrerController(_ controller: ReturnToReferrerController, willNavigateTo appLink: AppLink) {
        told.append("will \(opener.openedURLs.count) \(controller.banner.isVisible)")
    }

    func returnToReferrerController(
        _ controller: ReturnToReferrerController,
        didNavigateTo appLink: AppLink,
        outcome: Result<AppLinkNavigationResult, any Error>
    ) {
        let type = (try? outcome.get())?.type == .app ? "app" : "other"
        told.append("did \(type) \(opener.openedURLs.count) \(controller.banner.isVisible)")
        onDid?()
    }
}
#endif
