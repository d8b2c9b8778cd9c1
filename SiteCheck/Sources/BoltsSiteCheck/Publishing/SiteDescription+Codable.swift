@_spi(Bolts) import BoltsAssociations

extension SiteDescription: Codable {
    private static let keys = ["$schema", "version", "hosts", "apps", "open", "exclude", "webFallback", "signIn"]

    /// Reads a description.
    public init(from decoder: any Decoder) throws {
        let members = try StrictMembers(decoder, known: Self.keys)
        let version = try members.optional("version", Int.self) ?? Self.version
        guard version == Self.version else {
            throw SiteDescriptionProblem(
                .badValue,
                at: "/version",
                "Version \(version) is not known.",
                fix: "This release reads version \(Self.version)."
            )
        }
        self.init(
            hosts: try members.required("hosts"),
            apps: try members.required("apps"),
            open: try members.required("open"),
            exclude: try members.optional("exclude") ?? [],
            webFallback: try members.optional("webFallback") ?? .page,
            signIn: try members.optional("signIn")
        )
    }

    /// Writes the description; default values are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StrictMembers.Name.self)
        try container.encode(Self.version, "version")
        try container.encode(hosts, "hosts")
        try container.encode(apps, "apps")
        try container.encode(open, "open")
        if !exclude.isEmpty { try container.encode(exclude, "exclude") }
        if webFallback != .page { try container.encode(webFallback, "webFallback") }
        if let signIn { try container.encode(signIn, "signIn") }
    }
}

extension SiteDescription.WebFallback: Codable {
    /// Reads `page`, `none`, or the address of a site.
    public init(from decoder: any Decoder) throws {
        switch try decoder.singleValueContainer().decode(String.self) {
        case "page": self = .page
        case "none": self = .none
        case let origin: self = .origin(origin)
        }
    }

    /// Writes `page`, `none`, or the address of a site.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .page: try container.encode("page")
        case .none: try container.encode("none")
        case .origin(let origin): try container.encode(origin)
        }
    }
}

extension SiteDescription.Link: Codable {
    private static let keys = ["path", "query", "fragment", "caseSensitive", "apps", "platforms"]

    /// Reads a rule: the text of a path, or an object.
    public init(from decoder: any Decoder) throws {
        if let path = try? decoder.singleValueContainer().decode(String.self) {
            self.init(path: path)
            return
        }
        let members = try StrictMembers(decoder, known: Self.keys)
        self.init(
            path: try members.optional("path") ?? "*",
            query: try members.optional("query") ?? [:],
            fragment: try members.optional("fragment"),
            isCaseSensitive: try members.optional("caseSensitive") ?? true,
            apps: try members.optional("apps"),
            platforms: try Self.platforms(members.optional("platforms"), decoder)
        )
    }

    private static func platforms(_ names: [String]?, _ decoder: any Decoder) throws -> [SiteDescription.Platform]? {
        try names?.enumerated().map { index, name in
            guard let platform = SiteDescription.Platform(rawValue: name) else {
                throw SiteDescriptionProblem(
                    .badValue,
                    at: "\(StrictMembers.pointer(decoder.codingPath))/platforms/\(index)",
                    "\(Clip.quoted(name)) is not a platform.",
                    fix: "Write apple, android or windows."
                )
            }
            return platform
        }
    }

    /// Writes the rule, as a text if it has only a path.
    public func encode(to encoder: any Encoder) throws {
        if query.isEmpty, fragment == nil, isCaseSensitive, apps == nil, platforms == nil {
            var container = encoder.singleValueContainer()
            try container.encode(path)
            return
        }
        var container = encoder.container(keyedBy: StrictMembers.Name.self)
        try container.encode(path, "path")
        if !query.isEmpty { try container.encode(query, "query") }
        if let fragment { try container.encode(fragment, "fragment") }
        if !isCaseSensitive { try container.encode(false, "caseSensitive") }
        if let apps { try container.encode(apps, "apps") }
        if let platforms { try container.encode(platforms.map(\.rawValue), "platforms") }
    }
}

extension KeyedEncodingContainer where Key == StrictMembers.Name {
    mutating func encode(_ value: some Encodable, _ name: String) throws {
        try encode(value, forKey: StrictMembers.Name(stringValue: name))
    }
}
