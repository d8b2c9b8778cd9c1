import BoltsBase

/// Recognizes app identifiers that somebody copied from a template and did not fill in.
enum AppIdentifierPlaceholder {
    /// Placeholders anywhere in an identifier.
    ///
    /// Each but the last two has a character that no identifier may have, or an underscore, so that few identifiers are
    /// searched for them.
    private static let anywhere = [
        "team_id", "your_", "replace_", "development_team", "product_bundle", "app_id", "appid_prefix", "bundle_id",
        "apple_team", "<", "{", "$(",
    ].map { Array($0.utf8) }
    private static let plain = ["placeholder", "xxxxxxxxxx"].map { Array($0.utf8) }
    /// What the prefix of a placeholder begins with.
    private static let beginnings = ["your", "replace", "teamid", "team-id", "appleteam", "todo"].map { Array($0.utf8) }
    /// Placeholders between dots.
    private static let labels: Set<[UInt8]> = Set(
        [
            "yourcompany", "your-company", "yourapp", "your-app", "bundleid", "bundleidentifier", "bundle-id",
        ]
        .map { Array($0.utf8) }
    )
    /// Prefixes of documentation and of templates.
    private static let prefixes: Set<[UInt8]> = Set(
        [
            "abcde12345", "9ja89qqlnq", "teamid1234", "12345abcde", "a1b2c3d4e5", "abcd123456", "team123456",
            "abcdefghij",
        ]
        .map { Array($0.utf8) }
    )

    /// Whether an identifier is a placeholder, in time proportional to its length.
    static func isPlaceholder(_ text: String) -> Bool {
        let lowered = text.utf8.map(\.asciiLowercased)
        let prefix = lowered.prefix { $0 != UInt8(ascii: ".") }
        if prefixes.contains(Array(prefix)) || beginnings.contains(where: { prefix.starts(with: $0) }) { return true }
        // Ten times one letter.
        if prefix.count == 10, let first = prefix.first, first.isASCIILetter, prefix.allSatisfy({ $0 == first }) {
            return true
        }
        if plain.contains(where: { contains(lowered, $0) }) { return true }
        let mayBeOther = lowered.contains { "_<{$".utf8.contains($0) }
        if mayBeOther, anywhere.contains(where: { contains(lowered, $0) }) { return true }
        return lowered.split(separator: UInt8(ascii: ".")).contains { labels.contains(Array($0)) }
    }

    /// Whether bytes have others in them; the others are short.
    private static func contains(_ bytes: [UInt8], _ other: [UInt8]) -> Bool {
        guard let first = other.first, bytes.count >= other.count else { return false }
        var start = 0
        while start <= bytes.count - other.count, let found = bytes[start...].firstIndex(of: first) {
            if bytes[found...].starts(with: other) { return true }
            start = found + 1
        }
        return false
    }
}
