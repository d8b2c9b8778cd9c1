/// A rule of an `apple-app-site-association` file: a component, or a string of `paths`.
///
/// ```swift
/// func describe(_ rule: UniversalLinkRule) -> String {
///     "\(rule.place.position): \(rule.excludes ? "exclude" : "allow") \(rule.summary)"
/// }
/// ```
public struct UniversalLinkRule: Sendable {
    /// The compiled rule.
    @_spi(Bolts) public let rule: AppleRule

    /// Wraps a compiled rule for users.
    @_spi(Bolts) public init(_ rule: AppleRule) { self.rule = rule }

    /// The place of the rule.
    public var place: JSONPlace { rule.node.place }

    /// The text of the rule in the file.
    public var source: String { rule.node.text }

    /// Whether the rule excludes matching URLs.
    public var excludes: Bool { rule.excludes }

    /// The normalized path pattern, or `nil` if the rule matches every path.
    @_spi(Bolts) public var path: String? { rule.path?.text }

    /// The path pattern as written in the file; the normalized one may have additional slashes.
    private var writtenPath: String? {
        guard !rule.node.isObject else { return rule.node["/"]?.string }
        return rule.node.string.map { $0.prefix(4).uppercased() == "NOT " ? String($0.dropFirst(4)) : $0 }
    }

    /// The fragment pattern, or `nil` if the rule matches every fragment.
    @_spi(Bolts) public var fragment: String? { rule.fragment?.text }

    /// Whether ASCII letters are compared case-sensitively.
    @_spi(Bolts) public var isCaseSensitive: Bool { !rule.form.foldsCase }

    /// Whether the URL is compared without decoding percent escapes.
    @_spi(Bolts) public var isPercentEncoded: Bool { !rule.form.decodes }

    /// The conditions of an excluding rule, and how the file excludes.
    @_spi(Bolts) public var exclusion: String { rule.node.isObject ? "\(summary), with exclude" : "NOT \(summary)" }

    /// The conditions of the rule, on one line.
    public var summary: String {
        var parts: [String] = []
        if let path { parts.append("path \(Clip.quoted(writtenPath ?? path))") }
        if let fragment { parts.append("fragment \(Clip.quoted(fragment))") }
        switch rule.query {
        case .anything: break
        case .whole(let pattern): parts.append("query \(Clip.quoted(pattern.text))")
        case .items(let items):
            parts += items.prefix(8).map { "query item \(Clip.quoted($0.name)) \(Clip.quoted($0.pattern.text))" }
            if items.count > 8 { parts.append("\(items.count - 8) more query items") }
        }
        return parts.isEmpty ? "every URL" : parts.joined(separator: ", ")
    }
}

/// The part of a URL that a rule does not match.
///
/// ```swift
/// func show(_ mismatch: UniversalLinkMismatch) { print(mismatch.explanation) }
/// ```
public struct UniversalLinkMismatch: Sendable, Hashable {
    /// A part of a URL.
    @_spi(Bolts) @nonexhaustive public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The path.
        case path
        /// The query as a whole.
        case query
        /// One item of the query.
        case queryItem
        /// The fragment.
        case fragment
    }

    /// The part that does not match.
    @_spi(Bolts) public let part: Part
    /// The name of the query item, or `nil` for any other part.
    @_spi(Bolts) public let itemName: String?
    /// The pattern in the form that is compared.
    @_spi(Bolts) public let pattern: String
    /// The part of the URL in the form that is compared, or `nil` if the query item is missing.
    @_spi(Bolts) public let value: String?
    /// The reason why the pattern cannot match any URL, or `nil` if it can.
    @_spi(Bolts) public let defect: String?

    init(_ mismatch: AppleRule.Mismatch, of rule: AppleRule, in text: inout ComparedText) {
        let (pattern, bytes): (ApplePattern?, [UInt8]?)
        switch mismatch {
        case .path: (part, itemName, pattern, bytes) = (.path, nil, rule.path, text.writtenPath(rule.form))
        case .fragment: (part, itemName, pattern, bytes) = (.fragment, nil, rule.fragment, text.fragment(rule.form))
        case .query:
            (part, itemName, bytes) = (.query, nil, text.query(rule.form))
            if case .whole(let whole) = rule.query { pattern = whole } else { pattern = nil }
        case .queryItem(let item, let found):
            (part, itemName, pattern, bytes) = (.queryItem, item.name, item.pattern, found)
        }
        value = bytes.map { String(decoding: $0, as: UTF8.self) }
        self.pattern = pattern?.text ?? ""
        switch pattern?.defect {
        case .undefinedVariable(let name): defect = "$(\(Clip.clip(name))) is not defined"
        case .unterminatedVariable: defect = "$( is not closed"
        case .tooComplex: defect = "the pattern has too many stars and variables"
        case nil: defect = nil
        }
    }

    /// The mismatch as a sentence.
    public var explanation: String {
        let subject: String
        switch part {
        case .path: subject = "The path \(Clip.quoted(value ?? ""))"
        case .query: subject = "The query \(Clip.quoted(value ?? ""))"
        case .fragment: subject = "The fragment \(Clip.quoted(value ?? ""))"
        case .queryItem:
            let name = Clip.quoted(itemName ?? "")
            subject =
                value.map { "The query item \(name) with the value \(Clip.quoted($0))" }
                ?? "The missing query item \(name)"
        }
        let reason = defect.map { ": \($0)" } ?? ""
        return "\(subject) does not match \(Clip.quoted(pattern))\(reason)."
    }
}
