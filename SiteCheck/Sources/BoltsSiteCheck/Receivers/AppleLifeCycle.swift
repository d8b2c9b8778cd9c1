/// How an app for Apple's devices lives, which decides whom the system hands a link to.
package enum AppleLifeCycle: String, Sendable, Hashable, CaseIterable {
    case appDelegate = "UIKit without scenes"
    case scenes = "UIKit with scenes"
    case swiftUI = "SwiftUI"
}

/// The kinds of links that reach an app by different methods.
package enum AppleLinkKind: String, Sendable, Hashable, CaseIterable {
    case universalLink = "universal link"
    case customScheme = "custom scheme"
}

/// Which methods the system calls for a link: the table that the guide *An app that is opened* has too.
package struct AppleReceiverTable {
    package struct Row: Sendable {
        package let lifeCycle: AppleLifeCycle
        package let link: AppleLinkKind
        /// Any of them takes a link that starts the app.
        package let cold: [AppleReceiver]
        /// Any of them takes a link to an app that runs.
        package let warm: [AppleReceiver]
    }

    package static let rows: [Row] = [
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

    /// The row of a life cycle and a kind of link.
    static func row(_ lifeCycle: AppleLifeCycle, _ link: AppleLinkKind) -> Row? {
        rows.first { $0.lifeCycle == lifeCycle && $0.link == link }
    }
}
