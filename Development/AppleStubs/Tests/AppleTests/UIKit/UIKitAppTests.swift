#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import Testing
import UIKit

@testable import UIKitApp

extension ScreenTests {
    /// Tests the example in Examples/AppleApps, from the link that opens it to the way back.
    @MainActor
    @Suite(.tags(.l9)) struct UIKitAppTests {
        @Test func appConfiguresItsSceneDelegate() {
            let configuration = AppDelegate().application(
                UIApplication.shared,
                configurationForConnecting: UISceneSession(),
                options: UIScene.ConnectionOptions()
            )
            #expect(configuration.delegateClass == SceneDelegate.self)
            #expect(configuration.role == .windowApplication)
        }

        private func connect(_ url: String, _ delegate: SceneDelegate) throws -> UINavigationController {
            _ = Screen()
            Phone.opens("notes")
            let context = UIOpenURLContext(given: try #require(URL(string: url)))
            delegate.scene(
                UIWindowScene(),
                willConnectTo: UISceneSession(),
                options: UIScene.ConnectionOptions(contexts: [context])
            )
            return try #require(delegate.window?.rootViewController as? UINavigationController)
        }

        private func banner(in navigation: UINavigationController) throws -> ReturnToReferrerView {
            try #require(navigation.view.subviews.compactMap { $0 as? ReturnToReferrerView }.first)
        }

        @Test func launchLinkIsShownWithBanner() async throws {
            let delegate = SceneDelegate()
            let navigation = try connect(Incoming.link().inputText, delegate)
            #expect(navigation.topViewController?.title != nil)
            let view = try banner(in: navigation)
            #expect(!view.isHidden && view.frame.height == 103)
            view.tapLink()
            try await until { view.isHidden }
            #expect(Phone.opened.map(\.url.scheme) == ["notes"])
            #expect(navigation.additionalSafeAreaInsets.top == 0)
        }

        @Test func theSameLinkShowsTheBannerAgain() async throws {
            let delegate = SceneDelegate()
            let text = Incoming.link().inputText
            let navigation = try connect(text, delegate)
            let view = try banner(in: navigation)
            for visit in 1...2 {
                #expect(!view.isHidden)
                view.tapLink()
                try await until { view.isHidden }
                #expect(Phone.opened.count == visit)
                let context = UIOpenURLContext(given: try #require(URL(string: text)))
                delegate.scene(UIWindowScene(), openURLContexts: [context])
            }
            #expect(!view.isHidden)
        }

        @Test func aLinkReachesTheWindowThatItOpensIn() throws {
            let (first, second) = (SceneDelegate(), SceneDelegate())
            let one = try connect("recipes://1/soup", first)
            let other = try connect("recipes://1/salad", second)
            let cake = UIOpenURLContext(given: try #require(URL(string: "recipes://1/cake")))
            second.scene(UIWindowScene(), openURLContexts: [cake])
            #expect(one.topViewController?.title == "soup")
            #expect(other.topViewController?.title == "cake")
        }

        @Test func laterLinkReplacesTheFirst() throws {
            let delegate = SceneDelegate()
            let navigation = try connect("recipes://1/soup", delegate)
            #expect(navigation.topViewController?.title == "soup")
            let next = try #require(URL(string: "https://recipes.example/cake"))
            let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
            activity.webpageURL = next
            delegate.scene(UIWindowScene(), continue: activity)
            #expect(navigation.topViewController?.title == "cake")
            let link = UIOpenURLContext(given: try #require(URL(string: Incoming.link(name: "Mail").inputText)))
            delegate.scene(UIWindowScene(), openURLContexts: [link])
            #expect(try banner(in: navigation).label.text == "Touch to return to Mail")
        }
    }
}
#endif
