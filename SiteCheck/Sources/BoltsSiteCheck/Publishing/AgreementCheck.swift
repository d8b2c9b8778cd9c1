@_spi(Bolts) import BoltsAssociations

/// Compares the written files with the description, as sets of URLs.
///
/// The description is read like Apple's files: decoded, with runs of slashes as one and a slash at the end of every path. Whether a
/// file opens too much is checked for every URL, even one that nobody links to on purpose, because exclusions must be effective.
/// Whether it opens too little is not checked for URLs with two slashes in a row or without a path: they open in the browser, which
/// shows the same page.
enum AgreementCheck {
    /// Returns a warning for each platform of an app that decides differently about some link, with that link.
    ///
    /// A warning of ``PlatformCheck`` with its own link is not repeated.
    static func problems(_ description: SiteDescription) -> [SiteDescriptionProblem] {
        let apple = AppleFileWriter(description).bytes.flatMap { try? AppSiteAssociation(bytes: $0) }
        let android = AssetLinksWriter(description)
        let statements = android.bytes.flatMap { try? AssetLinks(bytes: $0) }
        let windows = WindowsFileWriter(description).bytes.flatMap { try? WindowsWebLinks(bytes: $0) }
        var problems: [SiteDescriptionProblem] = []
        for (index, app) in description.apps.enumerated() {
            if let identifier = app.apple?.identifier, let apple {
                let rules = DescribedRules(description, app: app, on: .apple)
                let platform = Platform(name: "Apple's platforms", pointer: "/apps/\(index)/apple", isMarkASlash: false)
                problems += platform.problems([apple.linkRules(app: identifier)], rules, description)
            }
            if let package = app.android?.package, let statements,
                let statement = android.statements.first(where: { $0.index == index }), statement.hasDynamicRules
            {
                let written = statements.linkRules(package: package)
                let platform = Platform(
                    name: "Android",
                    pointer: "/apps/\(index)/android",
                    comparesRepeatedItems: false
                )
                problems += platform.problems([written.published, written.documented], statement.rules, description)
            }
            if let family = app.windows?.packageFamily, let windows {
                let rules = DescribedRules(description, app: app, on: .windows)
                let platform = Platform(name: "Windows", pointer: "/apps/\(index)/windows")
                problems += platform.problems([windows.linkRules(packageFamilyName: family)], rules, description)
            }
        }
        return problems
    }

    /// The URLs that sites link to: they have a path, and no two slashes in a row.
    ///
    /// Browsers add a slash if a URL has no path, and no Android rule matches only URLs without a path.
    private static let usual: LinkSet = {
        let slash = LinkPattern.Step.character(0x2F)
        let doubled = LinkPattern([.anything, slash, slash, .anything], decodes: true)
        var path = LinkPattern([slash, .anything], decodes: true)
        path.comparesMissingPath = true
        return LinkSet(LinkRules([LinkRule(path: doubled, opens: false), LinkRule(path: path, opens: true)]))
    }()

    /// Returns a link that a file opens but the description does not.
    static func excess(_ written: [LinkRules], over described: LinkRules, occurrences: Int) -> LinkSet.Content {
        content(written.map { LinkSet($0).subtracting(LinkSet(described)) }, occurrences)
    }

    private static func lack(_ written: [LinkRules], of described: LinkRules, occurrences: Int) -> LinkSet.Content {
        content(written.map { LinkSet(described).subtracting(LinkSet($0)).intersection(usual) }, occurrences)
    }

    /// The first example of several sets; not decided if no example was found and a set was not decided.
    private static func content(_ sets: [LinkSet], _ occurrences: Int) -> LinkSet.Content {
        var limits = LinkComparison.Limits()
        limits.occurrences = occurrences
        var result = LinkSet.Content.empty
        for set in sets {
            switch set.content(limits: limits) {
            case .empty: break
            case .example(let link): return .example(link)
            case .notDecided: result = .notDecided
            }
        }
        return result
    }

    private struct Platform {
        let name: String
        let pointer: String
        /// Whether links with a duplicate item are compared.
        ///
        /// Another check warns once about Android's reading of them.
        var comparesRepeatedItems = true
        /// Whether a question mark at the end of a pattern also matches a slash.
        var isMarkASlash = true

        func problems(
            _ written: [LinkRules],
            _ rules: DescribedRules,
            _ description: SiteDescription
        ) -> [SiteDescriptionProblem] {
            guard !(isMarkASlash && rules.rules.contains(where: PlatformCheck.endsInMark)) else { return [] }
            let described = rules.linkRules
            let occurrences = comparesRepeatedItems ? 2 : 1
            let host = description.exampleHost
            let excess = AgreementCheck.excess(written, over: described, occurrences: occurrences)
            let lack = AgreementCheck.lack(written, of: described, occurrences: occurrences)
            var problems: [SiteDescriptionProblem] = []
            if case .example(let link) = excess {
                let message = "https://\(host)\(link) opens on \(name), but the description does not open it."
                problems.append(warning(message, "Narrow the rules that open it, or accept that it opens there."))
            }
            if case .example(let link) = lack {
                let message =
                    "https://\(host)\(link) opens in the browser on \(name), but the description opens it in the app."
                problems.append(
                    warning(message, "Use a simpler pattern, or accept that it stays in the browser there.")
                )
            }
            if excess == .notDecided || lack == .notDecided {
                let message =
                    "It was not decided whether \(name) opens the same links as the description: the rules are too complex."
                problems.append(warning(message, "Describe the links by fewer or simpler patterns."))
            }
            return problems
        }

        private func warning(_ message: String, _ fix: String) -> SiteDescriptionProblem {
            SiteDescriptionProblem(.platformsDiffer, at: pointer, message, fix: fix, isWarning: true)
        }
    }
}

extension DescribedRules {
    /// The rules as a set of URLs, equivalent to ``rule(for:)``.
    var linkRules: LinkRules { LinkRules(rules.map { Self.linkRule($0) }) }

    /// A link that an app opens against the description because its manifest lists only paths: it cannot express queries, fragments
    /// and exclusions.
    var excludedWithinOpenPaths: LinkSet.Content {
        let paths = openings.map { LinkRule(path: Self.linkRule($0).path, opens: true) }
        var excluded = LinkRules(exclusions.map { Self.linkRule($0) })
        for index in excluded.rules.indices { excluded.rules[index].opens = true }
        return LinkSet(LinkRules(paths)).intersection(LinkSet(excluded)).content()
    }

    private static func linkRule(_ rule: Rule) -> LinkRule {
        func pattern(_ text: String, isPath: Bool = false) -> LinkPattern {
            let bytes = isPath ? PathNormalization.normalize(text.utf8) : Array(text.utf8)
            let tokens = WildcardPattern.tokens(simple: String(decoding: bytes, as: UTF8.self))
            let compiled = WildcardPattern(tokens: tokens, foldsCase: !rule.link.isCaseSensitive)
            return LinkPattern(compiled, variables: [], decodes: true, normalizes: isPath)
        }
        let items = rule.query.map { name, text in
            LinkRule.Item(name: Array(name.utf8), pattern: pattern(text), occurrence: .every)
        }
        return LinkRule(
            path: pattern(rule.link.path, isPath: true),
            fragment: rule.link.fragment.map { pattern($0) },
            query: items.isEmpty ? .anything : .items(items),
            opens: !rule.excludes
        )
    }
}
