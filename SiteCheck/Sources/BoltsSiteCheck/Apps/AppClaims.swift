/// What apps say of links, as their projects and packages show it: the other side of a site's association files.
///
/// A site names apps, and each app names hosts. A link opens an app only where both agree. ``LinkVerdict`` takes the claims
/// beside the site's files and decides by them what a site alone leaves open.
public struct AppClaims: Sendable, Hashable {
    /// The Android apps; several are variants of one app or different apps.
    public var android: [AndroidAppClaims]
    /// The apps for Apple's devices.
    public var apple: [AppleAppClaims]
    /// The association files that the apps' projects keep, of which the sites should serve the same.
    public var associationFiles: [ProjectAssociationFile] = []
    /// What devices say of the apps on them.
    ///
    /// Without any other claims the apps of the reports are judged that the site names.
    public var deviceReports: [DeviceReport] = []
    /// The files and folders that were given, each of which is answered; one or none if all claims are of one app.
    public var sources: [String] = []

    /// Creates claims.
    public init(android: [AndroidAppClaims] = [], apple: [AppleAppClaims] = []) {
        self.android = android
        self.apple = apple
    }

    /// Whether there is neither an app nor the report of a device.
    public var isEmpty: Bool { android.isEmpty && apple.isEmpty && deviceReports.isEmpty }
}

/// An association file in the project of an app, as it is meant to be deployed.
public struct ProjectAssociationFile: Sendable, Hashable {
    /// The path of the file, as it is shown to people; its last part says for which platform it is.
    public let path: String
    /// The content.
    public let bytes: [UInt8]

    /// Creates a file.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// How near a file of an app is to what users have.
///
/// A source shows what is wanted: building and signing can add to it and take away. That a host is absent from it proves
/// nothing of the built app, and is a warning. Where a link is asked for that no app opens then, the answer is that no app
/// opens it as far as the sources say, which is an error; where the sources leave a value open, or a file of them is not
/// read, nothing is decided.
public enum AppFileRank: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// A file that a person writes: a manifest of the sources, an entitlements file, `app.json`.
    case source
    /// A result of building: a merged manifest, a package that was built and signed here.
    case built
    /// A package as users have it: taken from a device or a store.
    case delivered

    /// Whether one rank is below another.
    public static func < (first: AppFileRank, second: AppFileRank) -> Bool { first.rawValue < second.rawValue }
}

/// What a module or a target of a project makes.
@_spi(Bolts) public enum AppRole: String, Sendable, Hashable, CaseIterable {
    case app
    case clip = "App Clip"
    case appExtension = "extension"
    case library
    case sample
    case test
    /// An app for watches, beside one for phones.
    case wear

    /// Whether it is judged without being asked for.
    public var isJudged: Bool { self == .app || self == .clip }
}
