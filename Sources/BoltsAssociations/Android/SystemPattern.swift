/// A pattern of Android's dynamic rules as the system's own program compares it; ``AndroidPattern`` follows Google's
/// documentation.
///
/// The verifier of the Android Open Source Project converts a pattern to one of `PatternMatcher`: a literal, a prefix, or a simple
/// glob, which is matched in one pass over UTF-16 units without backtracking. On phones with Google's services, the conversion is
/// not public, and the matcher is the same.
struct SystemPattern: Sendable {
    private enum Form: Sendable {
        case literal
        case prefix
        case glob
    }

    private let form: Form
    private let units: [UInt16]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let star = UInt8(ascii: "*")
        let any = UInt8(ascii: "?")
        let first = bytes.firstIndex { $0 == star || $0 == any }
        guard let first else {
            form = .literal
            units = Array(text.utf16)
            return
        }
        if first == bytes.count - 1, bytes[first] == star {
            form = .prefix
            units = Array(String(text.dropLast()).utf16)
            return
        }
        form = .glob
        var glob: [UInt16] = []
        let dot = UInt16(ascii: ".")
        for unit in text.utf16 {
            switch unit {
            case UInt16(ascii: "*"): glob += [dot, unit]
            case UInt16(ascii: "?"): glob.append(dot)
            case dot, UInt16(ascii: "\\"): glob += [UInt16(ascii: "\\"), unit]
            default: glob.append(unit)
            }
        }
        units = glob
    }

    /// Returns whether the pattern matches a whole text; it does not once a limit is exceeded.
    func matches(_ text: [UInt16], _ budget: inout MatchBudget) -> Bool {
        budget.spend(units.count + text.count) && matches(text)
    }

    /// Returns whether the pattern matches a whole text.
    func matches(_ text: [UInt16]) -> Bool {
        switch form {
        case .literal: text == units
        case .prefix: text.starts(with: units)
        case .glob: AndroidGlob.matches(text, simple: units)
        }
    }
}

/// The parts of a URL as Android's `Uri` gives them to dynamic rules, in UTF-16.
struct SystemURLText: Sendable {
    let path: [UInt16]
    let fragment: [UInt16]?
    /// The query, decoded as a whole and then split; empty if there is none.
    let pieces: [[UInt16]]

    init(path: [UInt8], fragment: [UInt8]?, query: [UInt8]?) {
        func units(_ bytes: [UInt8]) -> [UInt16] { Array(String(decoding: bytes, as: UTF8.self).utf16) }
        self.path = units(path)
        self.fragment = fragment.map(units)
        guard let query = query.map(units) else {
            pieces = []
            return
        }
        func split(at mark: UInt16) -> [[UInt16]] {
            query.split(separator: mark, omittingEmptySubsequences: false).map(Array.init)
        }
        let items = split(at: UInt16(ascii: "&"))
        pieces = items.count == 1 ? split(at: UInt16(ascii: ";")) : items
    }
}

extension WebURLText {
    /// The parts as Android's own program compares them.
    var system: SystemURLText { SystemURLText(path: path, fragment: hasFragment ? fragment : nil, query: query) }
}

extension DynamicRules {
    /// Whether Android's own program accepts a URL.
    @_spi(Bolts) public func systemAllows(_ text: WebURLText, _ budget: inout MatchBudget) -> Bool? {
        systemAllows(text.system, &budget)
    }

    /// Whether the system's own program accepts a URL; `nil` if the budget is exhausted.
    ///
    /// The first matching rule decides, and no rule excludes. In that program, a rule without a condition never matches.
    func systemAllows(_ text: SystemURLText, _ budget: inout MatchBudget) -> Bool? {
        let deciding = rules.first { rule in
            guard rule.path != nil || rule.fragment != nil || !rule.query.isEmpty else { return false }
            if let path = rule.path, !SystemPattern(path.text).matches(text.path, &budget) { return false }
            if let pattern = rule.fragment {
                guard let fragment = text.fragment, SystemPattern(pattern.text).matches(fragment, &budget) else {
                    return false
                }
            }
            return rule.query.allSatisfy { name, pattern in
                let item = SystemPattern("\(name)=\(pattern.text)")
                return text.pieces.contains { item.matches($0, &budget) }
            }
        }
        guard !budget.isExhausted else { return nil }
        return deciding.map { !$0.excludes } ?? false
    }
}
