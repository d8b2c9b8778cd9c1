@_spi(Bolts) import BoltsAssociations
import Foundation

/// Finds mistakes in the paths of an intent filter.
extension AndroidAppCheck {
    func paths(_ filter: AndroidIntentFilter) -> [Finding] {
        let wrong = filter.paths.map { path($0, filter) }
        let matches = wrong.contains(nil)
        let removal = removal(filter)
        var findings = Self.joined(
            wrong.compactMap { $0.map { beside($0, filter, matches: matches, removal: removal) } }
        )
        let newer = filter.paths.filter { $0.kind == .suffix || $0.kind == .advancedPattern }.map(\.kind.rawValue)
        if let minimum = app.minimumSDK, minimum < 31, let name = newer.first {
            let message =
                "\(filter.origin.written(name, nil)) is ignored before API level 31, but the app runs from \(minimum) on."
            findings.append(finding(.androidAppNewerAttribute, message, filter))
        } else if let minimum = app.minimumSDK, minimum < 35, filter.hasGroups {
            let message =
                "uri-relative-filter-group is ignored before API level 35, but the app runs from \(minimum) on."
            findings.append(finding(.androidAppNewerAttribute, message, filter))
        }
        return findings
    }

    /// The findings on a filter's paths; those of one kind without edits are one.
    private static func joined(_ findings: [Finding]) -> [Finding] {
        struct Kind: Hashable {
            let rule: AssociationRule
            let severity: AssociationRule.Severity
        }
        var kinds: [(first: Finding, more: Int)] = []
        var places: [Kind: Int] = [:]
        for finding in findings.distinct() {
            let kind = Kind(rule: finding.rule, severity: finding.severity)
            if finding.change == nil, let place = places[kind] {
                kinds[place].more += 1
                continue
            }
            if finding.change == nil { places[kind] = kinds.count }
            kinds.append((finding, 0))
        }
        return kinds.map { first, more in
            let rest = "The same is true of \(more) more path\(more == 1 ? "" : "s") of the filter."
            return more == 0 ? first : first.with(message: "\(first.message) \(rest)")
        }
    }

    /// A finding on a path, given the others of its filter.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - filter: The filter.
    ///   - matches: Whether one of the paths matches links, which still open the app.
    ///   - removal: The filter's ``removal(_:)``.
    /// - Returns: The finding on it there.
    private func beside(
        _ finding: Finding,
        _ filter: AndroidIntentFilter,
        matches: Bool,
        removal: String?
    ) -> Finding {
        let isWeaker = matches && finding.severity == .error
        let nothing = finding.rule == .androidAppPathNoSlash ? ", so it matches nothing" : ""
        let message =
            isWeaker ? "\(finding.message.dropLast())\(nothing); the filter's other paths match." : finding.message
        let severity = isWeaker ? .warning : finding.severity
        guard let removal, finding.isOfEveryPath else { return finding.with(message: message, severity: severity) }
        return self.finding(finding.rule, message, filter, fix: removal).with(severity: severity, detail: .needless)
    }

    /// The fix of a path that, once repaired, would be every path: another one limits the filter; `nil` if none does.
    func removal(_ filter: AndroidIntentFilter) -> String? {
        let paths = filter.paths.distinct()
        let limit = paths.first { own in
            guard let finding = path(own, filter) else { return !own.isEveryPath }
            return !finding.isOfEveryPath
        }
        guard let limit else { return nil }
        let written = filter.origin.written(limit.kind.rawValue, Clip.clip(limit.text))
        return paths.count == 2
            ? "Remove it: \(written) is enough." : "Remove it: the other paths, such as \(written), are enough."
    }

    /// The finding on a path that another one would repair, with the edit, unless the other one needs a change that is no edit.
    private func repaired(
        _ rule: AssociationRule,
        _ message: String,
        _ path: AndroidIntentFilter.Path,
        as new: AndroidIntentFilter.Path,
        _ filter: AndroidIntentFilter
    ) -> Finding {
        let next = self.path(new, filter)
        if let next, next.change == nil { return finding(rule, message, filter, fix: next.fix) }
        let new = next?.change?.path ?? new
        guard new.kind == path.kind else {
            let fix = "Write \(filter.origin.written(new.kind.rawValue, Clip.clip(new.text)))."
            return finding(rule, message, filter, fix: fix, change: .path(new.attribute, instead: path.attribute))
        }
        let fix = Self.fix(path.kind.rawValue, path.text, new.text, filter)
        let change = SuggestedChange.attribute(path.kind.rawValue, old: path.text, new: new.text)
        return finding(rule, message, filter, fix: fix, change: change)
    }

