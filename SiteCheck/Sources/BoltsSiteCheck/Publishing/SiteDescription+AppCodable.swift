@_spi(Bolts) import BoltsAssociations

extension SiteDescription.App: Codable {
    /// Reads an app.
    public init(from decoder: any Decoder) throws {
        let members = try StrictMembers(decoder, known: ["name", "apple", "android", "windows", "staging"])
        self.init(
            name: try members.required("name"),
            apple: try members.optional("apple"),
            android: try members.optional("android"),
            windows: try members.optional("windows"),
            isStaging: try members.optional("staging") ?? false
        )
    }

    /// Writes the app.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StrictMembers.Name.self)
        try container.encode(name, "name")
        if let apple { try container.encode(apple, "apple") }
        if let android { try container.encode(android, "android") }
        if let windows { try container.encode(windows, "windows") }
        if isStaging { try container.encode(true, "staging") }
    }
}

extension SiteDescription.AppleApp: Codable {
    /// Reads an app on Apple's platforms.
    public init(from decoder: any Decoder) throws {
        let members = try StrictMembers(
            decoder,
            known: ["team", "bundle", "appStore", "scheme", "devices", "otherTeams", "signIn", "clip"]
        )
        let devices = try members.optional("devices", String.self) ?? Devices.all.rawValue
        guard let kind = Devices(rawValue: devices) else {
            throw SiteDescriptionProblem(
                .badValue,
                at: StrictMembers.pointer(decoder.codingPath) + "/devices",
                "\(Clip.quoted(devices)) is not a kind of device.",
                fix: "Write all, iphone or ipad."
            )
        }
        self.init(
            team: try members.required("team"),
            bundle: try members.required("bundle"),
            appStore: try members.digits("appStore"),
            scheme: try members.optional("scheme"),
            devices: kind,
            otherTeams: try members.optional("otherTeams") ?? [],
            offersSignIn: try members.optional("signIn") ?? false,
            clip: try members.optional("clip")
        )
    }

    /// Writes the app; default values are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StrictMembers.Name.self)
        try container.encode(team, "team")
        try container.encode(bundle, "bundle")
        if let appStore { try container.encode(appStore, "appStore") }
        if let scheme { try container.encode(scheme, "scheme") }
        if devices != .all { try container.encode(devices.rawValue, "devices") }
        if !otherTeams.isEmpty { try container.encode(otherTeams, "otherTeams") }
        if offersSignIn { try container.encode(true, "signIn") }
        if let clip { try container.encode(clip, "clip") }
    }
}

extension SiteDescription.AndroidApp: Codable {
    /// Reads an app on Android.
    public init(from decoder: any Decoder) throws {
        let members = try StrictMembers(
            decoder,
            known: ["package", "fingerprints", "scheme", "playStore", "dynamicRules", "signIn", "alternates"]
        )
        self.init(
            package: try members.required("package"),
            fingerprints: try members.required("fingerprints"),
            scheme: try members.optional("scheme"),
            isInPlayStore: try members.optional("playStore") ?? false,
            writesDynamicRules: try members.optional("dynamicRules") ?? true,
            offersSignIn: try members.optional("signIn") ?? false,
            writesAlternates: try members.optional("alternates") ?? false
        )
    }

    /// Writes the app; default values are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StrictMembers.Name.self)
        try container.encode(package, "package")
        try container.encode(fingerprints, "fingerprints")
        if let scheme { try container.encode(scheme, "scheme") }
        if isInPlayStore { try container.encode(true, "playStore") }
        if !writesDynamicRules { try container.encode(false, "dynamicRules") }
        if offersSignIn { try container.encode(true, "signIn") }
        if writesAlternates { try container.encode(true, "alternates") }
    }
}

extension SiteDescription.WindowsApp: Codable {
    /// Reads an app on Windows.
    public init(from decoder: any Decoder) throws {
        let members = try StrictMembers(decoder, known: ["packageFamily", "scheme", "id"])
        self.init(
            packageFamily: try members.required("packageFamily"),
            scheme: try members.optional("scheme"),
            id: try members.optional("id")
        )
    }

    /// Writes the app; default values are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StrictMembers.Name.self)
        try container.encode(packageFamily, "packageFamily")
        if let scheme { try container.encode(scheme, "scheme") }
        if let id { try container.encode(id, "id") }
    }
}
