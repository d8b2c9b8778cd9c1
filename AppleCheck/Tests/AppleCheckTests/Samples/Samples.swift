import BoltsAppLinks
import BoltsAppLinksUI
import BoltsBrowsers
import BoltsTasks
import Foundation
import SwiftUI
import WebKit

// The samples of the documentation comments; Scripts/check-samples.py holds the two against each other.

@MainActor
enum WebSamples {
    static func options() -> WebViewAppLinkResolver {
        var options = WebViewOptions()
        options.patience = .seconds(2)
        let resolver = WebViewAppLinkResolver(options: options)
        return resolver
    }

    static func resolving(_ url: URL) {
        let resolver = FallbackAppLinkResolver([HTTPAppLinkResolver(), WebViewAppLinkResolver()])
        resolver.appLink(for: url).continueOnSuccessWith(.mainThread) { link in
            print(link)
        }
    }
}

struct ContentView: View {
    let link: AppLinkURL?
    var body: some View { Text(verbatim: link?.targetURLText ?? "") }
}

struct RootView: View {
    @State private var link: AppLinkURL?
    var body: some View {
        ContentView(link: link)
            .returnToReferrerBanner(for: link)
    }
}

struct RecipesApp: App {
    private let inbox = AppLinkInbox()
    var body: some Scene {
        WindowGroup { RootView().receivesAppLinks(into: inbox) }
    }
}

struct FollowButton: View {
    @Environment(\.openURL) private var openURL
    let link: AppLink
    var body: some View {
        Button("Open") { AppLinkNavigation(appLink: link).navigate(opener: EnvironmentOpener(openURL)) }
    }
}
