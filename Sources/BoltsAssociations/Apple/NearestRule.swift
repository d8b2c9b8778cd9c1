import BoltsBase

/// The rule of an app's entry that comes nearest to a URL that none matches, and the one change that would make it match.
///
/// Whatever it proposes was tried: the changed rule matches the URL.
package struct NearestRule: Sendable, Hashable {
    /// The place of the rule, or of the entry if no rule comes near.
    package let place: JSONPlace?
    /// Why the rule does not match, as one sentence without a full stop.
    package let cause: String
    /// What to change, as one or two sentences.
    package let change: String
    /// Whether the rule stands in the string form, `paths`.
    package let isPathString: Bool
}

extension AppSiteAssociation {
    /// Finds the rule that comes nearest to a URL that no rule for an app matches.
    ///
    /// The work is bounded, however large the file is.
    ///
    /// - Parameters:
    ///   - url: The URL that is followed.
    ///   - app: The app's identifier.
    /// - Returns: The rule and the change, or `nil` if the file does not name the app or a rule matches.
    package func nearestRule(to url: String, app: String) -> NearestRule? {
        let decision = decision(for: url, app: app, tracing: true)
        guard decision.reason == .noRule else { return nil }
        var search = NearestRuleSearch(self, url: url, entry: decision.entryPlace)
        return search.nearest(in: decision.trace)
    }
}

/// The search for a ``NearestRule``.
private struct NearestRuleSearch {
    /// How many rules of an entry are compared in other forms.
    private static let maximumRules = 200

    private let url: String
    /// The URL's path as it is written, at least a slash.
    private let path: String
    private let host: String
    private let entry: JSONPlace?
    private var variables: SubstitutionVariables
    private var budget = MatchBudget(steps: 2_000_000)

    init(_ file: AppSiteAssociation, url: String, entry: JSONPlace?) {
        self.url = url
        var rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        host = String(rest.prefix { $0 != "/" && $0 != ":" }).lowercased()
        path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
        self.entry = entry
        variables = SubstitutionVariables(file.file.document.root["applinks"]?["substitutionVariables"])
    }

    mutating func nearest(in trace: [UniversalLinkDecision.Step]) -> NearestRule {
        let allowing = trace.filter { !$0.rule.excludes }
        guard let first = allowing.first else {
            let cause = trace.isEmpty ? "the app's entry has no rules" : "all rules for the app exclude URLs"
            return NearestRule(place: entry, cause: cause, change: addition(isPathString: false), isPathString: false)
        }
        for step in allowing.prefix(Self.maximumRules) {
            if let nearest = nearest(step.rule.rule) { return nearest }
        }
        if let step = allowing.first(where: { $0.mismatch.part != .path }) { return condition(step) }
        let isPathString = !first.rule.rule.node.isObject
        let patterns = allowing.prefix(3).compactMap { $0.rule.path.map { Clip.clip($0) } }
        let more = allowing.count > patterns.count ? " and \(allowing.count - patterns.count) more" : ""
        return NearestRule(
            place: allowing.count == 1 ? first.rule.place : entry,
            cause: "no rule allows the path \(Clip.clip(path))"
                + (patterns.isEmpty ? "" : ", only \(patterns.joined(separator: ", "))\(more)"),
            change: addition(isPathString: isPathString),
            isPathString: isPathString
        )
    }

    private func addition(isPathString: Bool) -> String {
        let rule = isPathString ? Clip.quoted(path) : "{\"/\": \(Clip.quoted(path))}"
        return "Add \(rule) if the app is to open it, or link to a path that a rule allows."
    }

    /// Explains a rule whose path matches and whose other condition does not.
    private func condition(_ step: UniversalLinkDecision.Step) -> NearestRule {
        let mismatch = step.mismatch
        let pattern = Clip.clip(mismatch.pattern)
        let (cause, change) =
            switch mismatch.part {
            case .queryItem where mismatch.value == nil:
                (
                    "the rule wants the query item \(Clip.quoted(mismatch.itemName ?? "")), which the URL lacks",
                    "Link with ?\(Clip.clip(mismatch.itemName ?? ""))=…, or remove the item from \"?\"."
                )
            case .queryItem:
                (
                    "the query item \(Clip.quoted(mismatch.itemName ?? "")) has the value "
                        + "\(Clip.quoted(mismatch.value ?? "")), and the rule wants \(pattern)",
                    "Write a pattern for the item that matches the value."
                )
            case .query:
                (
                    "the query \(Clip.quoted(mismatch.value ?? "")) does not match \(pattern)",
                    "Write a pattern that matches the query, or remove \"?\"."
                )
            default:
                (
                    "the fragment \(Clip.quoted(mismatch.value ?? "")) does not match \(pattern)",
                    "Write a pattern that matches the fragment, or remove \"#\"."
                )
            }
        return NearestRule(
            place: step.rule.place,
            cause: cause,
            change: change,
            isPathString: !step.rule.rule.node.isObject
        )
    }

