import BoltsAppLinks
import BoltsAppLinksUI
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
    @State private var inbox = AppLinkInbox()
    @State private var link: AppLinkURL?

    var body: some View {
        RecipeView(name: link?.targetURL?.lastPathComponent)
            .returnToReferrerBanner(for: link)
            .receivesAppLinks(into: inbox)
            .handlesExternalEvents(preferring: ["*"], allowing: ["*"])
            .task {
                for await link in inbox.links { self.link = link }
            }
    }
}

struct RecipeView: View {
    let name: String?

    var body: some View {
        Text(name ?? "No recipe yet")
    }
}
