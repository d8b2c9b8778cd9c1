import BoltsBase

/// The relation that a statement declares, such as `delegate_permission/common.handle_all_urls`.
@_spi(Bolts) public struct AssetRelation: Sendable, Hashable, CustomStringConvertible {
    /// The relation as text: kind, slash, detail.
    @_spi(Bolts) public let description: String

    /// The target may open the source's links.
    @_spi(Bolts) public static let handleAllURLs = AssetRelation(known: "delegate_permission/common.handle_all_urls")
    /// The target may use the source's credentials.
    @_spi(Bolts) public static let getLoginCredentials = AssetRelation(
        known: "delegate_permission/common.get_login_creds"
    )

    private init(known text: String) { description = text }

    /// Reads a relation: a kind, one slash, a detail; each of lower-case letters, digits, dots and underscores.
    @_spi(Bolts) public init(_ text: String) throws(AssetLinksError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw AssetLinksError(
                .malformedContent,
                "Invalid relation string \(Clip.quoted(text)): it must be a kind, one slash and a detail."
            )
        }
        for (part, name) in zip(parts, ["kind", "detail"]) where !Self.isValid(part) {
            throw AssetLinksError(
                .malformedContent,
                "Invalid '\(name)' field in relation string \(Clip.quoted(text)): it takes lower-case letters, digits, "
                    + "dots and underscores."
            )
        }
        description = text
    }

    private static func isValid(_ part: Substring.UTF8View) -> Bool {
        !part.isEmpty
            && part.allSatisfy {
                ($0.isASCIILetter && !$0.isASCIIUppercase) || $0.isASCIIDigit || $0 == UInt8(ascii: ".")
                    || $0 == UInt8(ascii: "_")
            }
    }
}
