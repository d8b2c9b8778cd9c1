@_spi(Bolts) import BoltsSiteCheck

/// The parts of a Kotlin or Java file that receive links.
struct JVMSource {
    /// A file without one of these, or the name of an activity, is irrelevant to links.
    static let filter = CodeFilter([
        "onNewIntent", "OnNewIntentListener", "navDeepLink", "handleDeepLink", "Activity", "NavController", "NavHost",
    ])

    private static let words = CodeWords([
        "{", "}", "class", "object", "addOnNewIntentListener", "navDeepLink", "NavDeepLink", "handleDeepLink", "finish",
        "finishAndRemoveTask", "finishAffinity", "onNewIntent", "onCreate", "intent", "getIntent",
        "NavController", "findNavController", "rememberNavController", "NavHost", "NavHostFragment",
    ])

    /// Names with one of these, in small letters, may be of code that reads the link, by itself or by a library.
    private static let readers = ["intent", "link", "branch", "nav", "setcontent"]
    /// Names that only start another activity.
    private static let starters: Set<String> = ["Intent", "setContentView"]

    private struct Context {
        /// The place of the type in the facts.
        let type: Int
        let depth: Int
    }

    private let code: CodeTokens
    private let isKotlin: Bool
    private let file: String
    private var depth = 0
    private var contexts: [Context] = []
    /// How many words of bodies may still be examined, because bodies are nested.
    private var budget: Int
    private(set) var facts = SourceFacts()

    init(_ bytes: [UInt8], file: String, _ language: CodeLanguage, work: CodeWork? = nil) {
        code = CodeTokens(bytes, language, stoppingAt: Self.words, work: work)
        budget = 4 * code.count
        isKotlin = language == .kotlin
        self.file = file
        if !code.isComplete { facts.gap = "\(file) has a comment or a text that does not end" }
        read()
    }

    private func place(_ index: Int) -> SourcePlace { SourcePlace(file: file, line: code.line(at: index)) }

    private mutating func add(_ mark: SourceFacts.Mark, _ index: Int) {
        facts.marks[mark, default: []].append(place(index))
    }

    private mutating func read() {
        var next = 0
        for stop in code.stops where stop >= next {
            var index = stop
            if code.has("{", at: index) {
                depth += 1
            } else if code.has("}", at: index) {
                depth -= 1
                if let last = contexts.last, last.depth > depth { contexts.removeLast() }
            } else if !code.isWord(at: index) {
                // Only names are relevant.
            } else if code.hasAny(["class", "object"], at: index), !code.hasAny([".", ":"], at: index - 1) {
                index = max(index, readType(index))
            } else {
                readWord(index)
            }
            next = index + 1
        }
    }

    /// The last part of a name with dots, and the index after it.
    private func name(_ start: Int) -> (last: String, end: Int) {
        guard var last = code.word(at: start) else { return ("", start) }
        var index = start + 1
        while code.has(".", at: index), let next = code.word(at: index + 1) {
            last = next
            index += 2
        }
        return (last, index)
    }

    /// Reads the head of a type, and returns the index of the token before its bracket, or of its last one.
    private mutating func readType(_ start: Int) -> Int {
        guard let own = code.word(at: start + 1) else { return start }
        var index = start + 2
        if code.has("<", at: index) { index = code.end(ofBracketAt: index) }
        var bases: [String] = []
        if isKotlin {
            index = constructor(index)
            if code.has(":", at: index) {
                repeat {
                    index += 1
                    while code.has("@", at: index) { index = name(index + 1).end }
                    let base = name(index)
                    guard !base.last.isEmpty else { break }
                    bases.append(base.last)
                    index = base.end
                    if code.has("<", at: index) { index = code.end(ofBracketAt: index) }
                    if code.has("(", at: index) { index = code.end(ofBracketAt: index) }
                    if code.has("by", at: index) {
                        index = name(index + 1).end
                        if code.has("(", at: index) { index = code.end(ofBracketAt: index) }
                    }
                } while code.has(",", at: index)
            }
        } else {
            let limit = min(code.count, start + 200)
            if code.has("extends", at: index) {
                let base = name(index + 1)
                if !base.last.isEmpty { bases.append(base.last) }
                index = base.end
            }
            while index < limit, !code.has("{", at: index) {
                if code.hasAny([";", "}", ")", "="], at: index) { return start }
                index += 1
            }
        }
        facts.types.append(
            SourceFacts.TypeFacts(name: own, place: place(start), bases: bases, language: .android)
        )
        // A class of Kotlin need not have a body.
        guard code.has("{", at: index) else { return isKotlin ? index - 1 : start }
        facts.types[facts.types.count - 1].ignoresIntent =
            ([own] + bases).contains { $0.hasSuffix("Activity") } && ignoresIntent(index)
        contexts.append(Context(type: facts.types.count - 1, depth: depth + 1))
        return index - 1
    }

