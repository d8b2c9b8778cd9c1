/// The link declarations of apps, from their projects and packages: the counterpart of a site's association files.
///
/// A site names apps, and each app names hosts. A link opens an app only if both agree. ``LinkVerdict`` reads the claims with
/// the site's files, and uses them where the files alone do not decide.
public struct AppClaims: Sendable, Hashable {
    /// The Android apps; several may be variants of one app or different apps.
    public var android: [AndroidAppClaims]
    /// The apps for Apple's devices.
    public var apple: [AppleAppClaims]
    /// The association files in the apps' projects; the sites should serve the same ones.
    public var associationFiles: [ProjectAssociationFile] = []
    /// The reports of devices about their apps.
    ///
    /// Without other claims, the apps of the reports that the site names are judged.
    public var deviceReports: [DeviceReport] = []
    /// The files and folders that were given, each of which gets its own answer; at most one if all claims belong to one app.
    public var sources: [String] = []
    /// The hosts at which the apps' sources sign in on Apple's devices, with the places.
    var signInHosts: [String: SourcePlace] = [:]
    /// The hosts of https callbacks in the apps' sources for Apple's devices, with the places.
    var appleCallbacks: [String: SourcePlace] = [:]
    /// Those in the sources for Android.
    var androidCallbacks: [String: SourcePlace] = [:]
    /// Whether the apps' sources are known to use passkeys, or passwords through an interface of the system.
    var usesCredentials = false

    /// Creates claims.
    public init(android: [AndroidAppClaims] = [], apple: [AppleAppClaims] = []) {
        self.android = android
        self.apple = apple
    }

    /// Whether there is neither an app nor a device report.
    public var isEmpty: Bool { android.isEmpty && apple.isEmpty && deviceReports.isEmpty }
}

/// An association file in an app's project, to be deployed to the site.
public struct ProjectAssociationFile: Sendable, Hashable {
    /// The path of the file for people; its last part determines the platform.
    public let path: String
    /// The content.
    public let bytes: [UInt8]
    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// Creates a file.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// How close a file of an app is to what users have.
///
/// A source shows what is intended: building and signing can add to it and remove from it. If no app opens a link according to the
/// sources, the answer is an error that says so. If the sources leave a value open, or a source file is not read, the answer is
/// undecided.
public enum AppFileRank: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// A file that people write: a manifest in the sources, an entitlements file, `app.json`.
    case source
    /// A build result: a merged manifest, or a package that was built and signed here.
    case built
    /// A package that users have, taken from a device or a store.
    case delivered

    /// Whether one rank is lower than another.
    public static func < (first: AppFileRank, second: AppFileRank) -> Bool { first.rawValue < second.rawValue }
}

/// The output of a module or target.
@_spi(Bolts) public enum AppRole: String, Sendable, Hashable, CaseIterable {
    case app
    case clip = "App Clip"
    case appExtension = "extension"
    case library
    case sample
    case test
    /// An app for watches that accompanies a phone app.
    case wear

    /// Whether it is judged by default.
    public var isJudged: Bool { self == .app || self == .clip }
}
