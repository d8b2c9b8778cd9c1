/// Windows' `windows-app-web-link` file: which apps open which paths of a site.
///
/// ```swift
/// let file = try WindowsWebLinks(bytes: Array("[]".utf8))
/// print(file.packageFamilyNames)
/// ```
public struct WindowsWebLinks: Sendable {
    /// The file's entry for one app.
    @_spi(Bolts) public struct Entry: Sendable {
        /// The JSON value of the entry.
        @_spi(Bolts) public var node: JSONNode
        /// The package family name of the app.
        @_spi(Bolts) public var packageFamilyName: String
        /// The patterns of paths that the app opens.
        @_spi(Bolts) public var paths: [PathRule]
        /// The patterns of paths that the app does not open.
        @_spi(Bolts) public var excludePaths: [PathRule]
    }

    /// A pattern of a path.
    @_spi(Bolts) public struct PathRule: Sendable {
        /// The JSON value of the pattern.
        @_spi(Bolts) public var node: JSONNode
        /// The pattern that the whole path must match.
        @_spi(Bolts) public var pattern: WildcardPattern
    }

    let document: JSONDocument
    /// The entries, in the order of the file.
    @_spi(Bolts) public let entries: [Entry]

    /// Reads a file.
    ///
    /// - Parameter bytes: The file as it was served, 4 MiB at most.
    /// - Throws: ``JSONSyntaxError`` if the file is not strict JSON.
    public init(bytes: [UInt8]) throws(JSONSyntaxError) {
        self.init(try JSONDocument(bytes))
    }

    /// Creates a file from a parsed document.
    @_spi(Bolts) public init(_ document: JSONDocument) {
        var entries: [Entry] = []
        for element in document.root.elements.map(Array.init) ?? [] {
            guard let name = element["packageFamilyName"]?.string else { continue }
            entries.append(
                Entry(
                    node: element,
                    packageFamilyName: name,
                    paths: Self.rules(element["paths"]),
                    excludePaths: Self.rules(element["excludePaths"])
                )
            )
        }
        self.document = document
        self.entries = entries
    }

    private static func rules(_ node: JSONNode?) -> [PathRule] {
        (node?.elements.map(Array.init) ?? []).compactMap { element in
            element.string.map { PathRule(node: element, pattern: WildcardPattern(simple: $0)) }
        }
    }

    /// The packages that the file names, in its order.
    public var packageFamilyNames: [String] { entries.map(\.packageFamilyName) }

    /// Decides whether the file lets an app open a URL.
    ///
    /// - Parameters:
    ///   - url: The absolute URL that is followed, as it was written; only its path is compared.
    ///   - packageFamilyName: The app's package family name.
    /// - Returns: The decision. An exclusion always wins, regardless of the order.
    public func decision(for url: String, packageFamilyName: String) -> WindowsLinkDecision {
        guard let text = WebURLText(url) else { return WindowsLinkDecision(.noMatch, .notWebURL) }
        let path = text.path.isEmpty ? [UInt8(ascii: "/")] : text.path[...]
        var budget = MatchBudget()
        func first(_ rules: [PathRule]) -> PathRule? {
            rules.first { $0.pattern.matches(path.span, variables: [], budget: &budget) }
        }
        var isListed = false
        for entry in entries where entry.packageFamilyName == packageFamilyName {
            isListed = true
            if let rule = first(entry.excludePaths) { return WindowsLinkDecision(.exclude, .rule, rule.node) }
            if let rule = first(entry.paths) { return WindowsLinkDecision(.match, .rule, rule.node) }
        }
        return WindowsLinkDecision(.noMatch, isListed ? .noRule : .packageNotListed)
    }
}

/// Whether a `windows-app-web-link` file lets an app open a URL, and which path decides.
///
/// ```swift
/// func explain(_ decision: WindowsLinkDecision) {
///     print(decision.outcome, decision.place?.pointer ?? "")
/// }
/// ```
public struct WindowsLinkDecision: Sendable, Hashable {
    /// The reason for the decision.
    @_spi(Bolts) @nonexhaustive public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A path or an exclusion decides: ``WindowsLinkDecision/place``.
        case rule
        /// The package is listed, and none of its paths matches the URL.
        case noRule
        /// The file does not name the package.
        case packageNotListed
        /// The URL is neither http nor https.
        case notWebURL
    }

    /// The outcome of the decision.
    public let outcome: AssociationOutcome
    /// The reason for the decision.
    @_spi(Bolts) public let reason: Reason
    /// The place of the path that decided, or `nil` if none did.
    public let place: JSONPlace?
    /// The path that decided, as written in the file.
    public let rule: String?

    init(_ outcome: AssociationOutcome, _ reason: Reason, _ node: JSONNode? = nil) {
        self.outcome = outcome
        self.reason = reason
        place = node?.place
        rule = node?.string
    }
}
