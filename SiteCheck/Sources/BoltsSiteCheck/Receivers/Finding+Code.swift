import BoltsBase

extension Finding {
    /// The code that fixes the finding, to paste into the app, or `nil` if no code does.
    @_spi(Bolts) public var code: [String]? {
        let isObjectiveC = file.hasSuffix(".m") || file.hasSuffix(".mm") || file.hasSuffix(".h")
        let isJava = file.hasSuffix(".java")
        switch rule {
        case .iosAppDomainMissing:
            // The project itself is named only if it has no entitlements.
            guard file.hasSuffix(".csproj"), case .domain(let domain, nil, _)? = change else { return nil }
            return Self.entitlements(domain)
        case .iosAppLinkLifecycle, .iosAppLinkCold, .iosAppLinkWarm:
            if case .scene(let isCustomScheme, let has)? = detail {
                return scene(isCustomScheme ? [.customScheme] : AppleLinkKind.allCases, has, isObjectiveC: isObjectiveC)
            }
            return rule == .iosAppLinkCold && !isObjectiveC ? Self.launchOptions : nil
        case .iosAppLinkSwiftUI: return Self.modifiers
        case .iosAppLinkUnreceived:
            switch detail {
            case .handedOn(let name):
                let framework = AppleReceiverFacts.Framework(rawValue: name)
                return framework.map { Self.handOn($0, isObjectiveC: isObjectiveC) }
            case .noViewReceiver: return Self.modifiers
            case .noApplicationReceiver: return isObjectiveC ? nil : Self.application
            case .scene(_, let has): return scene(AppleLinkKind.allCases, has, isObjectiveC: isObjectiveC)
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

    /// The methods for links that a scene's delegate lacks, and what it has to do with the options of a connection.
    private func scene(_ kinds: [AppleLinkKind], _ names: Set<String>, isObjectiveC: Bool) -> [String]? {
        let has = Set(names.compactMap(AppleReceiver.init))
        let own = isObjectiveC ? Self.objectiveCScene : Self.swiftScene
        func method(_ kind: AppleLinkKind) -> AppleReceiver { kind == .universalLink ? .sceneContinue : .sceneOpen }
        // Where only the options are not read, nothing is added to the class.
        let missing = rule == .iosAppLinkCold ? [] : kinds.map(method).filter { !has.contains($0) }
        let read = rule == .iosAppLinkWarm ? [] : kinds.filter { has.union(missing).contains(method($0)) }
        let connect = (own[.sceneConnect] ?? []).filter { line in
            guard line.contains("Options.") else { return !has.contains(.sceneConnect) }
            return read.contains { line.lowercased().contains($0.connectionMember.lowercased()) }
        }
        var code = missing.flatMap { own[$0] ?? [] }
        if !read.isEmpty { code += (has.contains(.sceneConnect) ? [Self.inConnect] : []) + connect }
        return code.isEmpty ? nil : code
    }

    private static let inConnect = "// In \(AppleReceiver.sceneConnect.rawValue):"
    private static let swiftScene: [AppleReceiver: [String]] = [
        .sceneConnect: [
            "func scene(_ scene: UIScene, willConnectTo session: UISceneSession,",
            "           options connectionOptions: UIScene.ConnectionOptions) {",
            "    connectionOptions.userActivities.forEach { self.scene(scene, continue: $0) }",
            "    self.scene(scene, openURLContexts: connectionOptions.urlContexts)", "}",
        ],
        .sceneContinue: [
            "func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {",
            "    if let url = userActivity.webpageURL { open(url) }", "}",
        ],
        .sceneOpen: [
            "func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {",
            "    contexts.forEach { open($0.url) }", "}",
        ],
    ]
    private static let objectiveCScene: [AppleReceiver: [String]] = [
        .sceneConnect: [
            "- (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session",
            "      options:(UISceneConnectionOptions *)connectionOptions {",
            "  for (NSUserActivity *a in connectionOptions.userActivities) [self scene:scene continueUserActivity:a];",
            "  [self scene:scene openURLContexts:connectionOptions.URLContexts];", "}",
        ],
        .sceneContinue: [
            "- (void)scene:(UIScene *)scene continueUserActivity:(NSUserActivity *)activity {",
            "  if (activity.webpageURL) [self open:activity.webpageURL];", "}",
        ],
        .sceneOpen: [
            "- (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)contexts {",
            "  for (UIOpenURLContext *context in contexts) [self open:context.URL];", "}",
        ],
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
        + [.sceneConnect, .sceneContinue, .sceneOpen].flatMap { swiftScene[$0] ?? [] }.map { "    \($0)" } + ["}"]
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
