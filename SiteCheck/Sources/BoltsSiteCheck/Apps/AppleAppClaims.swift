public import Foundation

/// The link declarations of an app for Apple's devices: its identifier and the domains of its entitlement.
public struct AppleAppClaims: Sendable, Hashable {
    /// A provisioning profile that is embedded in an app.
    public struct Profile: Sendable, Hashable {
        /// The file's name for people.
        public var file: String
        /// Whether it allows the entitlement for associated domains.
        public var allowsAssociatedDomains: Bool
        /// The app identifier that it is for; a star at its end matches anything.
        public var identifier: String?
        /// The profile's expiration date, or `nil` if that is not known.
        public var expirationDate: Date?

        /// Creates a profile.
        public init(
            file: String,
            allowsAssociatedDomains: Bool,
            identifier: String? = nil,
            expirationDate: Date? = nil
        ) {
            self.file = file
            self.allowsAssociatedDomains = allowsAssociatedDomains
            self.identifier = identifier
            self.expirationDate = expirationDate
        }
    }

    /// What the options of `xcodebuild -exportArchive` say about an app.
    package struct Exported: Sendable, Hashable {
        package let team: String
        package let file: String

        package init(team: String, file: String) {
            self.team = team
            self.file = file
        }
    }

    package enum DomainSource: Sendable, Hashable {
        case entitlements
        /// The project names no entitlements for the target; `unused` is the path of an entitlements file that no target names,
        /// in the form of the build setting.
        case project(unused: String?)
        /// The project names entitlements for the target in another configuration only.
        case otherConfiguration
        /// There are no entitlements, and a .NET build uses the file with this path in the project once it exists.
        case usualFile(String)
        /// Expo's configuration, from which the build makes the entitlements.
        case configuration
    }

    /// The app identifier with its prefix, or `nil` if part of it is unknown.
    public var identifier: String? {
        get { id.known }
        set { id = newValue.map { SourceText($0) } ?? .unstated }
    }
    /// The bundle identifier, or `nil` if part of it is unknown.
    public var bundleIdentifier: String? {
        get { bundle.known }
        set { bundle = newValue.map { SourceText($0) } ?? .unstated }
    }
    /// The identifier of the team that signs the app, or `nil` if it is not known.
    public var teamIdentifier: String?
    /// The app identifier, as far as it is known.
    @_spi(Bolts) public var id: SourceText
    /// The bundle identifier, as far as it is known.
    @_spi(Bolts) public var bundle = SourceText.unstated
    /// The kind of the target's output.
    @_spi(Bolts) public var role = AppRole.app
    /// Whether the entitlements make the app a browser, which cannot receive universal links.
    package var isBrowser = false
    /// The values of `com.apple.developer.associated-domains` as written, or `nil` if they are unknown; empty for a signed app
    /// without the entitlement.
    public var domains: [String]?
    package var domainSource = DomainSource.entitlements
    /// The entitlement's values with unknown parts, as written; they are not in ``domains``.
    package var unresolvedDomains: [String] = []
    /// Where the project states the settings that are hosts of ``domains``, as far as that is known.
    package var statements: [String: StatedValue] = [:]
    /// A key that nearly matches that of the domains but that nothing reads, or `nil` if there is none.
    package var misspelledKey: String?
    /// Whether the entitlement is one string instead of an array.
    package var hasDomainsAsText = false
    /// The kinds of devices that these claims apply to, or `nil` if they apply to those without other claims of the app.
    package var devices: Set<LinkDevice>?
    /// The gap that may add domains, or `nil` if the file contains all of the build's.
    package var gap: SourceGap?
    /// The SDK with which the app was built, such as `iphoneos26.2`, or `nil` if it is not known.
    package var sdkName: String?
    /// The file's name for people.
    public var file: String
    /// How close the file is to what users have.
    public var rank: AppFileRank
    /// The project of the target, with its name for people, or `nil` if the file is not a project.
    package var project: String?
    /// The domains of an entitlements file in the project that no target uses.
    package var unusedDomains: [String] = []
    /// That file, with its name for people, if the target has other entitlements.
    package var unusedFile: String?
    /// Expo's configuration with its name for people, if the app has a native project, to which Expo does not apply it.
    package var expoFile: String?
    /// The domains of ``expoFile``.
    package var expoDomains: [String] = []
    /// The team of the options with which the app is exported, and their file with its name for people.
    package var exported: Exported?
    /// The target of the project, or `nil` if the file is not a project.
    public var target: String?
    /// The configuration of the project, such as `Release`, or `nil` if there is only one.
    public var configuration: String?
    /// The schemes of `CFBundleURLTypes`, or `nil` if they are unknown.
    public var schemes: [String]?
    /// The schemes of `LSApplicationQueriesSchemes`, which the app may query but does not open.
    public var queriedSchemes: [String]
    /// For an App Clip the values of `com.apple.developer.parent-application-identifiers`, otherwise `nil`.
    public var parentIdentifiers: [String]?
    /// Whether this is an App Clip, by its target or by its entitlements.
    package var isClip: Bool { role == .clip || parentIdentifiers != nil }
    /// Whether the app is signed for development (`get-task-allow`), or `nil` if that is not known.
    public var isForDevelopment: Bool?
    /// The embedded provisioning profile, or `nil` if there is none.
    public var profile: Profile?

    /// Creates claims.
    public init(identifier: String?, domains: [String]? = nil, file: String, rank: AppFileRank) {
        id = identifier.map { SourceText($0) } ?? .unstated
        self.domains = domains
        self.file = file
        self.rank = rank
        queriedSchemes = []
        bundleIdentifier = identifier.flatMap { text in
            text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) }
        }
    }
}
