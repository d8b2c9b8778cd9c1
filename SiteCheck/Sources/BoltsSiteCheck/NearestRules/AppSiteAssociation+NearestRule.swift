@_spi(Bolts) import BoltsAssociations
import BoltsBase

extension AppSiteAssociation {
    /// Finds the rule that is nearest to a URL that no rule for an app matches, with bounded work; `prefixes` are those of paths
    /// that the app takes on Android.
    func nearestRule(to url: String, app: String, prefixes: [String] = []) -> NearestRule? {
        let decision = decision(for: url, app: app, tracing: true)
        guard decision.reason == .noRule else { return nil }
        var search = NearestRuleSearch(self, url: url, app: app, entry: decision.entryPlace, prefixes: prefixes)
        return search.nearest(in: decision.trace)
    }

    /// The maximum number of apps whose rules are read for a prefix.
    private static var maximumApps: Int { 16 }

    /// The narrowest prefix of paths that an app's rule for a URL opens, such as `/item/`.
    ///
    /// It is `nil` if no rule opens the URL, or the rule has another form, or an exclusion before it may be within the prefix.
    func prefix(opening url: String) -> String? {
        apps.prefix(Self.maximumApps).compactMap { app -> String? in
            let decision = decision(for: url, app: app, tracing: true)
            guard decision.outcome == .match, let rule = decision.rule?.rule, case .anything = rule.query,
                rule.fragment == nil,
                let prefix = PrefixForm.prefix(of: rule.path?.text ?? "*"),
                decision.trace.map(\.rule).areApart(from: prefix)
            else { return nil }
            return prefix
        }.max { $0.utf8.count < $1.utf8.count }
    }

    /// Finds the first rule that would match an unmatched URL if its variables matched anything, or `nil` if there is none.
    func ruleByVariables(for url: String, app: String) -> (place: JSONPlace, names: Set<String>)? {
        let decision = decision(for: url, app: app, tracing: true)
        guard decision.reason == .noRule else { return nil }
        var search = NearestRuleSearch(self, url: url, app: app, entry: decision.entryPlace)
        return search.byVariables(in: decision.trace)
    }
}

private struct NearestRuleSearch {
    private static let maximumRules = 200

    private let file: AppSiteAssociation
    private let url: URLSpelling
    private var text: String
    private let app: String
    private let entry: JSONPlace?
    private let prefixes: [String]
    private var variables: SubstitutionVariables
    private var budget = MatchBudget(steps: 2_000_000)

    init(_ file: AppSiteAssociation, url: String, app: String, entry: JSONPlace?, prefixes: [String] = []) {
        self.file = file
        self.app = app
        self.url = URLSpelling(url)
        text = url
        self.entry = entry
        self.prefixes = prefixes
        variables = SubstitutionVariables(file.file.document.root["applinks"]?["substitutionVariables"])
    }

    mutating func nearest(in trace: [UniversalLinkDecision.Step]) -> NearestRule {
        let allowing = trace.filter { !$0.rule.excludes }
        guard let first = allowing.first else {
            let cause = trace.isEmpty ? "the app's entry has no rules" : "all rules for the app exclude URLs"
            return NearestRule(place: entry, cause: cause, change: addition(.component))
        }
        for step in allowing.prefix(Self.maximumRules) {
            if let nearest = nearest(step.rule.rule) { return nearest }
        }
        if let step = allowing.first(where: { $0.mismatch.part != .path }) { return condition(step) }
        let patterns = nearestFirst(allowing.compactMap(\.rule.rule.written)).prefix(3).map { Clip.clip($0) }
        let more = allowing.count > patterns.count ? " and \(allowing.count - patterns.count) more" : ""
        let form: RuleChange.Form = first.rule.rule.node.isObject ? .component : .pathString
        let path = Clip.clip(url.path) + (url.route == nil ? "" : " (what follows # is no part of it)")
        if form == .component, let (rule, change) = routed() {
            return NearestRule(
                place: rule.node.place,
                cause: "no rule allows the path \(path), only \(rule.written.map { Clip.clip($0) } ?? "*")",
                change: change
            )
        }
        guard let near = nearestLink(allowing.map(\.rule.rule)) else {
            return NearestRule(
                place: allowing.count == 1 ? first.rule.place : entry,
                cause: "no rule allows the path \(path)"
                    + (patterns.isEmpty ? "" : ", only \(patterns.joined(separator: ", "))\(more)"),
                change: addition(form, of: pattern(beside: trace.map(\.rule)))
            )
        }
        let shown = near.rule.written.map { Clip.clip($0) } ?? "*"
        return NearestRule(
            place: near.rule.node.place,
            cause: "no rule allows the path \(path)"
                + (allowing.count == 1 ? ", only \(shown)" : "; the nearest is for \(shown)"),
            change: addition(form, RuleChange.Alternative(link: near.link, pattern: slip(near.rule)))
        )
    }

