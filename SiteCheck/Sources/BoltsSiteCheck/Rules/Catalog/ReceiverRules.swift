/// The rules about whether an app's code receives a link from the system.
extension AssociationRule {
    static let receiverRules: [AssociationRule] = [
        .iosAppLinkLifecycle, .iosAppLinkCold, .iosAppLinkWarm, .iosAppSceneOverwritten, .iosAppLinkSwiftUI,
        .iosAppLinkUnreceived, .iosAppSceneRequired, .flutterAppLinkDouble, .androidAppLinkWarm, .androidAppLinkNav,
        .androidAppLinkSuper, .androidAppLinkTask,
    ]

    private static let sceneMigration = Evidence(
        .appleDocumentation,
        "Transitioning to the UIKit scene-based life cycle"
    )
    private static let sceneLinks = Evidence(.appleDocumentation, "Supporting universal links in your app")
    private static let newIntent = Evidence(.googleDocumentation, "Activity.onNewIntent")

    static let iosAppLinkLifecycle = Severity.warning.rule(
        "ios-app-link-lifecycle",
        summary: "The app has scenes, but only its app delegate has a method for links.",
        reason: "With scenes, iOS 13 and later call the scene's delegate, and never these methods of the app delegate.",
        fix:
            "Add scene(_:continue:) to the scene's delegate, or scene(_:openURLContexts:) for a scheme, and read the options of "
            + "scene(_:willConnectTo:options:).",
        evidence: [sceneMigration, sceneLinks]
    )

    static let iosAppLinkCold = Severity.warning.rule(
        "ios-app-link-cold",
        summary: "The app has scenes, but nothing reads the options with which a scene connects.",
        reason: "A link that starts the app is only in these options: the app starts and shows its first screen.",
        fix:
            "Pass connectionOptions.userActivities and connectionOptions.urlContexts of "
            + "scene(_:willConnectTo:options:) on to the code that takes later links.",
        evidence: [sceneLinks]
    )

    static let iosAppLinkWarm = Severity.warning.rule(
        "ios-app-link-warm",
        summary: "The app has scenes, but no method for a link to the running app.",
        reason: "The options of scene(_:willConnectTo:options:) have only the link that starts the app.",
        fix: "Add scene(_:continue:) to the scene's delegate, or scene(_:openURLContexts:) for a scheme.",
        evidence: [sceneLinks]
    )

    static let iosAppSceneOverwritten = Severity.warning.rule(
        "ios-app-scene-overwritten",
        summary: "A build setting empties the scene configurations of the app's Info.plist.",
        reason:
            "INFOPLIST_KEY_UIApplicationSceneManifest_Generation writes a manifest without configurations over that "
            + "of the file, so the scene's delegate is not used.",
        fix: "Remove INFOPLIST_KEY_UIApplicationSceneManifest_Generation from the target's build settings.",
        evidence: [.init(.observed, "swift-build: InfoPlistProcessorTaskAction")]
    )

    static let iosAppLinkSwiftUI = Severity.warning.rule(
        "ios-app-link-swiftui",
        summary: "The app uses SwiftUI, but only its app delegate has a method for links.",
        reason: "SwiftUI hands links to modifiers and never to these methods of the adapted app delegate.",
        fix:
            "Add .onOpenURL and .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) to the view of the window, and do there "
            + "what the method does.",
        evidence: [
            .init(.appleDocumentation, "onOpenURL(perform:)"),
            .init(.observed, "Apple's developer forums: threads 762526, 746362, 651234"),
        ]
    )

    static let iosAppLinkUnreceived = Severity.warning.rule(
        "ios-app-link-unreceived",
        summary: "The app names hosts for links, but no method in its sources takes one.",
        reason: "The link opens the app, which shows its first screen.",
        fix: "Add the method of the app's life cycle: the guide An app that is opened has a table of them.",
        evidence: [sceneLinks, .init(.convention, "our own conclusion")]
    )

    static let iosAppSceneRequired = Severity.note.rule(
        "ios-app-scene-required",
        summary: "The app has no scenes, and does not start when it is built with the iOS 27 SDK.",
        reason:
            "Its methods for links move to a scene's delegate with the scenes. It is a warning where the project's builds are known "
            + "to use that SDK.",
        fix:
            "Write UIApplicationSceneManifest with a configuration into the Info.plist, and add a scene's delegate that makes the "
            + "window and has the methods for links.",
        evidence: [sceneMigration]
    )

    static let flutterAppLinkDouble = Severity.warning.rule(
        "flutter-app-link-double",
        summary: "A plugin and Flutter's own receiver both take the app's links.",
        reason: "A link is handled twice: a second screen opens, or one that does not exist.",
        fix:
            "Set flutter_deeplinking_enabled to false in the Android manifest and FlutterDeepLinkingEnabled to false in the "
            + "Info.plist.",
        evidence: [.init(.observed, "Flutter: breaking changes, deep links flag")]
    )

    static let androidAppLinkWarm = Severity.warning.rule(
        "android-app-link-warm",
        summary: "An activity that is used again has no onNewIntent.",
        reason:
            "A link to the running app comes to onNewIntent and not to onCreate: the app comes to the front and shows what it had.",
        fix: "Override onNewIntent: call setIntent(intent), and go where the link leads.",
        evidence: [newIntent, .init(.googleDocumentation, "activity: launchMode")]
    )

    static let androidAppLinkNav = Severity.warning.rule(
        "android-app-link-nav",
        summary: "An activity with deep links of the Navigation library is used again, and hands no new intent to it.",
        reason:
            "The library reads the intent once, when the graph is set; a link to the running app comes to onNewIntent.",
        fix: "Call navController.handleDeepLink(intent) in onNewIntent, or leave launchMode at standard.",
        evidence: [.init(.googleDocumentation, "Navigation: create a deep link for a destination"), newIntent]
    )

    static let androidAppLinkSuper = Severity.warning.rule(
        "android-app-link-super",
        summary: "An activity overrides onNewIntent of a framework and does not call it.",
        reason: "The framework's method hands the link to the app's code, which waits for it.",
        fix: "Call super.onNewIntent(intent) first.",
        evidence: [.init(.observed, "React Native, Flutter and Capacitor: onNewIntent of their activities")]
    )

    static let androidAppLinkTask = Severity.note.rule(
        "android-app-link-task",
        summary: "The app's first activity takes links, and may start a second time inside another app.",
        reason:
            "With launchMode standard or singleTop, an app that opens a link without a new task, such as a mail or chat app, gets an "
            + "instance of its own.",
        fix: "Write android:launchMode=\"singleTask\" in the activity, and take the link in onNewIntent too.",
        evidence: [
            .init(.googleDocumentation, "Tasks and the back stack"),
            .init(.googleDocumentation, "activity: launchMode"),
        ]
    )
}
