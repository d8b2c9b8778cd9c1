@_spi(Bolts) import BoltsAssociations

/// An `android-app:` address: a package, optionally with the scheme, host and path of a URL.
struct AndroidAppAddress: Hashable, Sendable {
    let package: String
    /// The URL for the app to open, or `nil` if the address has only a package.
    let url: String?

    init?(_ text: String) {
        guard text.lowercased().hasPrefix("android-app://") else { return nil }
        let parts = text.dropFirst(14).split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard let name = parts.first, AndroidApplicationID.isValid(String(name)) else { return nil }
        package = String(name)
        guard parts.count > 1, !parts[1].isEmpty else {
            url = nil
            return
        }
        guard TagText.isScheme(String(parts[1])) else { return nil }
        url = "\(parts[1])://\(parts.count > 2 ? parts[2] : "")"
    }
}
