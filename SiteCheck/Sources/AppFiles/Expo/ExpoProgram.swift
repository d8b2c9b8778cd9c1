import Foundation

/// The object of literals that `app.config.ts` or `app.config.js` exports; the program is not run.
///
/// The object, and each object in it that has a name, must have no other use in the file, because another statement could change
/// it.
struct ExpoProgram {
    /// A value that the program computes.
    struct Unknown {}

    /// The maximum nesting of values.
    private static let depthLimit = 32
    /// The maximum number of values in all copies of `config`, of which each use may be one.
    private static let maximumCopyCount = 100_000
    /// The maximum number of bytes of a constant that is a text.
    private static let maximumTextSize = 4_096
    /// An object of which nothing is known: each member that is asked for is unknown, and so is the object as a whole.
    static var anything: [String: Any] {
        let names = [
            "expo", "android", "ios", "scheme", "plugins", "mods", "package", "intentFilters", "bundleIdentifier",
            "appleTeamId", "associatedDomains", "entitlements", "com.apple.developer.associated-domains", "...",
        ]
        return Dictionary(uniqueKeysWithValues: names.map { ($0, Unknown()) })
    }

    /// The names that a value may use.
    private struct Scope {
        /// The value of `config`, or `nil` if the name is another's.
        var config: [String: Any]?
        /// The parameters, which hide the constants of the file.
        var parameters: Set<String> = []
    }

    private let code: CodeTokens
    /// How often each word is in the file.
    private var counts: [String: Int] = [:]
    /// The values of the constants outside functions.
    private var constants: [String: Range<Int>] = [:]
    /// Those of the constants that are texts.
    private var texts: [String: String] = [:]
    private var exported: Range<Int>?

    /// Reads a program, or returns `nil` if it has not one export.
    init?(_ text: String) {
        code = CodeTokens(Array(text.utf8), .javaScript)
        guard code.isComplete else { return nil }
        for index in 0..<code.count {
            // The text after a slash may be a regular expression.
            if code.has("/", at: index) { return nil }
            if let word = code.word(at: index) { counts[word, default: 0] += 1 }
        }
        var index = 0
        while index < code.count {
            if code.has("const", at: index), let name = code.word(at: index + 1),
                let start = valueStart(after: index + 2)
            {
                constants[name] = statement(from: start)
            } else if code.has("export", at: index), code.has("default", at: index + 1) {
                exported = statement(from: index + 2)
            } else if code.has("module", at: index), code.has(".", at: index + 1), code.has("exports", at: index + 2),
                code.has("=", at: index + 3), index == 0 || code.has(";", at: index - 1) || isEnd(at: index)
            {
                exported = statement(from: index + 4)
            }
            index = next(index)
        }
        // Another use of the module may change what it exports.
        guard exported != nil, counts["default", default: 0] + counts["exports", default: 0] == 1,
            counts["exports"] == nil || counts["module"] == 1
        else { return nil }
        for (name, range) in constants {
            let own = withoutType(range)
            if own.count == 1, let text = literal(at: own.lowerBound), text.utf8.count <= Self.maximumTextSize {
                texts[name] = text
            }
        }
    }

    /// The object, given the one of `app.json`; `nil` if it is not certain which it is.
    func object(from config: [String: Any]?) -> [String: Any]? {
        let copies = Self.count(config as Any).multipliedReportingOverflow(by: counts["config", default: 0])
        guard var range = exported.map(withoutType), !copies.overflow, copies.partialValue <= Self.maximumCopyCount
        else {
            return nil
        }
        if range.count == 1, let name = code.word(at: range.lowerBound), counts[name] == 2, let own = constants[name] {
            range = withoutType(own)
        }
        var scope = Scope()
        if let function = function(range) {
            scope.parameters = Set(function.parameters.compactMap(code.word))
            let open = function.parameters.lowerBound + 1
            let members = code.has("{", at: open) ? parts(open + 1..<max(open + 1, next(open) - 1)) : []
            if members.contains(where: { $0.count == 1 && code.has("config", at: $0.lowerBound) }) {
                scope.config = config
            }
            range = function.result
        }
        return value(range, scope, depth: 0) as? [String: Any]
    }