    /// The worst mistake in a path of a filter; the `link` is the path of one that it was meant for and keeps out.
    func path(_ path: AndroidIntentFilter.Path, _ filter: AndroidIntentFilter, link: String? = nil) -> Finding? {
        let text = path.text
        func spelled(_ kind: AndroidIntentFilter.Path.Kind, _ text: String) -> String {
            filter.origin.written(kind.rawValue, Clip.clip(text))
        }
        let written = spelled(path.kind, text)
        let isGlob = path.kind == .pattern || path.kind == .advancedPattern
        // An empty prefix is one of every path.
        let mayBegin =
            isGlob ? [".", "\\/", "["].contains { text.hasPrefix($0) } : path.kind == .prefix && text.isEmpty
        if path.kind != .suffix, !text.hasPrefix("/"), !mayBegin {
            let message = "\(written) does not begin with a slash."
            // In an advanced pattern too, a star at the beginning repeats nothing.
            let start = path.kind == .advancedPattern && text.hasPrefix("*") ? "/." : "/"
            return repaired(.androidAppPathNoSlash, message, path, as: .init(path.kind, start + text), filter)
        }
        if isGlob, let look = ["(?!", "(?=", "(?<", "(?:"].first(where: text.contains) {
            let message =
                "The \(Clip.quoted(look)) in \(written) is literal: \(path.kind.rawValue) cannot look ahead or behind."
            let fix =
                "List the paths that open the app as pathPrefix: a link needs to match only one path of a filter. To keep paths "
                + "below them in the browser, add a uri-relative-filter-group with android:allow=\"false\", or dynamic rules in "
                + "assetlinks.json that exclude them. Both need Android 15."
            return finding(.androidAppPatternGroup, message, filter, fix: fix)
        }
        // A path contains neither the colon of an address nor a question mark or number sign.
        if let symbol = text.first(where: { $0 == "?" || $0 == "#" }),
            path.kind != .advancedPattern || !text.contains("[")
        {
            let part = symbol == "?" ? "query" : "fragment"
            let plain = String(text.prefix { $0 != symbol && $0 != "\\" })
            let message = "The \(Clip.quoted(String(symbol))) in \(written) never matches: a path has no \(part)."
            guard plain.count > 1 else { return finding(.androidAppPathLiteral, message, filter) }
            // A prefix takes the characters of a pattern literally.
            guard isGlob, plain.contains(where: { ".*[{+".contains($0) }) else {
                let fix = "Write \(spelled(.prefix, plain)), and check the \(part) in the app."
                return finding(.androidAppPathLiteral, message, filter, fix: fix)
            }
            return repaired(.androidAppPathLiteral, message, path, as: .init(path.kind, plain), filter)
        }
        if path.kind == .pattern, let place = text.firstIndex(of: "+"), place > text.startIndex,
            ".])".contains(text[text.index(before: place)])
        {
            let message = "The \"+\" in \(written) is literal: it repeats only in pathAdvancedPattern."
            return finding(.androidAppPathLiteral, message, filter, fix: "Write .* in its place.")
        }
        if !isGlob, text.contains("*") {
            let plain = text.prefix { $0 != "*" }
            let isPrefix = text.dropFirst(plain.count).allSatisfy { $0 == "*" }
            let new =
                isPrefix
                ? AndroidIntentFilter.Path(.prefix, String(plain))
                : AndroidIntentFilter.Path(.pattern, Self.globbed(text))
            return repaired(.androidAppPrefixWildcard, "The star in \(written) is literal.", path, as: new, filter)
        }
        if path.kind == .pattern, let star = Self.looseStar(text) {
            let message = "The star in \(written) repeats \(Clip.quoted(String(star)))."
            return repaired(.androidAppPatternStar, message, path, as: .init(.pattern, Self.globbed(text)), filter)
        }
        if isGlob, let symbol = PatternGroup.symbol(in: text) {
            let message =
                "The \(Clip.quoted(String(symbol))) in \(written) is literal: "
                + "\(path.kind.rawValue) has no groups and no alternation."
            let fixes = PatternGroup.alternatives(of: text).map { spelled(path.kind, $0) }
            let fix = fixes.isEmpty ? nil : "Write a <data> for each: \(fixes.joined(separator: ", "))."
            return finding(.androidAppPatternGroup, message, filter, fix: filter.origin == .manifest ? fix : nil)
        }
        if path.kind == .pattern, let stop = Self.stop(text), link != nil || !stop.isPart {
            let message =
                "The .* in \(written) matches only up to the first \(Clip.quoted(stop.next)), and no further."
            let parts = Self.plainEnds(text)
            let kinds: [(AndroidIntentFilter.Path.Kind, String)] = [(.prefix, parts.start), (.suffix, parts.end)]
            // Versions before suffixes existed ignore them, and would match every path.
            let knowsSuffix = app.minimumSDK.map { $0 >= 31 } ?? true
            let fixes = kinds.filter { kind, text in
                kind == .prefix ? text.count > 1 : knowsSuffix && text != "/" && !text.isEmpty
            }
            guard fixes.isEmpty else {
                let fix = "Write \(fixes.map { spelled($0.0, $0.1) }.joined(separator: " or "))."
                return finding(.androidAppPatternBacktrack, message, filter, fix: fix)
            }
            let longer = (1...8).map { AndroidIntentFilter.Path(.pattern, stop.longer($0)) }
            let own = longer.first { new in link.map { IntentFilterMatch.matches(new, $0) } ?? false }
            let fix = "Add \(spelled(.pattern, (own ?? longer[0]).text)) to it, for a longer path."
            let change = own.map { SuggestedChange.path($0.attribute, instead: nil) }
            return finding(.androidAppPatternBacktrack, message, filter, fix: fix, change: change)
        }
        if let decoded = text.removingPercentEncoding, decoded != text {
            let fix = Self.fix(path.kind.rawValue, text, decoded, filter)
            return finding(
                .androidAppPathEncoded,
                "\(written) has a percent escape, but paths are compared decoded.",
                filter,
                fix: fix,
                change: .attribute(path.kind.rawValue, old: text, new: decoded)
            )
        }
        return nil
    }