    /// Patterns in order, those that begin as the URL's path does first.
    private func nearestFirst(_ patterns: [String]) -> [String] {
        let lengths = patterns.map { zip($0.utf8, url.path.utf8).prefix { $0 == $1 }.count }
        let order = patterns.indices.sorted { (-lengths[$0], $0) < (-lengths[$1], $1) }
        return order.map { patterns[$0] }
    }

    mutating func byVariables(in trace: [UniversalLinkDecision.Step]) -> (place: JSONPlace, names: Set<String>)? {
        for step in trace.prefix(Self.maximumRules) where !step.rule.excludes {
            let rule = step.rule.rule
            var names: Set<String> = []
            func freed(_ pattern: ApplePattern, isPath: Bool = false) -> ApplePattern {
                let text = Self.freed(pattern.text, &names)
                return ApplePattern(text, isPath: isPath, foldsCase: rule.form.foldsCase, variables: &variables)
            }
            let other = rule.with(rule.form, path: rule.path.map { freed($0, isPath: true) }) { freed($0) }
            if !names.isEmpty, compare(other, variables.compiled) { return (rule.node.place, names) }
        }
        return nil
    }

    /// A pattern with a star instead of each variable, whose names are collected.
    private static func freed(_ text: String, _ names: inout Set<String>) -> String {
        var result = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "$(") {
            let end = rest[start.upperBound...].firstIndex(of: ")")
            names.insert(String(rest[start.upperBound..<(end ?? rest.endIndex)]))
            result += rest[..<start.lowerBound] + "*"
            rest = end.map { rest[rest.index(after: $0)...] } ?? ""
        }
        return result + rest
    }

    /// The pattern for the folder of the URL, in the form of the other rules or of the app's own filters, or `nil` if these show
    /// none, or an exclusion may be within it.
    private func pattern(beside rules: [UniversalLinkRule]) -> String? {
        let others = rules.filter { !$0.excludes }.map { $0.rule.written ?? "*" }
        guard let pattern = PrefixForm.pattern(for: url.path, like: others, or: prefixes) else { return nil }
        return rules.areApart(from: String(pattern.dropLast())) ? pattern : nil
    }

    /// The rule that takes the route behind the number sign as a path, and the change to one that takes it as the fragment.
    private mutating func routed() -> (rule: AppleRule, change: RuleChange)? {
        guard let fragment = url.fragment, let route = url.route,
            case let decision = file.decision(for: url.with(route: route), app: app), decision.outcome == .match,
            let rule = decision.rule?.rule, let pattern = rule.written
        else { return nil }
        let member = "\"#\": \(JSONString.quoted(fragment.prefix { $0 != "/" } + pattern))"
        let change = addition(.component, RuleChange.Alternative(link: route), member: member)
        guard case .addRule(_, .componentWith, _) = change else { return nil }
        return (rule, change)
    }

    private mutating func addition(
        _ form: RuleChange.Form,
        of pattern: String? = nil,
        _ instead: RuleChange.Alternative = .init(),
        member own: String? = nil
    ) -> RuleChange {
        guard form == .component, let index = file.file.entry(for: app) else {
            return .addRule(path: pattern ?? url.path, form: form, instead: instead)
        }
        let defaults = AppleComponentMembers(file.file.entries[index].node["defaults"])
            .merging(AppleComponentMembers(file.file.document.root["applinks"]?["defaults"]))
        let written = pattern ?? url.path
        let path = defaults.isPercentEncoded ? written : WebURLText.decoded(written)
        // The component's other members come from the defaults, unless the defaults prevent it from matching the URL.
        let exclude = defaults.exclude.map(LooseBoolean.value) ?? false ? ["\"exclude\": false"] : []
        var choices = [[own].compactMap(\.self)]
        for (member, name) in [(defaults.query, "?"), (own == nil ? defaults.fragment : nil, "#")] where member != nil {
            choices += choices.map { $0 + ["\"\(name)\": \"*\""] }
        }
        let members = choices.lazy.map { ($0 + exclude).joined(separator: ", ") }
        let needed = members.first { takes("{\($0)}", defaults) } ?? ""
        return .addRule(path: path, form: needed.isEmpty ? form : .componentWith(needed), instead: instead)
    }

    /// Whether a component for every path matches the URL when it uses the given defaults.
    private mutating func takes(_ component: String, _ defaults: AppleComponentMembers) -> Bool {
        guard let document = try? JSONDocument(Array(component.utf8)) else { return false }
        var defaults = defaults
        defaults.path = nil
        var compiler = AppleRuleCompiler(variables: variables)
        let rule = compiler.rule(component: document.root, defaults: defaults)
        return compare(rule, compiler.variables.compiled)
    }

    /// The nearest link that a rule allows and the entry opens, with the rule; `nil` for an excluded URL, because a suggestion
    /// would evade the exclusion.
    private mutating func nearestLink(_ rules: [AppleRule]) -> (link: String, rule: AppleRule)? {
        let open = rules.filter { compare($0.with($0.form, path: nil) { $0 }, file.file.variables) }
        guard !budget.isExhausted,
            case .found(let near) = NearestPath.find(url.path, open.map { file.file.linkRule($0) }),
            url.isSamePage(near.spelling, by: [open[near.rule].written ?? ""]),
            file.decision(for: url.with(path: near.spelling), app: app).outcome == .match
        else { return nil }
        return (url.link(near.spelling), open[near.rule])
    }

    /// Returns the slip in a rule's path, if the fixed rule matches the URL.
    private mutating func slip(_ rule: AppleRule) -> PatternSlip? {
        guard let slip = PatternSlip(rule.written ?? "", url.path), matches(rule, in: rule.form, path: slip.fixed)
        else {
            return nil
        }
        return slip
    }

    /// Explains a rule whose path matches but whose other condition does not.
    private func condition(_ step: UniversalLinkDecision.Step) -> NearestRule {
        let mismatch = step.mismatch
        let pattern = Clip.clip(mismatch.pattern)
        let (name, value) = (mismatch.itemName ?? "", Clip.quoted(mismatch.value ?? ""))
        let (cause, change): (String, RuleChange) =
            switch mismatch.part {
            case .queryItem where mismatch.value == nil:
                ("the rule wants the query item \(Clip.quoted(name)), which the URL lacks", .addQueryItem(name))
            case .queryItem:
                (
                    "the query item \(Clip.quoted(name)) has the value \(value), and the rule wants \(pattern)",
                    .writeItemPattern(name)
                )
            case .query: ("the query \(value) does not match \(pattern)", .writeQueryPattern)
            default: ("the fragment \(value) does not match \(pattern)", .writeFragmentPattern)
            }
        return NearestRule(place: step.rule.place, cause: cause, change: change)
    }

    /// Tries a rule in other forms and with its path corrected.
    private mutating func nearest(_ rule: AppleRule) -> NearestRule? {
        let isPathString = !rule.node.isObject
        let pattern = rule.written ?? "*"
        let corrections = PathCorrections(pattern: pattern, path: url.path, host: url.host)
        func result(_ cause: String, _ change: RuleChange) -> NearestRule {
            NearestRule(place: rule.node.place, cause: cause, change: change)
        }
        let form = rule.form
        if let nearest = escapes(rule, pattern) { return nearest }
        if !form.foldsCase, matches(rule, in: ComparedForm(foldsCase: true, decodes: form.decodes)) {
            let corrected = corrections.inCaseOfPath
            let change: RuleChange
            if let corrected, matches(rule, in: form, path: corrected) {
                change = isPathString ? .writePath(corrected) : .writePathOrIgnoreCase(corrected)
            } else {
                change = isPathString ? .writePathInCaseOfLinks : .ignoreCase
            }
            let part = corrected == nil || corrected == pattern ? "the URL" : "the path"
            var nearest = result("\(part) differs in letter case from \(Clip.clip(pattern))", change)
            nearest.link = nearestLink([rule])?.link
            return nearest
        }
        // A parameter of a router is to be replaced, not encoded.
        if RouterParameters.first(in: pattern) == nil,
            matches(rule, in: ComparedForm(foldsCase: form.foldsCase, decodes: !form.decodes))
        {
            if form.decodes {
                return result(
                    "\"percentEncoded\": false decodes the URL and not the pattern \(Clip.clip(pattern))",
                    .writePathWithoutEscapes
                )
            }
            let cause = "the URL is percent-encoded and the pattern \(Clip.clip(pattern)) is not"
            if matches(rule, in: form, path: corrections.encoded) {
                return result(cause, .writePath(corrections.encoded))
            }
            // A question mark matches one byte of an escape.
            if !isPathString { return result(cause, .decodeLinks) }
        }
        for correction in corrections.all where matches(rule, in: form, path: correction.text) {
            return result(correction.cause, .writePath(correction.text))
        }
        return nil
    }

    /// Tries a link and a rule whose escapes differ in letter case, which Apple compares; the fix changes the one with lower-case
    /// digits.
    private mutating func escapes(_ rule: AppleRule, _ pattern: String) -> NearestRule? {
        let shown = Clip.clip(pattern)
        let written = text
        let upper = PathCorrections.withUpperEscapes(written)
        if upper != written {
            text = upper
            defer { text = written }
            if matches(rule, in: rule.form) {
                let decoded = WebURLText.decoded(pattern)
                let decodes = ComparedForm(foldsCase: rule.form.foldsCase, decodes: true)
                let isDecodable = rule.node.isObject && decoded != pattern && matches(rule, in: decodes, path: decoded)
                return NearestRule(
                    place: rule.node.place,
                    cause: "the link's escapes have small letters, but those of \(shown) have capitals",
                    change: .writeLink(URLSpelling(upper).tail, decodedPath: isDecodable ? decoded : nil)
                )
            }
        }
        let corrected = PathCorrections.withUpperEscapes(pattern)
        guard corrected != pattern, matches(rule, in: rule.form, path: corrected) else { return nil }
        return NearestRule(
            place: rule.node.place,
            cause: "the escapes of \(shown) have small letters, but the link's have capitals",
            change: .writePath(corrected)
        )
    }

    private mutating func matches(_ rule: AppleRule, in form: ComparedForm, path text: String? = nil) -> Bool {
        guard !budget.isExhausted else { return false }
        func pattern(_ text: String, isPath: Bool = false) -> ApplePattern {
            ApplePattern(text, isPath: isPath, foldsCase: form.foldsCase, variables: &variables)
        }
        let path = (text ?? rule.path?.text).map { pattern($0, isPath: true) }
        return compare(rule.with(form, path: path) { pattern($0.text) }, variables.compiled)
    }

    private mutating func compare(_ rule: AppleRule, _ variables: [PatternVariable]) -> Bool {
        rule.matches(text, variables, &budget)
    }
}

