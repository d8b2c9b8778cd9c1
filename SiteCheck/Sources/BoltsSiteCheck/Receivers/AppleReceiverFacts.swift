/// What determines the life cycle of an app for Apple's devices, other than the methods of its sources.
package struct AppleReceiverFacts: Sendable, Hashable {
    package enum Entry: Sendable, Hashable {
        case swiftUI(SourcePlace)
        case uiKit(SourcePlace)
        case appKit(SourcePlace)
        /// Why it is not known, as a clause.
        case unknown(String)
    }

    /// `UIApplicationSceneManifest` of the app's Info.plist.
    package enum Manifest: Sendable, Hashable {
        case absent
        /// It exists, without a configuration of a window's scene.
        case empty
        /// The classes of the window's scenes; an unknown one is `nil`.
        case classes([String?])
        /// A build setting empties the configurations of the file.
        case overwritten
        /// Why it is not known, as a clause.
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
    }

    package struct SDK: Sendable, Hashable {
        /// The lowest and the highest major version that are named.
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

    package init(entry: Entry, manifest: Manifest) {
        self.entry = entry
        self.manifest = manifest
    }
}
