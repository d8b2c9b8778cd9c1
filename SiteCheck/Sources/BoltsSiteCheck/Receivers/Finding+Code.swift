import BoltsBase

extension Finding {
    /// The code that fixes the finding, to paste into the app, or `nil` if no code does.
    @_spi(Bolts) public var code: [String]? {
        let isObjectiveC = file.hasSuffix(".m") || file.hasSuffix(".mm") || file.hasSuffix(".h")
        let isJava = file.hasSuffix(".java")
        switch rule {
        case .iosAppDomainMissing:
            // The project itself is named only if it has no entitlements.
            guard file.hasSuffix(".csproj"), case .domain(let domain, nil)? = change else { return nil }
            return Self.entitlements(domain)
        case .iosAppLinkLifecycle: return isObjectiveC ? Self.objectiveCScene : Self.connecting() + Self.warm()
        case .iosAppLinkCold:
            if isObjectiveC { return nil }
            guard case .scene(_, let continues, let opens)? = detail else { return Self.launchOptions }
            return Self.connecting(continues: continues, opens: opens)
        case .iosAppLinkWarm:
            guard !isObjectiveC, case .scene(_, let continues, let opens)? = detail else { return nil }
            return Self.warm(continues: continues, opens: opens)
        case .iosAppLinkSwiftUI: return Self.modifiers
        case .iosAppLinkUnreceived:
            switch detail {
            case .handedOn(let name):
                let framework = AppleReceiverFacts.Framework(rawValue: name)
                return framework.map { Self.handOn($0, isObjectiveC: isObjectiveC) }
            case .noViewReceiver: return Self.modifiers
            case .noApplicationReceiver: return isObjectiveC ? nil : Self.application
            case .scene(_, let continues, let opens):
                if isObjectiveC { return opens ? Self.objectiveCScene.dropLast(3) : Self.objectiveCScene }
                return Self.connecting() + Self.warm(continues: continues, opens: opens)
            default: return nil
            }
        case .iosAppSceneRequired: return detail == .ofFramework ? nil : Self.manifest + Self.delegate
        case .androidAppLinkWarm: return isJava ? Self.javaIntent : Self.intent
        case .androidAppLinkNav: return isJava ? nil : Self.navigation
        case .androidAppLinkSuper: return ["super.onNewIntent(intent)\(isJava ? ";" : "")"]
        default: return nil
        }
    }

    /// The method of an app delegate that gives a framework a universal link.
    private static func handOn(_ framework: AppleReceiverFacts.Framework, isObjectiveC: Bool) -> [String] {
        if framework == .maui { return maui }
        let isSuper = framework == .flutter || framework == .expo
        if isObjectiveC {
            let manager = framework == .reactNative ? "RCTLinkingManager" : "ApplicationDelegateProxy.shared"
            return (framework == .reactNative ? ["#import <React/RCTLinkingManager.h>"] : []) + [
                "- (BOOL)application:(UIApplication *)application",
                "continueUserActivity:(NSUserActivity *)userActivity restorationHandler:",
                "    (void (^)(NSArray<id<UIUserActivityRestoring>> *))restorationHandler {",
                "  return [\(isSuper ? "super" : manager) application:application",
                "      continueUserActivity:userActivity restorationHandler:restorationHandler];",
                "}",
            ]
        }
        let receiver =
            isSuper
            ? "super" : framework == .reactNative ? "RCTLinkingManager" : "ApplicationDelegateProxy.shared"
        let call = [
            "return \(receiver).application(application, continue: userActivity,",
            "    restorationHandler: restorationHandler)",
        ]
        return isSuper ? call : [application[0], application[1]] + call.map { "    \($0)" } + ["}"]
    }

    private static func entitlements(_ domain: String) -> [String] {
        [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<plist version=\"1.0\">", "<dict>",
            "  <key>com.apple.developer.associated-domains</key>",
            "  <array>", "    <string>\(domain.htmlEscaped())</string>", "  </array>",
            "</dict>", "</plist>",
        ]
    }

    private static let maui = [
        "builder.ConfigureLifecycleEvents(events => {",
        "#if IOS || MACCATALYST",
        "  static bool Take(Foundation.NSUserActivity? activity) {",
        "    if (activity?.WebPageUrl is not { } url) return false;",
        "    Application.Current?.SendOnAppLinkRequestReceived(new Uri(url.ToString()));",
        "    return true;",
        "  }",
        "  events.AddiOS(ios => ios",
        "    .FinishedLaunching((app, data) => Take(app.UserActivity))",
        "    .ContinueUserActivity((app, activity, handler) => Take(activity))",
        "    .SceneWillConnect((scene, session, options) =>",
        "      Take(options.UserActivities.ToArray().FirstOrDefault()))",
        "    .SceneContinueUserActivity((scene, activity) => Take(activity)));",
        "#endif",
        "});",
    ]