    /// Tries a rule in other forms and with its path corrected.
    private mutating func nearest(_ rule: AppleRule) -> NearestRule? {
        let isPathString = !rule.node.isObject
        let written = rule.node.isObject ? rule.node["/"]?.string : rule.node.string
        let pattern = written ?? rule.path?.text ?? "*"
        func result(_ cause: String, _ change: String) -> NearestRule {
            NearestRule(place: rule.node.place, cause: cause, change: change, isPathString: isPathString)
        }
        let form = rule.form
        if !form.foldsCase, matches(rule, in: ComparedForm(foldsCase: true, decodes: form.decodes)) {
            let other = "add \"caseSensitive\": false"
            let corrected = corrected(pattern)
            let change: String
            if let corrected, matches(rule, in: form, path: corrected) {
                change = "Write \(Clip.clip(corrected))\(isPathString ? "" : ", or \(other)")."
            } else {
                change =
                    isPathString ? "Write the path in the letter case of the links." : "A" + other.dropFirst() + "."
            }
            let part = corrected == nil || corrected == pattern ? "the URL" : "the path"
            return result("\(part) differs in letter case from \(Clip.clip(pattern))", change)
        }
        if matches(rule, in: ComparedForm(foldsCase: form.foldsCase, decodes: !form.decodes)) {
            return form.decodes
                ? result(
                    "\"percentEncoded\": false decodes the URL and not the pattern \(Clip.clip(pattern))",
                    "Write the pattern without percent escapes, or remove \"percentEncoded\"."
                )
                : result(
                    "the URL is percent-encoded and the pattern \(Clip.clip(pattern)) is not",
                    "Write \(Clip.clip(encoded(pattern)))."
                )
        }
        for (text, cause) in candidates(pattern) where matches(rule, in: form, path: text) {
            return result(cause, "Write \(Clip.clip(text)).")
        }
        return nil
    }

    /// Returns the pattern with its literal beginning in the letter case of the URL.
    private func corrected(_ pattern: String) -> String? {
        let literal = pattern.utf8.prefix {
            $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "$")
        }
        let start = path.utf8.prefix(literal.count)
        guard start.elementsEqual(literal, by: { $0.asciiLowercased == $1.asciiLowercased }) else { return nil }
        return String(decoding: start, as: UTF8.self)
            + String(decoding: pattern.utf8.dropFirst(literal.count), as: UTF8.self)
    }

    private func encoded(_ pattern: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in pattern.utf8 {
            if byte > 0x20, byte < 0x7F {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Corrections of a path pattern, each with what is wrong with it now.
    private func candidates(_ pattern: String) -> [(text: String, cause: String)] {
        let shown = Clip.clip(pattern)
        var list: [(String, String)] = []
        func add(_ text: String, _ cause: String) {
            if text != pattern, !text.isEmpty { list.append((text, cause)) }
        }
        let start = pattern.drop(while: \.isWhitespace)
        let trimmed = start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
        add(trimmed, "the pattern \"\(shown)\" has a blank at an end")
        if let scheme = trimmed.firstRange(of: "://") {
            let rest = trimmed[scheme.upperBound...]
            add(
                rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "*",
                "the pattern \(shown) has a scheme and a host"
            )
        } else if !trimmed.hasPrefix("/"), let slash = trimmed.firstIndex(of: "/"),
            trimmed[..<slash].contains("."), isHost(trimmed[..<slash])
        {
            add(String(trimmed[slash...]), "the pattern \(shown) begins with a host, and paths have none")
        }
        for mark in ["?", "#"] as [Character] {
            guard let index = trimmed.firstIndex(of: mark) else { continue }
            let name = mark == "?" ? "query" : "fragment"
            add(String(trimmed[..<index]), "the pattern \(shown) has a \(name), which is no part of the path")
        }
        let plain =
            trimmed.replacing("(.*)", with: "*").replacing(".*", with: "*").replacing(".+", with: "?*").replacing(
                "\\/",
                with: "/"
            )
            .replacing("\\.", with: ".").replacing("^", with: "").replacing("$", with: "")
        if !trimmed.contains("$(") {
            add(plain, "the pattern \(shown) is a regular expression, of which only * and ? mean something")
        }
        add(trimmed.hasSuffix("/") ? trimmed + "*" : trimmed + "/*", "the pattern \(shown) is for that path alone")
        if trimmed.hasSuffix("/*") {
            add(String(trimmed.dropLast(2)), "the pattern \(shown) wants something behind the slash")
        }
        return list
    }

    /// Whether a text is the URL's host, perhaps with a wildcard.
    private func isHost(_ text: Substring) -> Bool {
        let name = text.lowercased()
        guard name.hasPrefix("*") else { return name == host }
        let rest = name.drop { $0 == "*" || $0 == "." }
        return !rest.isEmpty && (host == rest || host.hasSuffix("." + rest))
    }

    private mutating func matches(_ rule: AppleRule, in form: ComparedForm, path text: String? = nil) -> Bool {
        guard !budget.isExhausted else { return false }
        func pattern(_ pattern: ApplePattern, isPath: Bool = false) -> ApplePattern {
            ApplePattern(pattern.text, isPath: isPath, foldsCase: form.foldsCase, variables: &variables)
        }
        let query: AppleRule.Query =
            switch rule.query {
            case .anything: .anything
            case .whole(let whole): .whole(pattern(whole))
            case .items(let items):
                .items(items.map { AppleRule.Item(name: $0.name, pattern: pattern($0.pattern)) })
            }
        let path =
            text.map { ApplePattern($0, isPath: true, foldsCase: form.foldsCase, variables: &variables) }
            ?? rule.path.map { pattern($0, isPath: true) }
        let other = AppleRule(
            node: rule.node,
            excludes: rule.excludes,
            form: form,
            path: path,
            fragment: rule.fragment.map { pattern($0) },
            query: query
        )
        var url = url
        return url.withUTF8 { bytes in
            guard let parts = unsafe URLParts(bytes) else { return false }
            var compared = unsafe ComparedText(bytes, parts: parts)
            return other.mismatch(&compared, variables.compiled, &budget) == nil && !budget.isExhausted
        }
    }
}
