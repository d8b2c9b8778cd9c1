/// Apple's `apple-app-site-association` file: the apps that may open a site's URLs as universal links.
///
/// It reads every form of the file: `components` and `paths`, `appIDs` and `appID`, `details` as an array and as a dictionary.
/// A file is parsed and compiled once; decisions can then be made on any thread.
///
/// ```swift
/// let file = try AppSiteAssociation(
///     bytes: Array(
///         """
///         {"applinks": {"details": [
///             {"appIDs": ["ABCDE12345.com.example.app"], "components": [{"/": "/buy/*"}]}
///         ]}}
///         """.utf8
///     )
/// )
/// let decision = file.decision(for: "https://example.com/buy/42", app: "ABCDE12345.com.example.app")
/// print(decision.outcome)  // match
/// print(decision.rule?.place.pointer ?? "")  // /applinks/details/0/components/0
/// ```
public struct AppSiteAssociation: Sendable {
    /// The size in bytes above which Apple's software refuses a file.
    @_spi(Bolts) public static let maximumBytes = 131_072

    /// The file, read once.
    @_spi(Bolts) public let file: AppleFile

    /// Reads a file.
    ///
    /// Files larger than the 128 KiB that Apple's software accepts are also read, up to 4 MiB.
    ///
    /// - Parameter bytes: The file as it was served, in UTF-8; a byte order mark is skipped.
    /// - Throws: ``JSONSyntaxError`` if the file is not strict JSON.
    public init(bytes: [UInt8]) throws(JSONSyntaxError) {
        file = AppleFile(try JSONDocument(bytes))
    }

    /// Creates a file from a parsed document.
    @_spi(Bolts) public init(_ document: JSONDocument) {
        file = AppleFile(document)
    }

    /// The apps that `applinks` names, in the order of the file.
    public var apps: [String] {
        var seen = Set<String>()
        return file.entries.flatMap(\.identifiers).filter { seen.insert($0).inserted }
    }

    /// Returns the apps of another service, such as `webcredentials` or `appclips`.
    ///
    /// - Parameter service: The name of the service, case-sensitive.
    /// - Returns: The app identifiers as written, empty if the file has no such service.
    public func apps(of service: String) -> [String] {
        file.document.root[service]?["apps"]?.elements.map { $0.compactMap(\.string) } ?? []
    }

    /// Decides whether the file lets an app open a URL.
    ///
    /// A `match` means only that the file allows it. Whether the app opens depends on the device too.
    ///
    /// - Parameters:
    ///   - url: The absolute URL that is followed, as it was written, because its bytes are compared. Only http and https URLs
    ///     can match.
    ///   - app: The app's identifier: prefix, dot, bundle identifier.
    ///   - domain: The domain for which the file is served, or `nil` if the URL is known to belong to it. With the
    ///     prefix `*.`, it covers the domain itself and every subdomain.
    ///   - tracing: Whether to record why each earlier rule does not match, for the first 2,000 of them.
    /// - Returns: The decision with the deciding rule.
    public func decision(
        for url: String,
        app: String,
        domain: String? = nil,
        tracing: Bool = false
    ) -> UniversalLinkDecision {
        var budget = MatchBudget()
        return decision(for: url, app: app, domain: domain, tracing: tracing, &budget)
    }

    /// Decides within a limit that other decisions may share.
    func decision(
        for url: String,
        app: String,
        domain: String?,
        tracing: Bool,
        _ budget: inout MatchBudget
    ) -> UniversalLinkDecision {
        let bytes = Array(url.utf8)[...]
        guard let parts = URLParts(bytes.span), parts.isWeb(bytes.span) else {
            return UniversalLinkDecision(file: file, reason: .notWebURL)
        }
        if let domain, !parts.isHost(bytes, coveredBy: domain) {
            return UniversalLinkDecision(file: file, reason: .otherHost)
        }
        guard let index = file.entry(for: app) else {
            return UniversalLinkDecision(file: file, reason: file.hasAppLinks ? .appNotListed : .noAppLinks)
        }
        let entry = file.entries[index]
        if entry.form == .everything {
            return UniversalLinkDecision(file: file, reason: .noPatterns, entry: index)
        }
        var text = ComparedText(bytes, parts: parts)
        if tracing { return tracedDecision(index, &text, &budget) }
        if let rule = entry.firstMatch(&text, file.variables, &budget) {
            return UniversalLinkDecision(file: file, reason: .rule, entry: index, ruleIndex: rule)
        }
        return UniversalLinkDecision(file: file, reason: budget.isExhausted ? .tooComplex : .noRule, entry: index)
    }

    /// How many rules a trace has.
    private static let maximumSteps = 2_000

    private func tracedDecision(
        _ index: Int,
        _ text: inout ComparedText,
        _ budget: inout MatchBudget
    ) -> UniversalLinkDecision {
        let entry = file.entries[index]
        var trace: [UniversalLinkDecision.Step] = []
        for (position, rule) in entry.rules.enumerated() {
            guard let mismatch = rule.mismatch(&text, file.variables, &budget) else {
                return UniversalLinkDecision(
                    file: file,
                    reason: .rule,
                    entry: index,
                    ruleIndex: position,
                    trace: trace
                )
            }
            if budget.isExhausted {
                return UniversalLinkDecision(file: file, reason: .tooComplex, entry: index, trace: trace)
            }
            // Each step may hold a part of the URL, and a file may have tens of thousands of rules.
            guard trace.count < Self.maximumSteps else { continue }
            trace.append(
                UniversalLinkDecision.Step(
                    rule: UniversalLinkRule(rule),
                    mismatch: UniversalLinkMismatch(mismatch, of: rule, in: &text)
                )
            )
        }
        return UniversalLinkDecision(file: file, reason: .noRule, entry: index, trace: trace)
    }
}
