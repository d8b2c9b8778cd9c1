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
    /// Expo's configuration with its name for people, if the app has a native project, to which Expo does not apply it.
    package var expoFile: String?
    /// The intent filters of ``expoFile``.
    package var expoFilters: [AndroidIntentFilter] = []
    /// The gap that may add intent filters, or `nil` if the file contains all of the build's.
    package var gap: SourceGap?
    /// The file's age, such as `3 days ago`, if it may be older than the sources; otherwise `nil`.
    package var age: String?
    /// The module of the project that builds it, with its name for people, or `nil` if the project has no modules.
    package var module: String?
    /// The unread part that may set the unknown values, or `nil` if there is none.
    package var valueGap: SourceGap?
    /// Where the sources state the values of references such as `@string/host` and `${host}`, as far as that is known.
    package var statements: [String: StatedValue] = [:]
    /// The kind of the module's output.
    @_spi(Bolts) public var role = AppRole.app
    /// Whether the manifest has `asset_statements`, by which an app shares passwords and passkeys with sites.
    var hasAssetStatements = false
    /// The activity that the launcher starts, or `nil` if the manifest has none.
    var launcher: String?
    /// Whether a device has this app installed; it may be a debug build.
    var isInstalled = false
    /// The file of ``certificates``, if it is not ``file``.
    var signed: Signed?

    /// The place in a project where the app's intent filters are written.
    package enum FilterSource: Sendable, Hashable {
        case manifest
        /// Expo's configuration, from which the build makes the manifest.
        case configuration
        /// The attributes of C# classes, from which the build makes the manifest.
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
