@_spi(Bolts) import BoltsSiteCheck

/// The parts of an Objective-C file that receive links.
struct ObjectiveCSource {
    /// A file without one of these is irrelevant to links.
    static let filter = CodeFilter([
        "UIApplication", "UIScene", "UIWindowScene", "NSApplicationMain", "exchangeImplementations", "class_addMethod",
        "class_replaceMethod", "AppDelegate", "SceneDelegate", "delegateClass", "openURL", "continueUserActivity",
        "callbackWithHTTPSHost", "initWithRelyingPartyIdentifier",
    ])

    private static let words = CodeWords([
        "{", "}", "@", "-", "method_exchangeImplementations", "class_addMethod", "class_replaceMethod",
        "UIApplicationMain",
        "NSApplicationMain", "UIApplicationLaunchOptionsUserActivityDictionaryKey", "UIApplicationLaunchOptionsURLKey",
        "delegateClass", "callbackWithHTTPSHost", "initWithRelyingPartyIdentifier",
    ])

    private let code: CodeTokens
    private let file: String
    private var type: String?
    /// How many words of bodies may still be examined, because bodies are nested.
    private var budget: Int
    /// Whether code that swizzles methods of its own type, such as one of UIKit's views, may change those of a delegate too.
    private lazy var namesDelegates = CodeFilter.delegates.matches(code.bytes)
    private(set) var facts = SourceFacts()

    init(_ bytes: [UInt8], file: String, work: CodeWork? = nil) {
        code = CodeTokens(bytes, .objectiveC, stoppingAt: Self.words, work: work)
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
        var depth = 0
        for index in code.stops {
            if code.has("{", at: index) {
                depth += 1
            } else if code.has("}", at: index) {
                depth -= 1
            } else if code.has("@", at: index) {
                if readDirective(index + 1) { depth = 0 }
            } else if code.has("-", at: index), depth == 0 || type != nil, code.has("(", at: index + 1) {
                readMethod(index)
            } else {
                readWord(index)
            }
        }
    }

    /// Reads the text after an at sign, and returns whether a declaration begins at the outermost level.
    private mutating func readDirective(_ index: Int) -> Bool {
        if code.hasAny(["implementation", "interface"], at: index), let name = code.word(at: index + 1) {
            let isInterface = code.has("interface", at: index)
            if !isInterface { type = name }
            if code.has(":", at: index + 2), let base = code.word(at: index + 3) {
                facts.types.append(
                    SourceFacts.TypeFacts(name: name, place: place(index), bases: [base], language: .apple)
                )
            } else if !isInterface {
                // The type's interface is in another file, or this is a category of a class.
                var own = SourceFacts.TypeFacts(name: name, place: place(index), bases: [], language: .apple)
                own.isExtension = true
                facts.types.append(own)
            }
            return true
        }
        if code.has("end", at: index) {
            type = nil
            return true
        }
        return false
    }

    private mutating func readWord(_ index: Int) {
        if code.hasAny(["method_exchangeImplementations", "class_addMethod", "class_replaceMethod"], at: index) {
            if type?.hasPrefix("UI") != true || namesDelegates { add(.swizzling, index) }
        } else if code.has("UIApplicationMain", at: index), code.has("(", at: index + 1) {
            add(.uiKitEntry, index)
        } else if code.has("NSApplicationMain", at: index), code.has("(", at: index + 1) {
            add(.appKitEntry, index)
        } else if code.has("UIApplicationLaunchOptionsUserActivityDictionaryKey", at: index) {
            add(.launchActivity, index)
        } else if code.has("UIApplicationLaunchOptionsURLKey", at: index) {
            add(.launchURL, index)
        } else if code.has("delegateClass", at: index), code.has("=", at: index + 1) {
            // The class is written `[Name class]` or `Name.class`.
            let name = code.has("[", at: index + 2) ? code.word(at: index + 3) : code.word(at: index + 2)
            if let name { facts.delegateClasses.insert(name) }
        } else if code.hasAny(["callbackWithHTTPSHost", "initWithRelyingPartyIdentifier"], at: index),
            let host = code.host(at: index + 3), facts.signInHosts[host] == nil
        {
            facts.signInHosts[host] = place(index)
        }
    }

    private mutating func readMethod(_ start: Int) {
        var index = code.end(ofBracketAt: start + 1)
        var parts: [String] = []
        var locals: [String] = []
        while let part = code.word(at: index), code.has(":", at: index + 1), parts.count < 8 {
            parts.append(part)
            index += 2
            if code.has("(", at: index) { index = code.end(ofBracketAt: index) }
            // Attributes such as nullable are in the brackets.
            guard let local = code.word(at: index) else { return }
            locals.append(local)
            index += 1
        }
        // A declaration ends with a semicolon.
        guard code.has("{", at: index) else { return }
        let body = body(index)
        func link(_ place: Int) -> String { locals.indices.contains(place) ? locals[place] : "" }
        switch parts.joined(separator: ":") {
        case "application:continueUserActivity:restorationHandler": receive(.applicationContinue, link(1), start, body)
        case "application:openURL:options", "application:openURL:sourceApplication:annotation",
            "application:handleOpenURL":
            receive(.applicationOpen, link(1), start, body)
        case "scene:continueUserActivity": receive(.sceneContinue, link(1), start, body)
        case "scene:openURLContexts": receive(.sceneOpen, link(1), start, body)
        case "scene:willConnectToSession:options": connect(start, locals.last ?? "", body)
        case "application:configurationForConnectingSceneSession:options":
            add(.configuration, start)
            connect(start, locals.last ?? "", body, isOptional: true)
        default: break
        }
    }

    /// Adds a method with the name of its connection options; an optional one only if it reads links.
    private mutating func connect(_ start: Int, _ name: String, _ body: Range<Int>, isOptional: Bool = false) {
        let uses = uses(of: name, in: body)
        let links = code.links(atOptions: uses)
        guard !links.isEmpty || !isOptional else { return }
        let activities = uses.filter { code.links(atOptions: [$0]).contains(.universalLink) }
        if code.asksForOtherActivities(body, uses: activities) { add(.otherActivities, start) }
        facts.connections.append(SourceFacts.Connection(type: type, place: place(start), links: links))
    }

    /// Adds a method with the parameter that is the link; a method that does not use it is no receiver.
    private mutating func receive(_ receiver: AppleReceiver, _ name: String, _ start: Int, _ body: Range<Int>) {
        let uses = uses(of: name, in: body)
        guard uses.isEmpty, facts.gap == nil else {
            if code.asksForOtherActivities(body, uses: uses) { add(.otherActivities, start) }
            return add(receiver, start)
        }
        facts.idle.append(.init(receiver, type: type, place: place(start), reason: "does not use the link"))
    }

    private mutating func body(_ start: Int) -> Range<Int> {
        let end = code.end(ofBracketAt: start)
        budget -= end - start
        guard budget >= 0 else {
            facts.gap = "\(file) nests methods too deeply"
            return start..<start
        }
        return start..<end
    }

    /// Where a body names a parameter.
    private func uses(of name: String, in body: Range<Int>) -> [Int] {
        body.filter { index in
            code.word(at: index) == name && !code.has(".", at: index - 1) && !code.has(":", at: index + 1)
        }
    }
}
