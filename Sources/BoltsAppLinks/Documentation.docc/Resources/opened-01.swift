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
    var body: some View {
        RecipeView(name: nil)
    }
}

struct RecipeView: View {
    let name: String?

    var body: some View {
        Text(name ?? "No recipe yet")
    }
}
