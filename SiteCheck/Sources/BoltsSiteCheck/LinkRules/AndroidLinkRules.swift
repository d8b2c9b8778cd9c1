@_spi(Bolts) import BoltsAssociations

/// The links that statements let an Android app open, in two readings.
///
/// Google's documentation and Android's source code differ in details. A link is decided if they agree.
struct AndroidLinkRules: Sendable {
    /// The rules according to Google's documentation.
    let documented: LinkRules
    /// The rules according to Android's published source code.
    let published: LinkRules
    let rules: DynamicRules?

    init(_ statements: some Sequence<AssetStatement>, package: String) {
        var isStated = false
        var found: JSONNode?
        for statement in statements where statement.relations.contains(.handleAllURLs) {
            guard case .androidApp(package, _) = statement.target else { continue }
            isStated = true
            found = found ?? DynamicRules.node(in: statement.node)
        }
        guard let found, let rules = try? DynamicRules(found) else {
            let all = isStated ? LinkRules.everything : .nothing
            self.init(documented: all, published: all, rules: nil)
            return
        }
        self.init(rules)
    }

    init(_ rules: DynamicRules) {
        let inSource = rules.rules.map(Self.published)
        let known = inSource.compactMap { $0 }
        self.init(
            documented: LinkRules(rules.rules.map(Self.documented)),
            published: known.count == inSource.count ? LinkRules(known) : .notComparable,
            rules: rules
        )
    }

    private init(documented: LinkRules, published: LinkRules, rules: DynamicRules?) {
        self.documented = documented
        self.published = published
        self.rules = rules
    }

    /// Whether other statements let the app open the same links because their rules are equal.
    ///
    /// Rules that cannot be compared as sets are equal if they are spelled alike.
    func isEqual(to other: AndroidLinkRules) -> Bool {
        guard documented == other.documented, published == other.published else { return false }
        return published.isComparable || rules?.rules.map(\.node.text) == other.rules?.rules.map(\.node.text)
    }

    func text(_ rule: Int) -> (text: String, place: JSONPlace)? {
        guard let rules, rules.rules.indices.contains(rule) else { return nil }
        let found = rules.rules[rule]
        var words: [String] = []
        if let path = found.path { words.append(path.text) }
        words += found.query.map { "\($0.name)=\($0.pattern.text)" }
        if let fragment = found.fragment { words.append("#" + fragment.text) }
        return (words.joined(separator: " "), found.node.place)
    }

    // MARK: - Google's documentation

    private static func documented(_ rule: DynamicRules.Rule) -> LinkRule {
        func pattern(_ source: AndroidPattern) -> LinkPattern {
            LinkPattern(documentedSteps(source.text), decodes: true)
        }
        let items = rule.query.map { name, source in
            LinkRule.Item(name: Array(name.utf8), pattern: pattern(source), occurrence: .any)
        }
        return LinkRule(
            path: rule.path.map { onPath(pattern($0)) },
            fragment: rule.fragment.map(pattern),
            query: items.isEmpty ? .anything : .items(items),
            opens: !rule.excludes
        )
    }

    /// Android's `Uri` has an empty path for a URL without one.
    private static func onPath(_ pattern: LinkPattern) -> LinkPattern {
        var pattern = pattern
        pattern.comparesMissingPath = true
        return pattern
    }

