extension SiteDescription {
    /// A site's sign-in settings that are independent of apps: the content of `webauthn`, `passkey-endpoints` and
    /// `web-app-origin-association`.
    ///
    /// Which apps offer the site's passwords and passkeys is part of each app: ``AppleApp/offersSignIn`` and
    /// ``AndroidApp/offersSignIn``.
    public struct SignIn: Sendable, Hashable {
        /// The other origins that may use the site's passkeys, such as `https://kogebog.example`.
        public var relatedOrigins: [String]
        /// The https URL of the page where users create a passkey, or `nil` if there is none.
        public var enroll: String?
        /// The https URL of the page where users manage passkeys, or `nil` if there is none.
        public var manage: String?
        /// The identifiers of other origins' web apps that extend to the site, as https URLs.
        public var webApps: [String]

        /// Creates the description.
        public init(
            relatedOrigins: [String] = [],
            enroll: String? = nil,
            manage: String? = nil,
            webApps: [String] = []
        ) {
            self.relatedOrigins = relatedOrigins
            self.enroll = enroll
            self.manage = manage
            self.webApps = webApps
        }

        var isEmpty: Bool { relatedOrigins.isEmpty && enroll == nil && manage == nil && webApps.isEmpty }
    }
}

extension SiteDescription.SignIn: Codable {
    static let keys = ["relatedOrigins", "enroll", "manage", "webApps"]

    /// Reads the description.
    public init(from decoder: any Decoder) throws {
        let members = try StrictMembers(decoder, known: Self.keys)
        self.init(
            relatedOrigins: try members.optional("relatedOrigins") ?? [],
            enroll: try members.optional("enroll"),
            manage: try members.optional("manage"),
            webApps: try members.optional("webApps") ?? []
        )
    }

    /// Writes the settings; empty ones are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StrictMembers.Name.self)
        if !relatedOrigins.isEmpty { try container.encode(relatedOrigins, "relatedOrigins") }
        if let enroll { try container.encode(enroll, "enroll") }
        if let manage { try container.encode(manage, "manage") }
        if !webApps.isEmpty { try container.encode(webApps, "webApps") }
    }
}
