import BoltsSiteCheck

/// The entitlements that matter to links, of a file of the sources, a signature or a profile.
struct Entitlements {
    private static let maximumDomainCount = 2_000

    let list: PropertyList

    /// Creates entitlements from a property list, which must be a dictionary.
    init(_ list: PropertyList) throws(FormatError) {
        guard list.dictionary != nil else { throw FormatError("has no dictionary of entitlements") }
        self.list = list
    }

    /// The values for associated domains, empty if there are none.
    var domains: [String] {
        Array((list["com.apple.developer.associated-domains"]?.strings ?? []).prefix(Self.maximumDomainCount))
    }

    /// The app identifier with its prefix: the key of macOS has another name.
    var identifier: String? {
        list["application-identifier"]?.string ?? list["com.apple.application-identifier"]?.string
    }

    var teamIdentifier: String? { list["com.apple.developer.team-identifier"]?.string }

    var parentIdentifiers: [String]? { list["com.apple.developer.parent-application-identifiers"]?.strings }

    var isForDevelopment: Bool {
        (list["get-task-allow"] ?? list["com.apple.security.get-task-allow"])?.boolean ?? false
    }
}

/// What an `Info.plist` says of schemes.
struct AppleInformation {
    private static let maximumSchemeCount = 2_000

    let list: PropertyList

    var bundleIdentifier: String? { list["CFBundleIdentifier"]?.string }

    var executable: String? { list["CFBundleExecutable"]?.string }

    /// The schemes that the app takes.
    var schemes: [String] {
        let types = list["CFBundleURLTypes"]?.array ?? []
        return Array(types.flatMap { $0["CFBundleURLSchemes"]?.strings ?? [] }.prefix(Self.maximumSchemeCount))
    }

    var queriedSchemes: [String] {
        Array((list["LSApplicationQueriesSchemes"]?.strings ?? []).prefix(Self.maximumSchemeCount))
    }
}
