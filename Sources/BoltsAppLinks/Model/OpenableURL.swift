public import BoltsPageFetching
public import Foundation

/// The text of a URL that is safe, by its syntax, to hand to an opener.
///
/// It begins with a scheme and its colon, so that it can never be taken for an option or a path, and holds no control
/// character, no white space and no mark that changes the direction of text. A web URL also has a host on which every
/// reader agrees. Whether its scheme *may* be opened is for ``SchemePolicy`` to say.
///
/// The text is what counts; ``url`` is beside it because `URL` does not accept everything that is in use, such as an
/// underscore in a scheme.
///
/// ```swift
/// let url = try OpenableURL("recipes_v2://42")
/// print(url.scheme)          // recipes_v2
/// _ = try OpenableURL("--help")  // throws: it does not begin with a scheme
/// ```
public struct OpenableURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL exactly as it will be opened.
    public let text: String

    /// The scheme, in lower case.
    public let scheme: URLScheme

    /// The URL as a value of Foundation, or `nil` where Foundation does not accept the text.
    public var url: URL? { URL(string: text) }

    /// The text.
    public var description: String { text }

    /// The host as a browser reads it, in lower case, or `nil` where the URL has none.
    ///
    /// Foundation takes `http://example.com\@evil.test` for a page of `evil.test`, a browser for one of `example.com`.
    /// This one reads as a browser does. A name in another script is given as it stands, and an address with the
    /// brackets of IPv6.
    public var host: String? { URLAuthority(text)?.host }

    /// Checks a text.
    ///
    /// - Parameter text: The text of a URL. Nothing is trimmed or repaired.
    /// - Throws: ``OpenableURLError`` naming what is wrong with it.
    public init(_ text: String) throws(OpenableURLError) {
        guard !text.isEmpty else { throw OpenableURLError(.empty, text) }
        guard let scheme = URLScheme.leading(text) else { throw OpenableURLError(.noScheme, text) }
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

    /// Checks a URL.
    ///
    /// - Parameter url: The URL; a relative one is resolved first.
    /// - Throws: ``OpenableURLError`` naming what is wrong with it.
    public init(_ url: URL) throws(OpenableURLError) {
        try self.init(url.absoluteString)
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true  // these turn text around
        default: return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }
    }
}
