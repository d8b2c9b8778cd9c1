@_spi(Bolts) import BoltsSiteCheck

/// The parts of a Swift file that receive links.
struct SwiftSource {
    /// A file without one of these is irrelevant to links.
    static let filter = CodeFilter(
        [
            "UIApplication", "NSApplication", "UIScene", "UIWindowScene", "onOpenURL", "onContinueUserActivity",
            "receivesAppLinks", "@main", "exchangeImplementations", "class_addMethod", "class_replaceMethod",
            "AppDelegate", "SceneDelegate", "delegateClass", "userActivityDictionary", "ASWebAuthenticationSession",
            "relyingPartyIdentifier", "CSSearchableItemActionType",
        ],
        wholes: [": App", ":App"]
    )

    /// The maximum number of words of parameters to examine.
    private static let maximumParameterLength = 200

    private static let words = CodeWords([
        "{", "}", "@", ".", "class", "struct", "enum", "extension", "actor", "protocol", "func",
        "method_exchangeImplementations", "class_addMethod", "class_replaceMethod", "UIApplicationMain",
        "NSApplicationMain", "relyingPartyIdentifier",
    ])

    private struct Context {
        let name: String
        let depth: Int
    }

    private struct Parameter {
        var label = ""
        var local = ""
        var types: [String] = []
    }

    private let code: CodeTokens
    private let file: String
    private var depth = 0
    private var contexts: [Context] = []
    /// An attribute such as `@main` that makes the next type the program's entry point, with its place.
    private var entry: (mark: SourceFacts.Mark?, place: SourcePlace)?
    /// How many words of bodies may still be examined, because bodies are nested.
    private var budget: Int
    /// Whether code that swizzles methods of its own type, such as one of UIKit's views, may change those of a delegate too.
    private lazy var namesDelegates = CodeFilter.delegates.matches(code.bytes)
    private(set) var facts = SourceFacts()

    init(_ bytes: [UInt8], file: String, work: CodeWork? = nil) {
        code = CodeTokens(bytes, .swift, stoppingAt: Self.words, work: work)
        budget = 4 * code.count
        self.file = file
        if !code.isComplete { facts.gap = "\(file) has a comment or a text that does not end" }
        read()
    }

    private func place(_ index: Int) -> SourcePlace { SourcePlace(file: file, line: code.line(at: index)) }