    /// Whether nothing in the body of an activity can read its intent, neither its own code nor code that it gives itself to.
    private mutating func ignoresIntent(_ start: Int) -> Bool {
        let body = start + 1..<max(start + 1, code.end(ofBracketAt: start) - 1)
        budget -= body.count
        guard budget >= 0 else { return false }
        return body.allSatisfy { index in
            guard let word = code.word(at: index) else { return true }
            if word == "this" { return !code.hasAny(["(", ","], at: index - 1) || code.has("Intent", at: index - 2) }
            let small = word.lowercased()
            return Self.starters.contains(word) || !Self.readers.contains(where: small.contains)
        }
    }

    /// The index after the primary constructor in the head of a Kotlin class.
    private func constructor(_ start: Int) -> Int {
        var index = start
        while index < code.count {
            if code.hasAny(["private", "internal", "protected", "public", "constructor"], at: index) {
                index += 1
            } else if code.has("@", at: index) {
                // The next declaration may begin with an attribute.
                let end = name(index + 1).end
                let next = code.has("(", at: end) ? code.end(ofBracketAt: end) : end
                guard code.hasAny(["private", "internal", "protected", "public", "constructor", "@"], at: next) else {
                    return index
                }
                index = next
            } else if code.has("(", at: index) {
                return code.end(ofBracketAt: index)
            } else {
                return index
            }
        }
        return index
    }

    // MARK: - Methods

    private mutating func readWord(_ index: Int) {
        if code.has("addOnNewIntentListener", at: index) {
            add(.newIntentListener, index)
        } else if code.hasAny(["navDeepLink", "NavDeepLink"], at: index) {
            add(.navDeepLink, index)
        } else if code.has("handleDeepLink", at: index) {
            add(.handleDeepLink, index)
        } else if code.hasAny(["intent", "getIntent"], at: index) {
            if code.has(".", at: index - 1), !code.has("this", at: index - 2) { add(.intentReader, index) }
        } else if code.hasAny(
            ["NavController", "findNavController", "rememberNavController", "NavHost", "NavHostFragment"],
            at: index
        ) {
            add(.intentReader, index)
        } else if code.hasAny(["finish", "finishAndRemoveTask", "finishAffinity"], at: index),
            code.has("(", at: index + 1), !code.has("fun", at: index - 1),
            !code.has(".", at: index - 1) || code.hasAny(["this", "super", "activity"], at: index - 2)
        {
            for context in contexts.suffix(8) { facts.types[context.type].finishes = true }
        } else if let context = contexts.last, code.hasAny(["onNewIntent", "onCreate"], at: index),
            let body = methodBody(at: index)
        {
            if code.has("onCreate", at: index) {
                facts.types[context.type].create = facts.types[context.type].create ?? place(index)
            } else {
                facts.types[context.type].newIntent = newIntent(index, body)
            }
        }
    }

    /// The tokens of the body of a method that is declared at an index, or `nil` if it is only called there.
    private mutating func methodBody(at index: Int) -> Range<Int>? {
        guard code.has("(", at: index + 1), !code.has(".", at: index - 1) else { return nil }
        if isKotlin, !code.has("fun", at: index - 1) { return nil }
        var place = code.end(ofBracketAt: index + 1)
        let limit = min(code.count, place + 40)
        while place < limit, !code.has("{", at: place) {
            if isKotlin, code.has("=", at: place) {
                // The body is an expression: it ends with its line, or where brackets end that the next lines continue.
                var end = place + 1
                let line = code.line(at: end)
                while end < code.count, code.line(at: end) == line {
                    budget -= 1
                    guard budget >= 0 else { return place + 1..<end }
                    end = code.hasAny(["(", "{", "["], at: end) ? code.end(ofBracketAt: end) : end + 1
                }
                return place + 1..<min(end, code.count)
            }
            if code.hasAny([";", "}"], at: place) { return nil }
            place += 1
        }
        guard code.has("{", at: place) else { return nil }
        return place + 1..<max(place + 1, code.end(ofBracketAt: place) - 1)
    }

    private mutating func newIntent(_ index: Int, _ body: Range<Int>) -> SourceFacts.NewIntent {
        budget -= body.count
        guard budget >= 0 else {
            facts.gap = "\(file) nests methods too deeply"
            return SourceFacts.NewIntent(place: place(index), handsOn: true, isPlain: false)
        }
        let handsOn = body.contains { code.has("onNewIntent", at: $0) && code.has("(", at: $0 + 1) }
        // The method may only call `super.onNewIntent(intent)`.
        let isPlain =
            handsOn
            && body.allSatisfy { place in
                code.hasAny(["super", "onNewIntent", ".", "(", ")", ";", "!", "@", "intent"], at: place)
                    || code.has("(", at: place - 1) && code.has(")", at: place + 1)
            }
        return SourceFacts.NewIntent(place: place(index), handsOn: handsOn, isPlain: isPlain)
    }
}
