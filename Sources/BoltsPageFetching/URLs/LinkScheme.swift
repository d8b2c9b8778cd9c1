import BoltsBase

/// The scheme of a URL: the text before the first colon.
///
/// Letter case does not matter. The syntax is that of RFC 3986, plus the underscore, because the documentation of App Links
/// uses it.
///
/// ```swift
/// LinkScheme(name: "Recipes_V2") == "recipes_v2"  // true
/// LinkScheme(name: "two words")                   // nil
/// ```
public struct LinkScheme: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in lower case, without the colon.
    public let name: String

    /// Creates a scheme from its name, or `nil` if the name is not a scheme.
    ///
    /// - Parameter name: The name without its colon, in any letter case.
    public init?(name: some StringProtocol) {
        self.init(bytes: Array(name.utf8))
    }

    /// Creates a scheme from the bytes of its name.
    package init?(bytes: some Collection<UInt8>) {
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        guard bytes.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || Self.punctuation.contains($0) }) else {
            return nil
        }
        self.name = String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
    }

    private init(known name: String) {
        self.name = name
    }

    /// Returns the scheme at the beginning of a text, or `nil` if there is none.
    ///
    /// - Parameter text: The text of a URL.
    /// - Returns: The scheme before the first colon.
    public static func leading(_ text: some StringProtocol) -> LinkScheme? {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return LinkScheme(bytes: bytes[..<colon])
    }

    /// The name in lower case.
    public var description: String { name }

    /// Whether this is `http` or `https`.
    public var isWeb: Bool { self == .http || self == .https }

    /// `http`.
    public static let http = LinkScheme(known: "http")

    /// `https`.
    public static let https = LinkScheme(known: "https")

    private static let punctuation: [UInt8] = Array("+-._".utf8)
}

extension LinkScheme: ExpressibleByStringLiteral {
    /// Creates a scheme from a literal.
    ///
    /// - Precondition: The literal is a scheme.
    /// - Parameter value: The name without its colon.
    public init(stringLiteral value: StaticString) {
        guard let scheme = LinkScheme(name: value.description) else {
            preconditionFailure("\"\(value)\" is not a URL scheme: begin with a letter, then letters, digits, + - . _")
        }
        self = scheme
    }
}