    private mutating func add(_ receiver: AppleReceiver, _ index: Int) {
        facts.receivers[receiver, default: []].append(place(index))
    }

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
            } else if code.has("@", at: index) {
                readAttribute(index + 1)
            } else if code.has(".", at: index) {
                readMember(index + 1)
            } else if code.hasAny(["class", "struct", "enum", "extension", "actor", "protocol"], at: index) {
                // The loop continues with the bracket after the name.
                index = max(index, readType(index))
            } else if code.has("func", at: index) {
                readFunction(index)
            } else {
                readWord(index)
            }
            next = index + 1
        }
    }

    private mutating func readAttribute(_ index: Int) {
        if code.has("main", at: index) {
            entry = (nil, place(index))
        } else if code.has("UIApplicationMain", at: index) {
            entry = (.uiKitEntry, place(index))
        } else if code.has("NSApplicationMain", at: index) {
            entry = (.appKitEntry, place(index))
        }
    }

    private mutating func readMember(_ index: Int) {
        if code.has("onOpenURL", at: index) {
            add(.openModifier, index)
        } else if code.has("receivesAppLinks", at: index) {
            add(.boltsModifier, index)
        } else if code.has("onContinueUserActivity", at: index), code.has("(", at: index + 1) {
            // A constant of the program may have the same value as `NSUserActivityTypeBrowsingWeb`.
            let named = code.word(at: index + 2)
            let isOther = named == nil && code.text(at: index + 2)?.contains("NSUserActivityTypeBrowsingWeb") != true
            if !isOther { add(.continueModifier, index) }
        } else if code.has("https", at: index), code.has("host", at: index + 2) {
            addSignIn(hostAt: index + 4)
        } else if code.has("userActivityDictionary", at: index) {
            add(.launchActivity, index)
        } else if code.has("url", at: index), code.has("[", at: index - 2), code.has("]", at: index + 1),
            code.has("launchOptions", at: index - 3) || code.has("launchOptions", at: index - 4)
        {
            add(.launchURL, index)
        } else if code.has("delegateClass", at: index), code.has("=", at: index + 1) {
            // The last name before `.self`.
            var place = index + 2
            while place < index + 12, !code.has("self", at: place) { place += 1 }
            if code.has(".", at: place - 1), let name = code.word(at: place - 2) { facts.delegateClasses.insert(name) }
        }
    }

    private mutating func readWord(_ index: Int) {
        if code.hasAny(["method_exchangeImplementations", "class_addMethod", "class_replaceMethod"], at: index) {
            if contexts.last?.name.hasPrefix("UI") != true || namesDelegates { add(.swizzling, index) }
        } else if code.has("UIApplicationMain", at: index), code.has("(", at: index + 1) {
            add(.uiKitEntry, index)
        } else if code.has("NSApplicationMain", at: index), code.has("(", at: index + 1) {
            add(.appKitEntry, index)
        } else if code.has("relyingPartyIdentifier", at: index), code.has(":", at: index + 1) {
            addSignIn(hostAt: index + 2)
        }
    }

    private mutating func addSignIn(hostAt index: Int) {
        guard let host = code.host(at: index), facts.signInHosts[host] == nil else { return }
        facts.signInHosts[host] = place(index)
    }

    /// Reads the head of a type, and returns the index of the token before its bracket.
    private mutating func readType(_ start: Int) -> Int {
        // `class func`, `.class` and `AnyObject: class` declare no type.
        guard !code.has(".", at: start - 1), let name = code.word(at: start + 1),
            !["func", "var", "let", "init", "subscript", "override", "final"].contains(name)
        else { return start }
        let isExtension = code.has("extension", at: start)
        var index = start + 2
        var last = name
        // An extension may name a type within another one.
        while code.has(".", at: index), let next = code.word(at: index + 1) {
            last = next
            index += 2
        }
        var bases: [String] = []
        var angles = 0
        var isInherited = false
        var base: String?
        let limit = min(code.count, start + 100)
        while index < limit, !code.has("{", at: index) {
            if code.has("<", at: index) {
                angles += 1
            } else if code.has(">", at: index) {
                angles -= 1
            } else if angles == 0 {
                if code.has("where", at: index) { break }
                // Another declaration begins here, so this one has no body.
                if !isInherited, code.word(at: index) != nil { return start }
                if code.has(":", at: index) {
                    isInherited = true
                } else if code.has(",", at: index) {
                    if let base { bases.append(base) }
                    base = nil
                } else if isInherited, code.has("@", at: index) {
                    index += 1
                } else if isInherited, let word = code.word(at: index) {
                    base = word
                } else if code.hasAny(["}", ";", "="], at: index) {
                    return start
                }
            }
            index += 1
        }
        if let base { bases.append(base) }
        while index < limit, !code.has("{", at: index) { index += 1 }
        guard code.has("{", at: index) else { return start }
        let isClass = code.has("class", at: start)
        var type = SourceFacts.TypeFacts(
            name: last,
            place: place(start),
            bases: bases,
            language: .apple,
            isClass: isClass
        )
        type.isExtension = isExtension
        if let entry, !isExtension {
            self.entry = nil
            type.isEntry = true
            let isApp = bases.contains("App")
            let mark = entry.mark ?? (isApp ? .swiftUIEntry : Self.entry(isClass, bases))
            facts.marks[mark, default: []].append(entry.place)
        }
        facts.types.append(type)
        contexts.append(Context(name: last, depth: depth + 1))
        return index - 1
    }

    private static func entry(_ isClass: Bool, _ bases: [String]) -> SourceFacts.Mark {
        if bases.contains("NSApplicationDelegate") { return .appKitEntry }
        return isClass ? .uiKitEntry : .otherEntry
    }

    // MARK: - Methods

    private mutating func readFunction(_ start: Int) {
        let isApplication = code.has("application", at: start + 1)
        guard let name = code.word(at: start + 1), code.has("(", at: start + 2) else { return }
        let end = code.end(ofBracketAt: start + 2)
        let parameters = readParameters(start + 3, end - 1)
        guard isApplication || name == "scene" else {
            guard let activity = parameters.first, activity.types.first == "NSUserActivity", let body = body(end) else {
                return
            }
            let asks = code.asksForOtherActivities(body, uses: uses(of: activity.local, in: body))
            if asks { facts.askingFunctions.insert(name) }
            return
        }
        guard parameters.count >= 2, parameters[0].label == "_" else { return }
        let label = parameters[1].label
        let last = parameters.last?.local ?? "_"
        if isApplication {
            guard parameters[0].types.contains("UIApplication") else { return }
            switch label {
            case "continue": receive(.applicationContinue, parameters[1].local, start, end)
            case "open", "handleOpen": receive(.applicationOpen, parameters[1].local, start, end)
            case "configurationForConnecting":
                add(.configuration, start)
                // This method also gets the connection options.
                connect(start, last, end, isOptional: true)
            default: break
            }
        } else if parameters[0].types.contains("UIScene") {
            switch label {
            case "continue": receive(.sceneContinue, parameters[1].local, start, end)
            case "openURLContexts": receive(.sceneOpen, parameters[1].local, start, end)
            case "willConnectTo": connect(start, last, end)
            default: break
            }
        }
    }

    /// Adds a method with the name of its connection options; an optional one only if it reads links.
    private mutating func connect(_ start: Int, _ name: String, _ end: Int, isOptional: Bool = false) {
        let body = body(end) ?? 0..<0
        let uses = uses(of: name, in: body)
        let links = code.links(atOptions: uses)
        guard !links.isEmpty || !isOptional else { return }
        let activities = uses.filter { code.links(atOptions: [$0]).contains(.universalLink) }
        if code.asksForOtherActivities(body, uses: activities) { add(.otherActivities, start) }
        facts.connections.append(
            SourceFacts.Connection(type: contexts.last?.name, place: place(start), links: links)
        )
    }

    /// Adds a method with the parameter that is the link; a method that does not take it is no receiver.
    private mutating func receive(_ receiver: AppleReceiver, _ name: String, _ start: Int, _ end: Int) {
        // A protocol declares a method without a body.
        guard let body = body(end) else { return add(receiver, start) }
        let uses = uses(of: name, in: body)
        let reason: String
        if uses.isEmpty {
            reason = "does not use the link"
        } else if isForCalls(body, uses) {
            reason = "returns early unless the activity is one of a call or an intent"
        } else {
            add(receiver, start)
            if code.asksForOtherActivities(body, uses: uses) { add(.otherActivities, start) }
            if let name = code.askedFunction(body, uses: uses) {
                facts.askedFunctions[name, default: []].append(place(start))
            }
            let isOverride = (1...3).contains { code.has("override", at: start - $0) }
            if receiver == .applicationContinue, isOverride, !body.contains(where: { code.has("super", at: $0) }) {
                add(.withoutSuper, start)
            }
            return
        }
        facts.idle.append(.init(receiver, type: contexts.last?.name, place: place(start), reason: reason))
    }

    /// Whether a body begins with a guard that no activity of a web page passes, and that does not pass it on.
    private func isForCalls(_ body: Range<Int>, _ uses: [Int]) -> Bool {
        guard let start = body.first(where: { code.has("guard", at: $0) }), let first = uses.first, first > start,
            let end = body.first(where: { $0 > start && code.has("else", at: $0) }), first < end
        else { return false }
        let members: [StaticString] = ["handle", "startCallHandle", "isVideo", "interaction"]
        let exit = end..<code.end(ofBracketAt: end + 1)
        return code.has(".", at: first + 1) && code.hasAny(members, at: first + 2)
            && !exit.contains { code.has("super", at: $0) || uses.contains($0) }
    }

    /// The body of a function whose parameters end at an index, or `nil` if it has none.
    private mutating func body(_ start: Int) -> Range<Int>? {
        var index = start
        while index < code.count, !code.has("{", at: index) {
            if code.hasAny(["func", "}", "var", "init"], at: index) { return nil }
            index += 1
        }
        let end = code.end(ofBracketAt: index)
        budget -= end - index
        guard budget >= 0 else {
            facts.gap = "\(file) nests functions too deeply"
            return nil
        }
        return index..<max(index, end)
    }

    /// Where a body names a parameter.
    private func uses(of name: String, in body: Range<Int>) -> [Int] {
        guard name != "_" else { return [] }
        return body.filter { index in
            guard code.word(at: index) == name, !code.has(".", at: index - 1) else { return false }
            return !(code.has(":", at: index + 1) && code.hasAny(["(", ","], at: index - 1))
        }
    }

    private func readParameters(_ start: Int, _ end: Int) -> [Parameter] {
        guard end - start <= Self.maximumParameterLength else { return [] }
        var parameters: [Parameter] = []
        var parameter = Parameter()
        var isType = false
        var open = 0
        for index in start..<max(start, end) {
            if code.hasAny(["(", "[", "<", "{"], at: index) {
                open += 1
            } else if code.hasAny([")", "]", "}"], at: index) {
                open -= 1
            } else if code.has(">", at: index) {
                // The `>` of an arrow closes nothing.
                if !code.has("-", at: index - 1) { open -= 1 }
            } else if open == 0, code.has(",", at: index) {
                parameters.append(parameter)
                parameter = Parameter()
                isType = false
            } else if open == 0, code.has(":", at: index), !isType {
                isType = true
            } else if let word = code.word(at: index) {
                if isType {
                    parameter.types.append(word)
                } else if parameter.label.isEmpty {
                    (parameter.label, parameter.local) = (word, word)
                } else {
                    parameter.local = word
                }
            }
        }
        return parameters + [parameter]
    }
}