extension AppleRule {
    /// The path as written, without the trailing slash that the comparison adds.
    var written: String? { (node.isObject ? node["/"]?.string : node.string) ?? path?.text }

    /// The rule in a form and with a path, and with its other patterns replaced.
    fileprivate func with(
        _ form: ComparedForm,
        path: ApplePattern?,
        _ replacement: (ApplePattern) -> ApplePattern
    ) -> AppleRule {
        let query: Query =
            switch query {
            case .anything: .anything
            case .whole(let whole): .whole(replacement(whole))
            case .items(let items): .items(items.map { Item(name: $0.name, pattern: replacement($0.pattern)) })
            }
        let fragment = fragment.map(replacement)
        return AppleRule(node: node, excludes: excludes, form: form, path: path, fragment: fragment, query: query)
    }
}

extension [UniversalLinkRule] {
    /// Whether no exclusion can be within a prefix of paths.
    fileprivate func areApart(from prefix: String) -> Bool {
        filter(\.excludes).allSatisfy { rule in
            let folds = rule.rule.form.foldsCase
            let path = String((rule.rule.path?.text ?? "").prefix { !"*?$".contains($0) })
            let (start, prefix) = folds ? (path.lowercased(), prefix.lowercased()) : (path, prefix)
            return !start.hasPrefix(prefix) && !prefix.hasPrefix(start)
        }
    }
}