    /// A star ends at the first occurrence of the character after it.
    private static func documentedSteps(_ text: String) -> [LinkPattern.Step] {
        let scalars = Array(text.unicodeScalars)
        var steps: [LinkPattern.Step] = []
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if scalar == "?" {
                steps.append(.anyCharacter)
            } else if scalar == "*" {
                while index < scalars.count, scalars[index] == "*" { index += 1 }
                guard index < scalars.count else {
                    steps.append(.anything)
                    break
                }
                if scalars[index] == "?" { continue }
                steps.append(.upTo(scalars[index].value))
                index += 1
            } else {
                steps.append(.character(scalar.value))
            }
        }
        return steps
    }

    // MARK: - Android's source code

    /// Returns the rule as `UriRelativeFilterGroup` and `PatternMatcher` compare it, or `nil` if that is not known here.
    private static func published(_ rule: DynamicRules.Rule) -> LinkRule? {
        var items: [LinkRule.Item] = []
        for (name, source) in rule.query {
            // Android also interprets wildcards in a name.
            guard !name.contains(where: { $0 == "*" || $0 == "?" }), let pattern = publishedPattern(source) else {
                return nil
            }
            items.append(LinkRule.Item(name: Array(name.utf8), pattern: pattern, occurrence: .anyWithEqualsSign))
        }
        var path: LinkPattern?
        if let source = rule.path {
            guard let pattern = publishedPattern(source) else { return nil }
            path = onPath(pattern)
        }
        var fragment: LinkPattern?
        if let source = rule.fragment {
            guard var pattern = publishedPattern(source) else { return nil }
            pattern.requiresPresence = true
            fragment = pattern
        }
        // A group without filters never matches.
        if path == nil, fragment == nil, items.isEmpty { path = LinkPattern([.never], decodes: true) }
        return LinkRule(
            path: path,
            fragment: fragment,
            query: items.isEmpty ? .anything : .items(items),
            opens: !rule.excludes
        )
    }

    private static func publishedPattern(_ source: AndroidPattern) -> LinkPattern? {
        guard let steps = publishedSteps(source.text) else { return nil }
        var pattern = LinkPattern(steps, decodes: true)
        pattern.countsUTF16 = true
        return pattern
    }

    private static func publishedSteps(_ text: String) -> [LinkPattern.Step]? {
        let scalars = text.unicodeScalars.map(\.value)
        let star = UInt32(UInt8(ascii: "*"))
        let mark = UInt32(UInt8(ascii: "?"))
        let dot = UInt32(UInt8(ascii: "."))
        let backslash = UInt32(UInt8(ascii: "\\"))
        // Android would compare the two UTF-16 halves of such a character separately.
        guard scalars.allSatisfy({ $0 <= 0xFFFF }) else { return nil }
        guard scalars.contains(where: { $0 == star || $0 == mark }) else { return scalars.map { .character($0) } }
        if scalars.last == star, !scalars.dropLast().contains(where: { $0 == star || $0 == mark }) {
            return scalars.dropLast().map { .character($0) } + [.anything]
        }
        var glob: [UInt32] = []
        for scalar in scalars {
            switch scalar {
            case star: glob += [dot, star]
            case mark: glob.append(dot)
            case dot, backslash: glob += [backslash, scalar]
            default: glob.append(scalar)
            }
        }
        return steps(glob: glob, star: star, dot: dot, backslash: backslash)
    }

    /// Reads a simple glob like `PatternMatcher`, in one pass; `nil` for one that sets cannot express.
    fileprivate static func steps(glob: [UInt32], star: UInt32, dot: UInt32, backslash: UInt32) -> [LinkPattern.Step]? {
        var steps: [LinkPattern.Step] = []
        var index = 0
        while index < glob.count {
            var unit = glob[index]
            index += 1
            let isEscaped = unit == backslash
            if isEscaped {
                guard index < glob.count else { return nil }
                unit = glob[index]
                index += 1
            }
            let isWildcard = unit == dot && !isEscaped
            guard index < glob.count, glob[index] == star else {
                steps.append(isWildcard ? .anyCharacter : .character(unit))
                continue
            }
            guard isWildcard else { return nil }
            index += 1
            guard index < glob.count else {
                steps.append(.anything)
                break
            }
            if glob[index] == backslash { index += 1 }
            guard index < glob.count else { return nil }
            // The next unit is searched for literally, even if it is a dot, which otherwise matches any unit.
            steps.append(.upTo(glob[index]))
            index += 1
        }
        return steps
    }
}

extension LinkPattern {
    /// Returns the steps of a simple glob of Android's `PatternMatcher` in a manifest, or `nil` for one that cannot be compared
    /// as a set.
    static func steps(simpleGlob text: String) -> [Step]? {
        let scalars = text.unicodeScalars.map(\.value)
        // Android would compare the two UTF-16 halves of such a character separately.
        guard scalars.allSatisfy({ $0 <= 0xFFFF }) else { return nil }
        return AndroidLinkRules.steps(
            glob: scalars,
            star: UInt32(UInt8(ascii: "*")),
            dot: UInt32(UInt8(ascii: ".")),
            backslash: UInt32(UInt8(ascii: "\\"))
        )
    }
}

extension AssetLinks {
    /// Returns the links that the file's own statements let an app open.
    func linkRules(package: String) -> AndroidLinkRules { AndroidLinkRules(statements, package: package) }
}
