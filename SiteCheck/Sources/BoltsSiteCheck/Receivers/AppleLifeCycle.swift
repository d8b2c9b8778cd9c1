/// The life cycle of an app for Apple's devices, which determines the receiver of a link.
enum AppleLifeCycle: String, Sendable, Hashable, CaseIterable {
    case appDelegate = "UIKit without scenes"
    case scenes = "UIKit with scenes"
    case swiftUI = "SwiftUI"
}

/// The kinds of links that reach an app by different methods.
package enum AppleLinkKind: String, Sendable, Hashable, CaseIterable {
    case universalLink = "universal link"
    case customScheme = "custom scheme"

    /// The member of a scene's connection options with such links.
    var connectionMember: String { self == .universalLink ? "userActivities" : "urlContexts" }

    /// The links in a member of a scene's connection options: all in an unknown member, or in the options as a whole.
    package static func inConnection(_ member: String?) -> Set<AppleLinkKind> {
        switch member {
        case "userActivities": [.universalLink]
        case "urlContexts", "URLContexts": [.customScheme]
        case "shortcutItem", "notificationResponse", "cloudKitShareMetadata", "sourceApplication": []
        default: Set(allCases)
        }
    }
}

/// The methods that the system calls for a link: the same table as in the guide *An app that is opened*.
struct AppleReceiverTable {
    struct Row: Sendable {
        let lifeCycle: AppleLifeCycle
        let link: AppleLinkKind
        /// The methods of which any receives a link that starts the app.
        let cold: [AppleReceiver]
        /// The methods of which any receives a link to a running app.
        let warm: [AppleReceiver]
    }

    static let rows: [Row] = [
        Row(
            lifeCycle: .swiftUI,
            link: .universalLink,
            cold: [.openModifier, .continueModifier, .boltsModifier],
            warm: [.openModifier, .continueModifier, .boltsModifier]
        ),
        Row(
            lifeCycle: .swiftUI,
            link: .customScheme,
            cold: [.openModifier, .boltsModifier],
            warm: [.openModifier, .boltsModifier]
        ),
        Row(lifeCycle: .scenes, link: .universalLink, cold: [.sceneConnect], warm: [.sceneContinue]),
        Row(lifeCycle: .scenes, link: .customScheme, cold: [.sceneConnect], warm: [.sceneOpen]),
        Row(
            lifeCycle: .appDelegate,
            link: .universalLink,
            cold: [.applicationContinue, .launchActivity],
            warm: [.applicationContinue]
        ),
        Row(
            lifeCycle: .appDelegate,
            link: .customScheme,
            cold: [.applicationOpen, .launchURL],
            warm: [.applicationOpen]
        ),
    ]

    static func row(_ lifeCycle: AppleLifeCycle, _ link: AppleLinkKind) -> Row? {
        rows.first { $0.lifeCycle == lifeCycle && $0.link == link }
    }
}

/// A method of an app for Apple's devices that receives links from the system.
package enum AppleReceiver: String, Sendable, Hashable, CaseIterable {
    case applicationContinue = "application(_:continue:restorationHandler:)"
    case applicationOpen = "application(_:open:options:)"
    /// The activity in the launch options.
    case launchActivity = "launchOptions[.userActivityDictionary]"
    /// The URL in the launch options.
    case launchURL = "launchOptions[.url]"
    case sceneConnect = "scene(_:willConnectTo:options:)"
    case sceneContinue = "scene(_:continue:)"
    case sceneOpen = "scene(_:openURLContexts:)"
    case openModifier = ".onOpenURL"
    case continueModifier = ".onContinueUserActivity(NSUserActivityTypeBrowsingWeb)"
    /// The modifier of BoltsAppLinksUI, which applies the two modifiers above.
    case boltsModifier = ".receivesAppLinks(into:)"
}
