@_spi(Bolts) import BoltsAssociations

/// Finds rules that mean different things on different platforms.
enum PlatformCheck {
    /// Returns errors for rules that a platform cannot express, and warnings for rules that a system reads differently.
    static func problems(_ description: SiteDescription) -> [SiteDescriptionProblem] {
        var problems = errors(description)
        for (index, app) in description.apps.enumerated() {
            if let android = app.android {
                let rules = DescribedRules(description, app: app, on: .android)
                problems += androidWarnings(android, rules, app.name, description.exampleHost, "/apps/\(index)/android")
                problems += markWarnings(rules) + rootWarnings(rules)
            }
            if app.windows != nil {
                let rules = DescribedRules(description, app: app, on: .windows)
                problems += markWarnings(rules) + windowsWarnings(rules)
            }
        }
        return (problems + scopeWarnings(description)).distinct()
    }

    /// Returns errors for rules that a platform cannot express, each once.
    ///
    /// It accepts rules whose values are invalid.
    static func errors(_ description: SiteDescription) -> [SiteDescriptionProblem] {
        description.apps.flatMap { app in
            app.platforms.flatMap { platform -> [SiteDescriptionProblem] in
                let rules = DescribedRules(description, app: app, on: platform).rules
                return switch platform {
                case .apple: []
                case .android: rules.flatMap(androidErrors)
                case .windows: rules.flatMap(windowsErrors)
                }
            }
        }
        .distinct()
    }

    private static func error(_ pointer: String, _ message: String) -> SiteDescriptionProblem {
        let fix = "Change the rule, or limit it to other platforms, such as platforms: [apple]."
        return SiteDescriptionProblem(.platformsDiffer, at: pointer, message, fix: fix)
    }

    private static func warning(_ pointer: String, _ message: String, _ fix: String) -> SiteDescriptionProblem {
        SiteDescriptionProblem(.platformsDiffer, at: pointer, message, fix: fix, isWarning: true)
    }

    private static func androidErrors(_ rule: DescribedRules.Rule) -> [SiteDescriptionProblem] {
        var problems: [SiteDescriptionProblem] = []
        func checkStar(_ text: String, _ pointer: String) {
            guard text.dropLast().contains("*") else { return }
            let message =
                "On Android a star ends at the first occurrence of the character after it, and elsewhere at any, so "
                + "\(Clip.quoted(text)) matches different links."
            problems.append(error(pointer, message))
        }
        checkStar(rule.link.path, rule.pointer + "/path")
        for item in rule.query { checkStar(item.pattern, "\(rule.pointer)/query/\(JSONPlace.escape(item.name))") }
        if let fragment = rule.link.fragment { checkStar(fragment, rule.pointer + "/fragment") }
        if !rule.link.isCaseSensitive {
            let message = "Android compares links with letter case; only Apple's platforms can ignore it."
            problems.append(error(rule.pointer + "/caseSensitive", message))
        }
        return problems
    }

    private static func windowsErrors(_ rule: DescribedRules.Rule) -> [SiteDescriptionProblem] {
        var problems: [SiteDescriptionProblem] = []
        if !rule.link.query.isEmpty || rule.link.fragment != nil {
            let key = rule.link.query.isEmpty ? "fragment" : "query"
            let message = "Windows compares paths only, not the query or the fragment."
            problems.append(error("\(rule.pointer)/\(key)", message))
        }
        if !rule.link.isCaseSensitive {
            let message = "Only Apple's platforms are documented to ignore letter case; Windows is not."
            problems.append(error(rule.pointer + "/caseSensitive", message))
        }
        return problems
    }

    /// An exclusion that applies to opening paths, with an example link; `nil` if all exclusions concern other paths.
    private static func excludedLink(_ rules: DescribedRules, _ host: String) -> (pointer: String, example: String)? {
        guard let first = rules.exclusions.first else { return nil }
        switch rules.excludedWithinOpenPaths {
        case .empty: return nil
        case .example(let link):
            let text = "https://\(host)\(link)"
            return (rules.rule(for: text)?.pointer ?? first.pointer, ", such as \(text)")
        case .notDecided: return (first.pointer, "")
        }
    }

