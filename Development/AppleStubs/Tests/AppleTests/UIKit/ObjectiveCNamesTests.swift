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
        @Test
        func oldNamesForwardToNewOnes() {
            let screen = Screen()
            let controller = BFAppLinkReturnToRefererController(forDisplayAboveNavController: screen.navigation)
            let view: BFAppLinkReturnToRefererView = controller.view
            controller.showViewForRefererURL(URL(string: Incoming.link().inputText))
            #expect(!view.isHidden && view.frame.height == 92)
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
    }
}
#endif