    /// The intended pattern, if the author used stars as in other tools.
    private static func globbed(_ text: String) -> String {
        var result = ""
        for character in text {
            // Two stars are one.
            if character == "*", result.hasSuffix(".*") { continue }
            if character == "*", !result.hasSuffix(".") { result += "." }
            result.append(character)
        }
        return result
    }

    /// The character that a star repeats, if that is not a dot.
    private static func looseStar(_ text: String) -> Character? {
        var previous: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
                previous = character
            } else if character == "\\" {
                isEscaped = true
            } else {
                if character == "*", previous != "." { return previous ?? "*" }
                previous = character
            }
        }
        return nil
    }

    /// The text before the first wildcard of a pattern, and the text after the last one.
    private static func plainEnds(_ text: String) -> (start: String, end: String) {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
                parts[parts.count - 1].append(character)
            } else if character == "\\" {
                isEscaped = true
            } else if character == "." {
                parts.append("")
            } else if character == "*" {
                // The wildcard includes the character before the star.
                if !parts[parts.count - 1].isEmpty {
                    parts[parts.count - 1].removeLast()
                    parts.append("")
                }
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return (parts[0], parts.count > 1 ? parts[parts.count - 1] : "")
    }

    /// Where Android ends a `.*` of a pattern too early.
    private struct Stop {
        /// The pattern before the `.*`, and from it on.
        let start: Substring
        let end: Substring
        /// What ends it, as written, with its backslash if there is one.
        let mark: Substring

        var next: String { String(mark.suffix(1)) }

        /// Whether the `.*` is mostly meant for one part of the path, which contains no slash.
        var isPart: Bool { mark == "/" && !start.isEmpty }

        /// The pattern that takes some more marks.
        func longer(_ count: Int) -> String { start + String(repeating: ".*" + mark, count: count) + end }
    }

    /// The place at which Android ends a `.*` too early, or `nil` if there is none; a slash only if there is no other.
    private static func stop(_ text: String) -> Stop? {
        var rest = text[...]
        var slash: Stop?
        while let star = rest.range(of: ".*") {
            rest = rest[star.upperBound...]
            let next = rest.drop { $0 == "\\" }
            // The rest matches anything, so nothing is lost where this one ends.
            guard !next.isEmpty, next.dropFirst() != ".*" else { break }
            let mark = text[star.upperBound...next.startIndex]
            let stop = Stop(start: text[..<star.lowerBound], end: text[star.lowerBound...], mark: mark)
            if !stop.isPart { return stop }
            slash = slash ?? stop
        }
        return slash
    }
}

extension AndroidIntentFilter.Path {
    /// Whether it is written as one that every link has.
    fileprivate var isEveryPath: Bool {
        switch kind {
        case .path: false
        case .prefix: text.isEmpty || text == "/"
        case .suffix: text.isEmpty
        case .pattern, .advancedPattern: text == ".*" || text == "/.*"
        }
    }
}

extension Finding {
    /// Whether its edit would make a path of an intent filter one that every link has.
    var isOfEveryPath: Bool { change?.path?.isEveryPath ?? false }
}

extension SuggestedChange {
    /// The path that it writes in an intent filter, or `nil` if it changes something else.
    fileprivate var path: AndroidIntentFilter.Path? {
        let written: (name: String, value: String)? =
            switch self {
            case .attribute(let name, _, let new): (name, new)
            case .path(let new, _): (new.name, new.value)
            default: nil
            }
        return written.flatMap { written in
            AndroidIntentFilter.Path.Kind(rawValue: written.name).map { .init($0, written.value) }
        }
    }
}
