/// Google's `assetlinks.json`: the statements that a site or an app makes about others.
///
/// An invalid statement, or a malformed fingerprint beside a well-formed one, is dropped and reported; the others count.
///
/// ```swift
/// let file = try AssetLinks(bytes: Array("[]".utf8))
/// print(file.errors.isEmpty, file.packages)
/// ```
public struct AssetLinks: Sendable {
    /// The size in bytes above which Android's own verifier stops reading.
    @_spi(Bolts) public static let maximumBytes = 1 << 20

    /// The document that the file was read from.
    @_spi(Bolts) public let document: JSONDocument
    /// The URL of a list that another one includes, or `nil` if it is a site's own file.
    @_spi(Bolts) public let source: String?
    /// The valid statements, in the order of the file.
    @_spi(Bolts) public let statements: [AssetStatement]
    /// The lists that the file includes.
    @_spi(Bolts) public let includes: [Include]
    /// The statements and the fingerprints that were dropped, and why.
    public let errors: [AssetLinksError]

    /// An include of another list, whose statements are added to this list's.
    @_spi(Bolts) public struct Include: Sendable {
        /// The URL as the file writes it.
        @_spi(Bolts) public var url: String
        /// Whether the list is fetched over HTTPS.
        @_spi(Bolts) public var isSecure: Bool
        /// The JSON value of the include.
        @_spi(Bolts) public var node: JSONNode
    }

    /// How many errors are kept.
    private static let maximumErrors = 1_000

    /// Reads a file.
    ///
    /// - Parameter bytes: The file as it was served, 4 MiB at most.
    /// - Throws: ``JSONSyntaxError`` if the file is not strict JSON. All other problems are in ``errors``.
    public init(bytes: [UInt8]) throws(JSONSyntaxError) {
        self.init(try JSONDocument(bytes))
    }

    /// Creates a list from a parsed document; `source` is the URL of a list that another one includes.
    @_spi(Bolts) public init(_ document: JSONDocument, source: String? = nil) {
        var statements: [AssetStatement] = []
        var includes: [Include] = []
        var errors: [AssetLinksError] = []
        func report(_ error: AssetLinksError) {
            if errors.count < Self.maximumErrors { errors.append(error) }
        }
        if let elements = document.root.elements {
            for element in elements {
                do throws(AssetLinksError) {
                    if let include = element["include"] {
                        includes.append(try Self.include(include, of: element))
                    } else {
                        var statement = try AssetStatement(element)
                        statement.source = source
                        statements.append(statement)
                        statement.malformedFingerprints.forEach(report)
                    }
                } catch {
                    report(error)
                }
            }
        } else {
            report(
                AssetLinksError(
                    .malformedContent,
                    "Could not parse statement list: it is not valid JSON for statements, because it is not an array.",
                    at: document.root.place
                )
            )
        }
        self.document = document
        self.source = source
        self.statements = statements
        self.includes = includes
        self.errors = errors
    }

    private static func include(_ include: JSONNode, of statement: JSONNode) throws(AssetLinksError) -> Include {
        if let field = statement["relation"] ?? statement["target"] {
            throw AssetLinksError(
                .malformedContent,
                "Could not parse statement list: invalid field beside include.",
                at: field.memberPlace
            )
        }
        guard let url = include.string, let isSecure = isSecureURL(url) else {
            throw AssetLinksError(
                .malformedContent,
                "Could not parse statement list: include is not a valid URL with http or https.",
                at: include.place
            )
        }
        return Include(url: url, isSecure: isSecure, node: include)
    }

    /// Returns whether a URL is https, or `nil` if it is not an absolute http or https URL.
    @_spi(Bolts) public static func isSecureURL(_ text: String) -> Bool? {
        let bytes = Array(text.utf8)[...]
        guard let parts = URLParts(bytes.span), parts.isWeb(bytes.span), !parts.hasUserInfo else { return nil }
        let end = parts.port?.upperBound ?? parts.host.upperBound
        let origin = String(decoding: bytes[..<end], as: UTF8.self)
        guard (try? SiteOrigin(origin)) != nil else { return nil }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        return parts.scheme.count == 5
    }

    /// The packages that valid statements let handle all URLs, in the order of the file.
    public var packages: [String] {
        var seen = Set<String>()
        return statements.compactMap { statement in
            guard statement.relations.contains(.handleAllURLs), case .androidApp(let package, _) = statement.target,
                seen.insert(package).inserted
            else { return nil }
            return package
        }
    }

    /// The packages that statements name, including statements that were dropped as invalid.
    @_spi(Bolts) public var statedPackages: Set<String> {
        Set(document.root.elements?.compactMap { $0["target"]?["package_name"]?.string } ?? [])
    }

    /// Whether a statement that was dropped as invalid names a package.
    @_spi(Bolts) public func hasInvalidStatement(for package: String) -> Bool {
        guard !errors.isEmpty, let elements = document.root.elements else { return false }
        return elements.contains { element in
            element["target"]?["package_name"]?.string == package && (try? AssetStatement(element)) == nil
        }
    }
}
