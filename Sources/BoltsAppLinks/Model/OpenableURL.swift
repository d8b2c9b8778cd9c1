import BoltsBase
public import BoltsPageFetching
public import Foundation

/// The text of a URL whose syntax is safe to pass to an opener.
///
/// It begins with a scheme and a colon, so that it cannot be mistaken for an option or a path, and contains no control
/// character, no white space and no bidirectional control. A web URL also has an unambiguous host. A ``SchemePolicy`` decides
/// whether its scheme may be opened.
///
/// Openers use ``text``, because `URL` does not accept every form in use, such as an underscore in a scheme.
///
/// ```swift
/// let url = try OpenableURL("recipes_v2://42")
/// print(url.scheme)          // recipes_v2
/// _ = try OpenableURL("--help")  // throws: it does not begin with a scheme
/// ```
public struct OpenableURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL exactly as an opener receives it.
    public let text: String

    /// The scheme, in lower case.
    public let scheme: LinkScheme

    /// The URL as a Foundation value, or `nil` if Foundation does not accept the text.
    public var url: URL? { URL(string: text) }

    /// The text.
    public var description: String { text }

    /// The host as browsers parse it, in lower case, or `nil` if the URL has none.
    ///
    /// For `http://example.com\@evil.test`, Foundation's host is `evil.test`; browsers and this property say `example.com`.
    /// Names in other scripts are not converted to ASCII, and IPv6 addresses keep their brackets.
    public var host: String? { URLAuthority(text)?.host }

    /// Creates a URL from text after checking its syntax.
    ///
    /// - Parameter text: The text of a URL, which is neither trimmed nor repaired.
    /// - Throws: ``OpenableURLError`` if its syntax is not safe.
    public init(_ text: String) throws(OpenableURLError) {
        guard !text.isEmpty else { throw OpenableURLError(.empty, text) }
        guard let scheme = LinkScheme.leading(text) else { throw OpenableURLError(.noScheme, text) }
        for scalar in text.unicodeScalars where Self.isUnsafe(scalar) {
            throw OpenableURLError(.unsafeCharacter, text)
        }
        if scheme.isWeb {
            guard let authority = URLAuthority(text), !authority.host.isEmpty, !authority.isAmbiguous else {
                throw OpenableURLError(.noHost, text)
            }
        }
        self.text = text
        self.scheme = scheme
    }

    /// Creates a URL from a Foundation value after checking its syntax.
    ///
    /// - Parameter url: The URL; a relative one is resolved first.
    /// - Throws: ``OpenableURLError`` if its syntax is not safe.
    public init(_ url: URL) throws(OpenableURLError) {
        try self.init(url.absoluteString)
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true  // these turn text around
        default: return scalar.properties.isWhitespace || scalar.isControl
        }
    }
}