    /// How many values a value contains, itself included.
    private static func count(_ value: Any) -> Int {
        if let object = value as? [String: Any] { return object.values.reduce(1) { $0 + count($1) } }
        return (value as? [Any])?.reduce(1) { $0 + count($1) } ?? 1
    }

    // MARK: - Statements

    /// The index after a token, or after the bracket that it opens; here, an angle is an operator.
    private func next(_ index: Int) -> Int { code.has("<", at: index) ? index + 1 : code.end(ofBracketAt: index) }

    /// The index after the equals sign of a constant, whose type may be a name.
    private func valueStart(after name: Int) -> Int? {
        var index = name
        if code.has(":", at: index) {
            repeat { index += 1 } while code.isWord(at: index) || code.hasAny([".", "<", ">", ","], at: index)
        }
        return code.has("=", at: index) && !code.hasAny(["=", ">"], at: index + 1) ? index + 1 : nil
    }

    /// The value that begins at an index, up to the end of its statement.
    private func statement(from start: Int) -> Range<Int> {
        var index = start
        repeat { index = next(index) } while index < code.count && !isEnd(at: index)
        return start..<max(start, min(index, code.count))
    }

    /// Whether a statement ends before the token at an index: at a semicolon, or before a word in another line.
    private func isEnd(at index: Int) -> Bool {
        if code.has(";", at: index) { return true }
        return code.isWord(at: index) && code.line(at: index) > code.line(at: index - 1)
            && !code.hasAny(["as", "satisfies", "in", "instanceof"], at: index)
    }

    /// A value without `as TYPE` or `satisfies TYPE`.
    private func withoutType(_ range: Range<Int>) -> Range<Int> {
        var index = range.lowerBound
        while index < range.upperBound {
            if index > range.lowerBound, code.hasAny(["as", "satisfies"], at: index) {
                return isType(index..<range.upperBound) ? range.lowerBound..<index : range
            }
            index = next(index)
        }
        return range
    }

    /// Whether only a type follows `as`, up to a comma: an operator makes another value.
    private func isType(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound, !code.has(",", at: index) {
            let isPair = code.hasAny(["&", "|"], at: index) && code.hasAny(["&", "|"], at: index + 1)
            if isPair || code.hasAny(["?", "+", "=", "("], at: index) { return false }
            index = code.end(ofBracketAt: index)
        }
        return true
    }

    /// The parameters of a function with their brackets, and the value that is all that it returns; `nil` if it is none.
    private func function(_ range: Range<Int>) -> (parameters: Range<Int>, result: Range<Int>)? {
        var start = range.lowerBound
        let isArrow = !code.has("function", at: start)
        if !isArrow { start += code.isWord(at: start + 1) ? 2 : 1 }
        let end = next(start)
        guard code.has("(", at: start), end < range.upperBound else { return nil }
        var body = end
        // The type of the result.
        if code.has(":", at: body) {
            body += 1
            while body < range.upperBound, !code.hasAny(["=", "{"], at: body) {
                body = next(body)
            }
        }
        if isArrow {
            guard code.has("=", at: body), code.has(">", at: body + 1) else { return nil }
            body += 2
        }
        guard body < range.upperBound else { return nil }
        guard code.has("{", at: body) else { return isArrow ? (start..<end, body..<range.upperBound) : nil }
        guard code.end(ofBracketAt: body) == range.upperBound, code.has("return", at: body + 1),
            code.line(at: body + 1) == code.line(at: body + 2)
        else { return nil }
        let last = range.upperBound - 1
        let result = body + 2..<max(body + 2, code.has(";", at: last - 1) ? last - 1 : last)
        return (start..<end, result)
    }

