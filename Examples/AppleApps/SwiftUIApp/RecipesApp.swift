import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation
import SwiftUI

@main
struct RecipesApp: App {
    var body: some Scene {
        WindowGroup {
            RootView()
        }
    }
}

struct RootView: View {
    // Each window has its own inbox, so that a link reaches the window that the system opened it in.
    @State private var inbox = AppLinkInbox()
    @State private var link: AppLinkURL?

    var body: some View {
        RecipeView(url: link?.targetURL)
            .returnToReferrerBanner(for: link)
            .receivesAppLinks(into: inbox)
            // A link opens in a window that is there; without this, iPad and Mac open another one for it.
            .handlesExternalEvents(preferring: ["*"], allowing: ["*"])
            .task {
                for await link in inbox.links { self.link = link }
            }
    }
}

struct RecipeView: View {
    let url: URL?

    var body: some View {
        VStack {
            Text(url?.lastPathComponent ?? "No recipe yet")
            Button("Buy the ingredients", action: buy)
        }
    }

    /// Into the shop's app where it is installed, or to its page; either can lead back here.
    private func buy() {
        guard let shop = URL(string: "https://shop.example/ingredients") else { return }
        AppLinkNavigation.navigate(
            to: shop,
            extras: ["recipe": .string(url?.absoluteString ?? "")],
            appLinkData: AppLinkNavigation.callbackAppLinkData(appName: "Recipes", urlText: "recipes://back"),
            cancellationToken: .none
        )
    }
}
