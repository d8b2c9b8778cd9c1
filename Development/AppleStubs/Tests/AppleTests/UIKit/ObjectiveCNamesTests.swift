#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import BoltsWebView
import BoltsObjCNames
import Foundation
import Testing
import UIKit

extension ScreenTests {
    /// The banner as the documents of Bolts write it, in Swift.
    @MainActor
    @Suite struct ObjectiveCNamesTests {
        @available(*, deprecated)
        @Test func oldNamesForwardToNewOnes() {
            let screen = Screen()
            let controller = BFAppLinkReturnToRefererController(forDisplayAboveNavController: screen.navigation)
            let view: BFAppLinkReturnToRefererView = controller.view
            controller.showViewForRefererURL(URL(string: Incoming.link().inputText))
            #expect(!view.isHidden && view.frame.height == 103)
            controller.showViewForRefererAppLink(nil)
            #expect(view.isHidden)
            controller.showViewForRefererAppLink(Incoming.link().appLinkReferrer)
            #expect(!view.isHidden)
            controller.closeViewAnimated(false)
            #expect(controller.banner.isClosed && UIView.animationDurations.count == 3)
            controller.removeFromNavController()
            #expect(view.superview == nil)
            view.includeStatusBarInSize = .iOS7AndLater
            let bar: BFIncludeStatusBarInSize = view.includeStatusBarInSize
            #expect(bar == .whereCovered && view.topInset == bar)
            #expect(BFWebViewAppLinkResolver.sharedInstance().options == WebViewOptions())
        }

        /// These are the spellings with which Swift imported Bolts' headers.
        @available(*, deprecated)
        @Test func swiftsOwnSpellingsWork() {
            let screen = Screen()
            let controller = BFAppLinkReturnToRefererController(forDisplayAboveNavController: screen.navigation)
            let view = BFAppLinkReturnToRefererView(frame: .zero)
            controller.view = view
            controller.showView(forRefererURL: URL(string: Incoming.link().inputText))
            #expect(!view.isHidden && view.frame.height == 103 && view.superview === screen.navigation.view)
            controller.showView(forRefererAppLink: nil)
            #expect(view.isHidden)
            controller.showView(forRefererAppLink: Incoming.link().appLinkReferrer)
            #expect(!view.isHidden)
            view.includeStatusBarInSize = .ios7AndLater
            controller.closeView(animated: false)
            #expect(controller.banner.isClosed)
        }

        @available(*, deprecated)
        @Test func theOldDelegateIsCalled() async throws {
            for delegate in [OldDelegate(), OldDelegateOfXcode()] as [any OldCalls] {
                let screen = Screen()
                Phone.opens("notes")
                let controller = BFAppLinkReturnToRefererController(forDisplayAboveNavController: screen.navigation)
                controller.delegate = delegate
                controller.show(Incoming.link())
                controller.view.tapLink()
                try await until { delegate.calls.count == 2 }
                #expect(delegate.calls == ["will Notes", "did Notes app"])
            }
        }
    }
}

@available(*, deprecated)
@MainActor
private protocol OldCalls: BFAppLinkReturnToRefererControllerDelegate {
    var calls: [String] { get }
}

@available(*, deprecated)
private final class OldDelegate: OldCalls {
    var calls: [String] = []

    func `return`(_ controller: BFAppLinkReturnToRefererController, willNavigateTo appLink: BFAppLink) {
        calls.append("will \(appLink.targets[0].appName ?? "")")
    }

    func `return`(
        _ controller: BFAppLinkReturnToRefererController,
        didNavigateTo appLink: BFAppLink,
        type: BFAppLinkNavigationType
    ) {
        calls.append("did \(appLink.targets[0].appName ?? "") \(type)")
    }
}

/// A delegate with the methods as Xcode completed them from a header without nullability.
@available(*, deprecated)
private final class OldDelegateOfXcode: OldCalls {
    var calls: [String] = []

    func `return`(_ controller: BFAppLinkReturnToRefererController!, willNavigateTo appLink: BFAppLink!) {
        calls.append("will \(appLink.targets[0].appName ?? "")")
    }

    func `return`(
        _ controller: BFAppLinkReturnToRefererController!,
        didNavigateTo appLink: BFAppLink!,
        type: BFAppLinkNavigationType
    ) {
        calls.append("did \(appLink.targets[0].appName ?? "") \(type)")
    }
}
#endif