    /// For `scene(_:willConnectTo:options:)`, before the root view is made; the keys are those that RCTLinkingManager reads.
    private static let launchOptions = [
        "var launch: [UIApplication.LaunchOptionsKey: Any] = [:]",
        "launch[.url] = connectionOptions.urlContexts.first?.url",
        "if let activity = connectionOptions.userActivities.first {",
        "    launch[.userActivityDictionary] = [",
        "        UIApplication.LaunchOptionsKey.userActivityType: activity.activityType,",
        "        \"UIApplicationLaunchOptionsUserActivityKey\": activity,",
        "    ] as [AnyHashable: Any]",
        "}",
        "// Then RCTBridge(delegate: appDelegate, launchOptions: launch), or startReactNative(…, launchOptions: launch).",
    ]
    /// Calls the methods for a running app that the class has.
    private static func connecting(continues: Bool = true, opens: Bool = true) -> [String] {
        let activities = "    options.userActivities.forEach { self.scene(scene, continue: $0) }"
        let contexts = "    self.scene(scene, openURLContexts: options.urlContexts)"
        return [
            "func scene(_ scene: UIScene, willConnectTo session: UISceneSession,",
            "           options: UIScene.ConnectionOptions) {",
        ] + (continues ? [activities] : []) + (opens ? [contexts] : []) + ["}"]
    }

    /// The methods for a running app that the class does not have.
    private static func warm(continues: Bool = false, opens: Bool = false) -> [String] {
        let activity = [
            "func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {",
            "    if let url = userActivity.webpageURL { open(url) }",
            "}",
        ]
        let contexts = [
            "func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {",
            "    contexts.forEach { open($0.url) }",
            "}",
        ]
        return (continues ? [] : activity) + (opens ? [] : contexts)
    }
    private static let objectiveCScene = [
        "- (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session",
        "      options:(UISceneConnectionOptions *)options {",
        "  for (NSUserActivity *activity in options.userActivities)",
        "    [self scene:scene continueUserActivity:activity];",
        "  [self scene:scene openURLContexts:options.URLContexts];",
        "}",
        "- (void)scene:(UIScene *)scene continueUserActivity:(NSUserActivity *)activity {",
        "  if (activity.webpageURL) [self open:activity.webpageURL];",
        "}",
        "- (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)contexts {",
        "  for (UIOpenURLContext *context in contexts) [self open:context.URL];",
        "}",
    ]
    private static let application = [
        "func application(_ application: UIApplication, continue userActivity: NSUserActivity,",
        "                 restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void) -> Bool {",
        "    guard let url = userActivity.webpageURL else { return false }",
        "    open(url)",
        "    return true",
        "}",
    ]
    private static let modifiers = [
        ".onOpenURL { url in open(url) }",
        ".onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in",
        "    if let url = activity.webpageURL { open(url) }",
        "}",
    ]
    private static let manifest = [
        "<key>UIApplicationSceneManifest</key>",
        "<dict><key>UISceneConfigurations</key>",
        "<dict><key>UIWindowSceneSessionRoleApplication</key>",
        "<array><dict><key>UISceneDelegateClassName</key>",
        "<string>$(PRODUCT_MODULE_NAME).SceneDelegate</string></dict></array></dict></dict>",
    ]
    private static let delegate =
        [
            "final class SceneDelegate: UIResponder, UIWindowSceneDelegate {",
            "    // Make the window in the method below, unless the manifest names a storyboard.",
            "    var window: UIWindow?",
        ]
        + (connecting() + warm()).map { "    \($0)" } + ["}"]
    private static let intent = [
        "override fun onNewIntent(intent: Intent) {",
        "    super.onNewIntent(intent)",
        "    setIntent(intent)",
        "    intent.data?.let { open(it) }",
        "}",
    ]
    private static let javaIntent = [
        "@Override",
        "protected void onNewIntent(Intent intent) {",
        "    super.onNewIntent(intent);",
        "    setIntent(intent);",
        "    if (intent.getData() != null) open(intent.getData());",
        "}",
    ]
    private static let navigation = [
        "override fun onNewIntent(intent: Intent) {",
        "    super.onNewIntent(intent)",
        "    navController.handleDeepLink(intent)",
        "}",
    ]
}