    private static func androidWarnings(
        _ app: SiteDescription.AndroidApp,
        _ rules: DescribedRules,
        _ name: String,
        _ host: String,
        _ pointer: String
    ) -> [SiteDescriptionProblem] {
        var problems: [SiteDescriptionProblem] = []
        let which = app.writesDynamicRules ? "Android 14 and older" : "Android, without dynamic rules,"
        let verb = app.writesDynamicRules ? "open" : "opens"
        let known = app.writesDynamicRules ? "know" : "knows"
        if let excluded = excludedLink(rules, host) {
            let message =
                "\(which) \(verb) excluded links too\(excluded.example), because an app's manifest cannot exclude them."
            let fix =
                app.writesDynamicRules
                ? "Let \(Clip.quoted(name)) hand such a link to the browser, or open narrower paths."
                : "Remove dynamicRules: false, so that Android 15 and newer keep to the exclusions."
            problems.append(warning(excluded.pointer, message, fix))
        }
        if let first = rules.rules.first(where: { !$0.link.query.isEmpty || $0.link.fragment != nil }) {
            let message =
                "\(which) \(known) paths only, not the query or the fragment, and \(verb) every link whose path matches."
            let fix = "Let \(Clip.quoted(name)) hand other links to the browser, or limit the rule by platforms."
            problems.append(warning(first.pointer, message, fix))
        }
        if app.writesDynamicRules, let first = rules.rules.first(where: { !$0.link.query.isEmpty }) {
            let message =
                "If a query item occurs twice in a link, both must match on Apple's platforms, and one on Android."
            problems.append(warning(first.pointer + "/query", message, "Link with each item once."))
        }
        if app.isInPlayStore, app.fingerprints.count == 1 {
            let message = "The app has one fingerprint, which may be that of the upload key."
            let fix = "Compare it with Play Console, App signing: users get apps that Google signed."
            problems.append(.init(.breaksRule, at: pointer + "/fingerprints", message, fix: fix, isWarning: true))
        }
        return problems
    }

    /// Warns of a question mark that matches the slash at the end of a path on some platforms.
    private static func markWarnings(_ rules: DescribedRules) -> [SiteDescriptionProblem] {
        rules.rules.filter(endsInMark).map { rule in
            let path = rule.path
            let link = path.base.dropLast().replacing("?", with: "x") + "/"
            let message =
                "Except on Apple's platforms, the last question mark also matches a slash, so "
                + "\(Clip.quoted(path.base)) matches \(Clip.quoted(String(link))) too."
            return warning(rule.pointer + "/path", message, "Link without a slash at the end.")
        }
    }

    /// Whether the path, or the folder that it names, ends in a question mark.
    static func endsInMark(_ rule: DescribedRules.Rule) -> Bool {
        (rule.path.form == .exact || rule.path.form == .below) && rule.path.base.hasSuffix("?")
    }

    /// Warns of the start page, which Android matches only with a slash.
    private static func rootWarnings(_ rules: DescribedRules) -> [SiteDescriptionProblem] {
        rules.rules.filter { $0.path.form == .exact && $0.path.base.isEmpty }.map { rule in
            let message = "Android matches a link to the start page only if it ends in a slash."
            return warning(rule.pointer + "/path", message, "Link to the start page with the slash.")
        }
    }

    /// Warns of characters that links encode, because how Windows compares them is not documented.
    private static func windowsWarnings(_ rules: DescribedRules) -> [SiteDescriptionProblem] {
        rules.rules.filter { DescribedPattern.needsDecoding($0.link.path) }.map { rule in
            let message = "It is not documented whether Windows decodes links before it compares them."
            return warning(rule.pointer + "/path", message, "Try such a link, or write ? in place of the character.")
        }
    }

    /// Warns of rules whose limits make Apple's platforms and Android treat a link differently.
    private static func scopeWarnings(_ description: SiteDescription) -> [SiteDescriptionProblem] {
        let both: [SiteDescription.Platform] = [.apple, .android]
        let present = both.filter { platform in description.apps.contains { $0.platforms.contains(platform) } }
        guard present.count == 2 else { return [] }
        return [("open", description.open), ("exclude", description.exclude)].flatMap { key, links in
            links.enumerated().compactMap { index, link in
                guard link.apps != nil || link.platforms != nil else { return nil }
                let reached = both.filter { platform in
                    (link.platforms?.contains(platform) ?? true)
                        && description.apps.contains { app in
                            app.platforms.contains(platform) && (link.apps?.contains(app.name) ?? true)
                        }
                }
                guard reached.count == 1 else { return nil }
                let names = reached == [.apple] ? ("Apple's platforms", "Android") : ("Android", "Apple's platforms")
                let message =
                    "The rule applies on \(names.0) and not on \(names.1), so the same link behaves differently there."
                return warning("/\(key)/\(index)", message, "Keep it if this is intended.")
            }
        }
    }
}
