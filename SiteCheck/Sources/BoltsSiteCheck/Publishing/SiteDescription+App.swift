extension SiteDescription {
    /// An app: its name, and its identity on each platform.
    public struct App: Sendable, Hashable {
        /// The name for people; rules refer to the app by it.
        public var name: String
        /// The app on iPhone and iPad, or `nil` if there is none.
        public var apple: AppleApp?
        /// The app on Android, or `nil` if there is none.
        public var android: AndroidApp?
        /// The app on Windows, or `nil` if there is none.
        public var windows: WindowsApp?
        /// Whether the app is for testing: the files name it, but the tags of pages do not.
        public var isStaging: Bool

        /// Creates an app.
        public init(
            name: String,
            apple: AppleApp? = nil,
            android: AndroidApp? = nil,
            windows: WindowsApp? = nil,
            isStaging: Bool = false
        ) {
            self.name = name
            self.apple = apple
            self.android = android
            self.windows = windows
            self.isStaging = isStaging
        }

        /// The platforms that the app is on.
        public var platforms: [Platform] {
            Platform.allCases.filter { platform in
                switch platform {
                case .apple: apple != nil
                case .android: android != nil
                case .windows: windows != nil
                }
            }
        }
    }

    /// An app on iPhone and iPad.
    public struct AppleApp: Sendable, Hashable {
        /// The devices that an app runs on.
        public enum Devices: String, Sendable, Hashable, CaseIterable {
            /// iPhone and iPad.
            case all
            /// iPhone only.
            case iphone
            /// iPad only.
            case ipad
        }

        /// The application identifier prefix, ten capital letters and digits; usually the team's id.
        public var team: String
        /// The bundle identifier.
        public var bundle: String
        /// The digits of the app's page in the App Store, or `nil` if it is not in the store.
        public var appStore: String?
        /// The app's URL scheme, without a colon, or `nil` if it has none.
        public var scheme: String?
        /// The devices that the app runs on.
        public var devices: Devices
        /// The prefixes of other teams that sign the app with the same bundle identifier.
        public var otherTeams: [String]
        /// Whether the app offers the site's passwords and passkeys.
        public var offersSignIn: Bool
        /// The bundle identifier of the app's App Clip, or `nil` if it has none.
        public var clip: String?

        /// Creates an app on Apple's platforms.
        public init(
            team: String,
            bundle: String,
            appStore: String? = nil,
            scheme: String? = nil,
            devices: Devices = .all,
            otherTeams: [String] = [],
            offersSignIn: Bool = false,
            clip: String? = nil
        ) {
            self.team = team
            self.bundle = bundle
            self.appStore = appStore
            self.scheme = scheme
            self.devices = devices
            self.otherTeams = otherTeams
            self.offersSignIn = offersSignIn
            self.clip = clip
        }

        /// The app's identifier in Apple's file.
        public var identifier: String { "\(team).\(bundle)" }

        /// The identifiers of the app for all its teams; the one for ``team`` comes first.
        public var identifiers: [String] { teams.map { "\($0).\(bundle)" } }

        var teams: [String] { [team] + otherTeams }
    }

    /// An app on Android.
    public struct AndroidApp: Sendable, Hashable {
        /// The application id.
        public var package: String
        /// The SHA-256 fingerprints of its signing certificates: Play App Signing's, and the upload key's if builds are
        /// installed directly.
        public var fingerprints: [String]
        /// The app's URL scheme, without a colon, or `nil` if it has none.
        public var scheme: String?
        /// Whether the app is in the Play Store.
        public var isInPlayStore: Bool
        /// Whether the site tells Android 15 and newer which paths open, in addition to the app's manifest.
        public var writesDynamicRules: Bool
        /// Whether the app offers the site's passwords and passkeys.
        public var offersSignIn: Bool
        /// Whether pages name the app in an `android-app:` alternate; Google's search no longer reads it, but other readers
        /// may.
        public var writesAlternates: Bool

        /// Creates an app on Android.
        public init(
            package: String,
            fingerprints: [String],
            scheme: String? = nil,
            isInPlayStore: Bool = false,
            writesDynamicRules: Bool = true,
            offersSignIn: Bool = false,
            writesAlternates: Bool = false
        ) {
            self.package = package
            self.fingerprints = fingerprints
            self.scheme = scheme
            self.isInPlayStore = isInPlayStore
            self.writesDynamicRules = writesDynamicRules
            self.offersSignIn = offersSignIn
            self.writesAlternates = writesAlternates
        }
    }

    /// An app on Windows.
    public struct WindowsApp: Sendable, Hashable {
        /// The package family name, as `Get-AppxPackage` prints it.
        public var packageFamily: String
        /// The app's URL scheme, without a colon, or `nil` if it has none.
        public var scheme: String?
        /// The id of the app in App Links tags, a GUID, or `nil` if it has none.
        public var id: String?

        /// Creates an app on Windows.
        public init(packageFamily: String, scheme: String? = nil, id: String? = nil) {
            self.packageFamily = packageFamily
            self.scheme = scheme
            self.id = id
        }
    }
}
