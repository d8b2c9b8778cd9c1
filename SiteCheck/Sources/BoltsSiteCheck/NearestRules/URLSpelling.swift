@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// A URL in pieces, of which only the path is changed.
struct URLSpelling {
    private let before: Substring
    private let after: Substring
    /// The path as written, at least a slash.
    let path: String
    /// The host without its port, in lower case.
    let host: String

    /// Splits a URL, without decoding or checking anything.
    init(_ url: String) {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let rest = url[start...]
        let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        let slash = rest[..<end].firstIndex(of: "/") ?? end
        before = url[..<slash]
        after = url[end...]
        path = slash == end ? "/" : String(url[slash..<end])
        host = String(rest[..<slash].prefix { $0 != ":" }).lowercased()
    }

    /// The URL without scheme and host, as in a link on the same site.
    var tail: String { link(path) }

    /// What follows the number sign, or `nil` if there is none.
    var fragment: Substring? { after.firstIndex(of: "#").map { after[after.index(after: $0)...] } }

    /// The path that a single-page site writes behind `#` or `#!`, or `nil` if there is none.
    var route: String? {
        guard let fragment else { return nil }
        let route = fragment.hasPrefix("!") ? fragment.dropFirst() : fragment
        return route.hasPrefix("/") ? String(route) : nil
    }

    /// The URL with such a path in place of its own path, query and fragment.
    func with(route: String) -> String { "\(before)\(route)" }

    func with(path: String) -> String { "\(before)\(path)\(after)" }

    /// Returns another path with the query and the fragment of the URL, as in a link on the same site.
    func link(_ path: String) -> String { "\(path)\(after)" }

    /// Whether another path, which one of some patterns takes, can be a spelling of the same page: a path with another number is
    /// another page, and so is one with a segment that is neither the URL's nor the pattern's.
    func isSamePage(_ other: String, by patterns: [String]) -> Bool {
        path.utf8.filter(\.isASCIIDigit) == other.utf8.filter(\.isASCIIDigit)
            && Self.segments(other).isSubset(of: Self.segments((patterns + [path]).joined(separator: "/")))
    }

    private static func segments(_ path: String) -> Set<String> {
        Set(path.split(separator: "/").map { WebURLText.decoded(String($0)).lowercased() })
    }
}
