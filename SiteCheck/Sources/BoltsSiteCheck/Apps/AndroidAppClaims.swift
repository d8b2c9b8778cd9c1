/// An Android app's link declarations: its package, its intent filters and its signing certificates.
public struct AndroidAppClaims: Sendable, Hashable {
    /// The package name (the application id), or `nil` if part of it is unknown.
    public var package: String? {
        get { id.known }
        set { id = newValue.map { SourceText($0) } ?? .unstated }
    }
    /// The package name, as far as it is known.
    @_spi(Bolts) public var id: SourceText
    /// The file's name for people.
    public var file: String
    /// How close the file is to what users have.
    public var rank: AppFileRank
    /// The lowest API level on which the app can be installed, or `nil` if it is not known.
    public var minimumSDK: Int?
    /// The API level that the app targets, or `nil` if it is not known.
    public var targetSDK: Int?
    /// The intent filters of activities and aliases that may accept links, in the order of the manifest; `nil` if the file has
    /// no information about filters.
    public var filters: [AndroidIntentFilter]?
    /// The certificates of the package's signers, or `nil` if the file is not signed.
    public var certificates: [AppCertificate]?
    /// Whether the package is a bundle for a store, which signs the packages for users with another key.
    public var isBundle: Bool
    /// The build variant, such as `debug`, or `nil` if there is only one.
    public var variant: String?
    package var filterSource = FilterSource.manifest
    /// What may add intent filters and is not read, or `nil` if the file contains all that the build has.
    package var gap: SourceGap?
    /// How long ago the file was built, such as `3 days ago`, where it may be older than the sources, or `nil` if nothing is to be
    /// said of it.
    package var age: String?
    /// The module of the project that builds it, as it is shown to people, or `nil` if the project has no modules.
    package var module: String?
    /// What may set the values that are not known, and is not read, or `nil` if nothing is left out.
    package var valueGap: SourceGap?
    /// The kind of the module's output.
    @_spi(Bolts) public var role = AppRole.app
    /// Whether a device has this app installed; it may be a debug build.
    var isInstalled = false
    /// What ``certificates`` are of, if they are of another file than ``file``.
    var signed: Signed?

    /// Where a project writes the intent filters of its app.
    package enum FilterSource: Sendable, Hashable {
        case manifest
        /// Expo's configuration, of which the build makes the manifest.
        case configuration
        /// Attributes of C# classes, of which the build makes the manifest.
        case attributes
    }

    struct Signed: Sendable, Hashable {
        let file: String
        let rank: AppFileRank
        let isInstalled: Bool
    }

    /// Creates claims.
    public init(
        package: String?,
        file: String,
        rank: AppFileRank,
        filters: [AndroidIntentFilter]? = nil,
        certificates: [AppCertificate]? = nil,
        isBundle: Bool = false,
        variant: String? = nil
    ) {
        id = package.map { SourceText($0) } ?? .unstated
        self.file = file
        self.rank = rank
        self.filters = filters
        self.certificates = certificates
        self.isBundle = isBundle
        self.variant = variant
    }
}

/// A certificate that signs an Android package.
public struct AppCertificate: Sendable, Hashable {
    /// The SHA-256 fingerprint in the form of `assetlinks.json`: 32 octets in capital hexadecimal digits, with colons.
    public let fingerprint: String
    /// Whether it is a debug certificate, which Android's build tools create for each machine.
    public let isDebug: Bool

    /// Creates a certificate.
    public init(fingerprint: [UInt8], isDebug: Bool = false) {
        let digits = Array("0123456789ABCDEF")
        self.fingerprint = fingerprint.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined(separator: ":")
        self.isDebug = isDebug
    }
}
