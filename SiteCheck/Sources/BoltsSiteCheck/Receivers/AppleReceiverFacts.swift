/// The facts that determine the life cycle of an app for Apple's devices, except for the methods in its sources.
package struct AppleReceiverFacts: Sendable, Hashable {
    package enum Entry: Sendable, Hashable {
        case swiftUI(SourcePlace)
        case uiKit(SourcePlace)
        case appKit(SourcePlace)
        /// A program of .NET MAUI without `ContinueUserActivity`, where its app is built, and whether code elsewhere may take
        /// links: a package, or another project.
        case maui(SourcePlace, mayTakeElsewhere: Bool)
        /// Unknown, with the reason as a clause.
        case unknown(String)
    }

    /// `UIApplicationSceneManifest` of the app's Info.plist.
    package enum Manifest: Sendable, Hashable {
        case absent
        /// The manifest exists but configures no window scene.
        case empty
        /// The delegate classes of window scenes; an unknown one is `nil`.
        case classes([String?])
        /// A build setting removes the configurations in the file.
        case overwritten
        /// Unknown, with the reason as a clause.
        case unknown(String)
    }

    /// The languages or frameworks other than Swift and Objective-C in which an app is written or receives links.
    package enum Framework: String, Sendable, Hashable, CaseIterable {
        case reactNative = "React Native"
        case expo = "Expo"
        case flutter = "Flutter"
        case capacitor = "Capacitor"
        case cordova = "Cordova"
        case maui = ".NET MAUI"
        case unity = "Unity"
        case kotlinMultiplatform = "Kotlin Multiplatform"

        /// How an app delegate gives it a universal link, or `nil` if that is not known.
        var handOn: String? {
            switch self {
            case .flutter, .expo: "Return what super returns: \(rawValue) takes the link there."
            case .reactNative, .capacitor: "Give the link to \(rawValue) in that method."
            case .maui: "Take the link in the events of the life cycle, where the app is built."
            case .cordova, .unity, .kotlinMultiplatform: nil
            }
        }
    }

    package struct SDK: Sendable, Hashable {
        /// The lowest and the highest major version that the files name.
        package let versions: ClosedRange<Int>
        package let text: String

        package init(versions: ClosedRange<Int>, text: String) {
            self.versions = versions
            self.text = text
        }
    }

    package var entry: Entry
    package var manifest: Manifest
    /// The manifest's file for people, or `nil` if there is none.
    package var informationFile: String?
    package var frameworks: Set<Framework> = []
    package var sdk: SDK?
    package var flutter: FlutterFacts?
    /// The version of React Native, or `nil` if it is unknown.
    package var reactNative: FrameworkVersion?
    /// `FlutterDeepLinkingEnabled`, or `nil` if it is not set.
    package var flutterDeepLinking: Bool?
    /// Whether the app is only for the Mac.
    package var isMacOnly = false

    /// Whether the app for Android names hosts of web links, which the app for Apple's devices should then open too.
    package var hasHostsOnAndroid = false

    package init(entry: Entry, manifest: Manifest) {
        self.entry = entry
        self.manifest = manifest
    }
}
