import BoltsBase
import BoltsSiteCheck

/// The entitlements that are relevant to links, from a source file, a signature or a profile.
struct Entitlements {
    private static let maximumDomainCount = 2_000
    /// Larger files are not read: they would contain more domains than the limit.
    static let maximumSize = 2 << 20

    let list: PropertyList

    /// Creates entitlements from a property list, which must be a dictionary.
    init(_ list: PropertyList) throws(FormatError) {
        guard list.dictionary != nil else { throw FormatError("has no dictionary of entitlements") }
        self.list = list
    }

    /// The values of the associated domains, empty if there are none.
    var domains: [String] {
        Array((list["com.apple.developer.associated-domains"]?.strings ?? []).prefix(Self.maximumDomainCount))
    }

    /// Whether the domains are one string instead of an array.
    var hasDomainsAsText: Bool { list["com.apple.developer.associated-domains"]?.string != nil }

    /// A misspelling of the key of associated domains, which nothing reads, or `nil` if there is none.
    var misspelledKey: String? {
        let key = "com.apple.developer.associated-domains"
        guard let names = list.dictionary?.keys, list[key] == nil else { return nil }
        return names.sorted().first { name in
            let last = name.lowercased().filter { $0.isLetter }
            return ["associateddomain", "associateddomains"].contains { last.hasSuffix($0) }
        }
    }

    /// The message about a file with the domains under a key that nothing reads, or `nil`.
    func note(on file: String) -> String? {
        misspelledKey.map { key in
            "\(file.sanitized(limit: 400)) has \(key.quoted(limit: 100)); write com.apple.developer.associated-domains."
        }
    }

    /// The app identifier with its prefix; on macOS the key has another name.
    var identifier: String? {
        list["application-identifier"]?.string ?? list["com.apple.application-identifier"]?.string
    }

    var teamIdentifier: String? { list["com.apple.developer.team-identifier"]?.string }

    var parentIdentifiers: [String]? { list["com.apple.developer.parent-application-identifiers"]?.strings }

    /// Whether the entitlements allow the app to be the default browser.
    var isBrowser: Bool { list["com.apple.developer.web-browser"]?.boolean ?? false }

    var isForDevelopment: Bool {
        (list["get-task-allow"] ?? list["com.apple.security.get-task-allow"])?.boolean ?? false
    }
}

/// The schemes in an `Info.plist`.
struct AppleInformation {
    private static let maximumSchemeCount = 2_000

    let list: PropertyList

    var bundleIdentifier: String? { list["CFBundleIdentifier"]?.string }

    var executable: String? { list["CFBundleExecutable"]?.string }

    /// The SDK with which the app was built, such as `iphoneos26.2`.
    var sdkName: String? { list["DTSDKName"]?.string }

    /// The app's schemes.
    var schemes: [String] {
        let types = list["CFBundleURLTypes"]?.array ?? []
        return Array(types.flatMap { $0["CFBundleURLSchemes"]?.strings ?? [] }.prefix(Self.maximumSchemeCount))
    }

    var queriedSchemes: [String] {
        Array((list["LSApplicationQueriesSchemes"]?.strings ?? []).prefix(Self.maximumSchemeCount))
    }
}
