public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

@MainActor open class UIScene: UIResponder {
    @MainActor open class OpenURLOptions: NSObject {
        open var sourceApplication: String? { sender }

        // Tests set these declarations.
        private let sender: String?
        public init(sender: String?) { self.sender = sender }
    }

    @MainActor open class ConnectionOptions: NSObject {
        open var urlContexts: Set<UIOpenURLContext> { contexts }
        open var userActivities: Set<NSUserActivity> { activities }

        // Tests set these declarations.
        private let contexts: Set<UIOpenURLContext>
        private let activities: Set<NSUserActivity>
        public init(contexts: Set<UIOpenURLContext> = [], activities: Set<NSUserActivity> = []) {
            self.contexts = contexts
            self.activities = activities
        }
    }
}

@MainActor open class UIOpenURLContext: NSObject {
    open var url: URL { given }
    open var options: UIScene.OpenURLOptions { UIScene.OpenURLOptions(sender: sender) }

    // Tests set these declarations.
    private let given: URL
    private let sender: String?
    public init(given: URL, sender: String? = nil) {
        self.given = given
        self.sender = sender
    }
}

@MainActor open class UISceneSession: NSObject {
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    open var role: Role { .windowApplication }
}

@MainActor open class UISceneConfiguration: NSObject {
    open private(set) var name: String?
    open private(set) var role: UISceneSession.Role
    open var delegateClass: AnyClass?

    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        self.role = sessionRole
    }
}

@MainActor open class UIWindowScene: UIScene {}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
    public static func main() {}
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}
