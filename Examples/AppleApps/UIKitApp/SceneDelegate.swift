import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import UIKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    // Links wait here until there is a screen to show them on.
    private let inbox = AppLinkInbox()
    private var banner: ReturnToReferrerController?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        // The link that launched the app, which the system reports only here.
        inbox.receive(connectionOptions)

        guard let scene = scene as? UIWindowScene else { return }
        let recipe = RecipeViewController()
        let navigation = UINavigationController(rootViewController: recipe)
        let window = UIWindow(windowScene: scene)
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        self.window = window

        let banner = ReturnToReferrerController(above: navigation)
        self.banner = banner
        inbox.setHandler { @MainActor link in
            recipe.show(link.targetURL)
            banner.show(link)
        }
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        inbox.receive(URLContexts)
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        inbox.receive(userActivity)
    }
}