    // MARK: - Values

    private func value(_ whole: Range<Int>, _ scope: Scope, depth: Int) -> Any {
        let range = withoutType(whole)
        let start = range.lowerBound
        guard depth < Self.depthLimit, !range.isEmpty else { return Unknown() }
        if code.hasAny(["(", "{", "["], at: start) {
            guard code.end(ofBracketAt: start) == range.upperBound else { return Unknown() }
            let inner = start + 1..<range.upperBound - 1
            if code.has("(", at: start) { return value(inner, scope, depth: depth + 1) }
            return code.has("{", at: start)
                ? object(inner, scope, depth: depth + 1) : list(inner, scope, depth: depth + 1)
        }
        if code.has("config", at: start), let config = scope.config { return member(range, of: config) ?? Unknown() }
        guard range.count == 1 else { return Unknown() }
        if let text = literal(at: start) { return text }
        if code.hasAny(["true", "false"], at: start) { return code.has("true", at: start) }
        guard let name = code.word(at: start), !scope.parameters.contains(name) else { return Unknown() }
        if let text = texts[name] { return text }
        guard counts[name] == 2, let own = constants[name] else { return Unknown() }
        return value(own, Scope(), depth: depth + 1)
    }

    /// A text without escapes and code.
    private func literal(at index: Int) -> String? {
        guard let text = code.text(at: index), text.utf8.count >= 2, let mark = text.first, text.last == mark,
            !text.contains(where: { $0 == "\\" || $0.isNewline }), !text.dropFirst().dropLast().contains(mark)
        else { return nil }
        return String(text.dropFirst().dropLast())
    }

    /// What `config.ios.associatedDomains` refers to, or `nil` if that is computed; a missing member is null.
    private func member(_ range: Range<Int>, of config: [String: Any]) -> Any? {
        var found: Any? = config
        var index = range.lowerBound + 1
        while index < range.upperBound {
            if code.has("?", at: index) { index += 1 }
            guard code.has(".", at: index), let name = code.word(at: index + 1), let object = found as? [String: Any]
            else { return nil }
            found = object[name]
            index += 2
        }
        return found ?? NSNull()
    }

    /// The ranges between the commas of an object or a list.
    private func parts(_ range: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var (start, index) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            if code.has(",", at: index) {
                result.append(start..<index)
                start = index + 1
            }
            index = next(index)
        }
        return (result + [start..<range.upperBound]).filter { !$0.isEmpty }
    }

    /// What comes after the three dots of a spread.
    private func spread(_ part: Range<Int>) -> Range<Int>? {
        let dots = part.prefix(3)
        return dots.count == 3 && dots.allSatisfy { code.has(".", at: $0) } ? part.dropFirst(3) : nil
    }

    private func object(_ range: Range<Int>, _ scope: Scope, depth: Int) -> [String: Any] {
        var result: [String: Any] = [:]
        for part in parts(range) {
            let start = part.lowerBound
            if let source = spread(part) {
                let value = value(source, scope, depth: depth)
                let copied = value is NSNull ? [:] : value as? [String: Any] ?? Self.anything
                result.merge(copied) { $1 }
                if copied["..."] != nil { result = Self.anything }
            } else if let name = code.word(at: start) ?? literal(at: start), part.count > 2,
                code.has(":", at: start + 1)
            {
                result[name] = value(start + 2..<part.upperBound, scope, depth: depth)
            } else if let name = code.word(at: start), part.count == 1 {
                result[name] = value(part, scope, depth: depth)
            } else {
                // A name that is computed may be any.
                result = Self.anything
            }
        }
        return result
    }

    private func list(_ range: Range<Int>, _ scope: Scope, depth: Int) -> [Any] {
        parts(range).flatMap { part -> [Any] in
            guard let source = spread(part) else { return [value(part, scope, depth: depth)] }
            return value(source, scope, depth: depth) as? [Any] ?? [Unknown()]
        }
    }
}
