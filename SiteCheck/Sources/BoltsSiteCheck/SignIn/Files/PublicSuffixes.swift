import Foundation

/// The Public Suffix List, which browsers use to distinguish sites: the names below which anybody may register a name.
///
/// [Its format](https://github.com/publicsuffix/list/wiki/Format) has one rule per line: a name, `*.` and a name for all names
/// directly below it, and `!` and a name for an exception.
struct PublicSuffixes: Sendable {
    /// The places of the list in Linux distributions: Debian's package `publicsuffix`, Fedora's and Alpine's
    /// `publicsuffix-list`.
    static let path = "/usr/share/publicsuffix/public_suffix_list.dat"
    /// The list of this system, which is read once, or `nil` if it has none.
    static let system = PublicSuffixes(atPath: path)

    /// The maximum size of the file; the actual list has a quarter of it.
    private static let maximumBytes = 1 << 20
    /// The minimum number of rules; a file with fewer is truncated or is not the list.
    private static let minimumCount = 1_000

    private var names: Set<String> = []
    private var wildcards: Set<String> = []
    private var exceptions: Set<String> = []

    /// Reads the list of a file, or returns `nil` if there is none.
    init?(atPath path: String) {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: Self.maximumBytes + 1), data.count <= Self.maximumBytes else {
            return nil
        }
        self.init(String(decoding: data, as: UTF8.self))
        guard names.count + wildcards.count >= Self.minimumCount else { return nil }
    }

    /// Reads the rules of a text.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            // Text after white space is a comment, as is a line with two slashes.
            guard let rule = line.split(whereSeparator: \.isWhitespace).first, !rule.hasPrefix("//") else { continue }
            if rule.hasPrefix("!") {
                exceptions.insert(ASCIIHost.name(String(rule.dropFirst())))
            } else if rule.hasPrefix("*.") {
                wildcards.insert(ASCIIHost.name(String(rule.dropFirst(2))))
            } else {
                names.insert(ASCIIHost.name(String(rule)))
            }
        }
    }

    /// How many labels the suffix of a name has: those of the longest rule that matches its end, or one if there is none.
    func labelCount(of labels: [Substring]) -> Int {
        // A name has at most 127 labels.
        for count in stride(from: min(labels.count, 127), to: 1, by: -1) {
            let name = labels.suffix(count).joined(separator: ".")
            if exceptions.contains(name) { return count - 1 }
            if names.contains(name) || wildcards.contains(labels.suffix(count - 1).joined(separator: ".")) {
                return count
            }
        }
        return 1
    }
}
