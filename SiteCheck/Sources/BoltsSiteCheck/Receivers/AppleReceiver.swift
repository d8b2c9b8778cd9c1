/// A method of an app for Apple's devices to which the system hands a link.
package enum AppleReceiver: String, Sendable, Hashable, CaseIterable {
    case applicationContinue = "application(_:continue:restorationHandler:)"
    case applicationOpen = "application(_:open:options:)"
    /// The activity of the options with which the app is launched.
    case launchActivity = "launchOptions[.userActivityDictionary]"
    /// The URL of the options with which the app is launched.
    case launchURL = "launchOptions[.url]"
    case sceneConnect = "scene(_:willConnectTo:options:)"
    case sceneContinue = "scene(_:continue:)"
    case sceneOpen = "scene(_:openURLContexts:)"
    case openModifier = ".onOpenURL"
    case continueModifier = ".onContinueUserActivity(NSUserActivityTypeBrowsingWeb)"
    /// The modifier of BoltsAppLinksUI, which has both.
    case boltsModifier = ".receivesAppLinks(into:)"
}
