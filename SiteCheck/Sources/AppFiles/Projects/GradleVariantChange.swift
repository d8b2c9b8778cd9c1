@_spi(Bolts) import BoltsSiteCheck

/// The changes that a block of a build script makes to single variants after everything else is set:
/// `androidComponents { onVariants … }`, or `applicationVariants.all { … }` of older versions of Android's plugin.
///
/// The code is not run: only literal values for literally selected variants are known; it may also set anything else.
struct GradleVariantChange {
    /// The variants that a block is for.
    private struct Selector {
        var types: [String] = []
        var flavors: [String] = []
        var names: [String] = []
        /// The names of all flavours together, such as `freeDemo`.
        var combinations: [String] = []
        /// The local variables that list the names of the flavours.
        var lists: [String] = []
        /// Whether only running the code determines the selection.
        var isOpen = false

        /// Adds a part of a condition: `it.buildType == "debug"`, or `it.productFlavors.contains("dimension" to "flavour")`.
        mutating func add(_ condition: ArraySlice<GradleToken>) {
            guard case .word(let word)? = condition.first else {
                isOpen = true
                return
            }
            let path = word.split(separator: ".").drop { !["buildType", "productFlavors"].contains($0) }
            let rest = Array(condition.dropFirst())
            if rest.count == 3, rest.starts(with: [.symbol("="), .symbol("=")]), case .text(let text) = rest[2] {
                if path == ["buildType"] || path == ["buildType", "name"] {
                    types.append(text)
                } else if path.isEmpty, word.hasSuffix(".name") || word == "name" {
                    names.append(text)
                } else if path.isEmpty, word.hasSuffix(".flavorName") || word == "flavorName" {
                    combinations.append(text)
                } else {
                    isOpen = true
                }
            } else if lists.contains(where: { word == "\($0).contains" }), rest.count == 3,
                case .text(let flavor) = rest[1]
            {
                flavors.append(flavor)
            } else if path == ["productFlavors", "contains"], rest.count == 5, rest[2] == .word("to"),
                case .text(let flavor) = rest[3]
            {
                flavors.append(flavor)
            } else {
                isOpen = true
            }
        }
    }

    /// The block's settings; the application id is complete, with all suffixes.
    private(set) var settings = GradleModule.Settings()
    /// Whether the variants are not built.
    private(set) var disables = false
    private var selector = Selector()

    /// Whether the values and their variants are known.
    var isKnown: Bool {
        let values = Array(settings.placeholders.values) + Array(settings.strings.values)
        return !selector.isOpen && settings.open.isEmpty && values.allSatisfy { $0.gap == nil }
    }

    /// Creates a change for code that was not evaluated, which may set some parts of any variant.
    init(open parts: Set<GradleModule.Part>) {
        selector.isOpen = true
        for part in parts { settings.setOpen(part) }
    }

    private init(_ block: GradleScript.Block, _ selector: Selector, _ constants: GradleConstants) {
        self.selector = selector
        for statement in block.statements { read(GradleToken.body(of: statement), constants) }
        for inner in block.blocks { open(inner) }
        disables = Self.disables(block)
    }

    /// Marks the parts that a block within the code may set; if each statement names its string resource, only those resources.
    private mutating func open(_ block: GradleScript.Block) {
        var rest = block
        rest.statements.removeAll { statement in
            let tokens = GradleToken.tokens(of: statement)
            guard tokens.contains(where: GradleResource.isOne), let resource = GradleResource(tokens, .none) else {
                return false
            }
            if let key = resource.key { settings.strings[key] = .computed }
            return true
        }
        rest.blocks = []
        for part in GradleModule.parts(in: rest, needsReceiver: true) {
            settings.setOpen(part)
            // The statement is kept to find its line later.
            let text = part == .applicationID ? rest.texts.first { $0.contains("pplicationId") } : nil
            if let text { settings.applicationID = .computed(text) }
        }
        for inner in block.blocks { open(inner) }
    }

    private var isEmpty: Bool {
        !disables && settings.applicationID == nil && settings.applicationIDSuffix == nil && settings.open.isEmpty
            && settings.placeholders.isEmpty && settings.strings.isEmpty && settings.minimumSDK == nil
            && settings.targetSDK == nil
    }

    /// Whether the change applies to a variant; `nil` if only running the code determines it.
    func applies(type: String, flavors: [String], name: String) -> Bool? {
        guard selector.types.allSatisfy({ $0 == type }), selector.flavors.allSatisfy(flavors.contains),
            selector.names.allSatisfy({ $0 == name }),
            selector.combinations.allSatisfy({ $0 == GradleModule.camelCased(flavors) })
        else { return false }
        return selector.isOpen ? nil : true
    }

    /// The changes in a script, in order.
    static func changes(in block: GradleScript.Block, _ constants: GradleConstants) -> [GradleVariantChange] {
        var found: [GradleVariantChange] = []
        var mayEnable = false
        func visit(_ block: GradleScript.Block, isCertain: Bool = true) {
            for inner in block.blocks {
                let tokens = GradleToken.tokens(of: inner.header)
                var change: GradleVariantChange
                switch tokens.first {
                case .word(let word) where ["onVariants", "beforeVariants", "variantFilter"].contains(last(word)):
                    var selector = selector(tokens.dropFirst())
                    // What follows a return may not run.
                    let isOpen = inner.texts.contains { GradleToken.tokens(of: $0).contains(.word("return")) }
                    selector.isOpen = selector.isOpen || isOpen || !isCertain
                    mayEnable = mayEnable || inner.texts.contains { enables(GradleToken.body(of: $0)) }
                    change = GradleVariantChange(inner, selector, constants)
                    found += conditional(inner, [selector])
                case .word(let word) where last(word) == "finalizeDsl":
                    change = GradleVariantChange(open: GradleModule.parts(in: inner))
                case .word(let word) where ("." + word).contains(".applicationVariants."):
                    change = GradleVariantChange(inner, Selector(isOpen: last(word) != "all"), constants)
                default:
                    visit(inner, isCertain: isCertain && tokens.first?.isCondition != true)
                    continue
                }
                if !isCertain { change.selector.isOpen = true }
                if !change.isEmpty { found.append(change) }
            }
        }
        visit(block)
        // What switches a variant off may not be the last word.
        if mayEnable { for index in found.indices where found[index].disables { found[index].selector.isOpen = true } }
        return found
    }

    /// Whether a statement sets whether a variant is built to something else than off.
    private static func enables(_ tokens: [GradleToken]) -> Bool {
        let place = tokens.firstIndex { token in
            token.lastName.map { ["enable", "enabled", "ignore", "setIgnore"].contains($0) } ?? false
        }
        return place.map { !disables(tokens[$0...]) } ?? false
    }

    /// Whether a header begins a block of code for single variants.
    static func isForVariants(_ header: String) -> Bool {
        guard case .word(let word)? = GradleToken.tokens(of: header).first else { return false }
        return ["onVariants", "beforeVariants", "variantFilter", "finalizeDsl"].contains(last(word))
            || ("." + word).contains(".applicationVariants.")
    }

    private static func last(_ word: String) -> Substring { word.split(separator: ".").last ?? "" }

    /// Reads `selector().withBuildType("release")`, `.withFlavor("dimension" to "flavour")`, `.withName("release")`.
    private static func selector(_ tokens: ArraySlice<GradleToken>) -> Selector {
        var result = Selector()
        var place = tokens.startIndex
        while place < tokens.endIndex {
            defer { place += 1 }
            guard case .word(let word) = tokens[place] else {
                if case .symbol(let symbol) = tokens[place], "(),".contains(symbol) { continue }
                result.isOpen = true
                continue
            }
            let rest = tokens[(place + 1)...].prefix { $0 != .symbol(")") }
            let texts = rest.compactMap { if case .text(let text) = $0 { text } else { nil } }
            switch last(word) {
            case "selector", "all": continue
            case "withBuildType" where texts.count == 1: result.types += texts
            case "withFlavor" where texts.count == 2: result.flavors.append(texts[1])
            case "withName" where texts.count == 1: result.names += texts
            default: result.isOpen = true
            }
            place += rest.count
        }
        return result
    }

    /// Reads a statement such as `v.manifestPlaceholders.put("host", "example.com")`, or `v.applicationId.set("id")`.
    private mutating func read(_ tokens: [GradleToken], _ constants: GradleConstants) {
        // A declaration of a local value, whose name may be that of a setting.
        if [.word("val"), .word("var"), .word("def")].contains(tokens.first) { return }
        func place(of part: GradleModule.Part) -> Int? {
            tokens.firstIndex { token in
                guard case .word(let word) = token else { return false }
                return word.split(separator: ".").contains { part.names.contains(String($0)) }
            }
        }
        if let start = place(of: .placeholders) {
            let count = settings.placeholders.count
            GradleModule.readPlaceholders(Array(tokens[start...]), into: &settings, constants)
            if settings.placeholders.count == count { settings.setOpen(.placeholders) }
        }
        if let start = place(of: .strings) { settings.read(GradleResource(Array(tokens[start...]), .none)) }
        for (index, token) in tokens.enumerated() {
            guard case .word(let word) = token, tokens.dropFirst(index + 1).first == .symbol("="),
                tokens.dropFirst(index + 2).first != .symbol("=")
            else { continue }
            let value: GradleModule.Value
            if tokens.count == index + 3, case .word(let number) = tokens[index + 2], Int(number) != nil {
                value = SourceText(number)
            } else {
                value = .computed
            }
            switch Self.last(word) {
            case "minSdk": settings.minimumSDK = value
            case "targetSdk": settings.targetSDK = value
            default: break
            }
        }
        if let start = place(of: .applicationID), case .word(let word) = tokens[start] {
            let rest = tokens[(start + 1)...].filter { ![.symbol("="), .symbol("("), .symbol(")")].contains($0) }
            let sets =
                word.hasSuffix(".set") || word.hasSuffix("setApplicationId")
                || tokens.dropFirst(start + 1).first == .symbol("=")
            if sets {
                settings.applicationID = constants.value(rest[...]) ?? .computed
            }
        }
    }

    private init(disabling selector: Selector) {
        self.selector = selector
        disables = true
    }

    /// Whether a block certainly switches its variant off: `it.enable = false`, `setIgnore(true)`.
    private static func disables(_ block: GradleScript.Block) -> Bool {
        let all = block.statements.map { GradleToken.body(of: $0)[...] }
        // A condition behind a parameter's name, as in `variant -> if (…)`, is no block.
        let isPlain = all.allSatisfy { $0.first?.isCondition != true }
        return isPlain && all.contains(where: disables)
    }

    private static func disables(_ tokens: ArraySlice<GradleToken>) -> Bool {
        guard let name = tokens.first?.lastName else { return false }
        let value = tokens.dropFirst().filter { ![.symbol("="), .symbol("("), .symbol(")")].contains($0) }
        return ["enable", "enabled"].contains(name) && value == [.word("false")]
            || ["ignore", "setIgnore"].contains(name) && value == [.word("true")]
    }

    /// The changes that switch variants off under conditions: `if (it.buildType == "debug") { it.enable = false }`.
    private static func conditional(_ block: GradleScript.Block, _ outer: [Selector]) -> [GradleVariantChange] {
        var outer = outer
        for statement in block.statements {
            // def names = variant.flavors*.name
            let tokens = GradleToken.body(of: statement)
            guard tokens.count == 6, tokens[3].lastName == "flavors", tokens[5] == .word(".name"),
                case .word(let name) = tokens[1]
            else { continue }
            for index in outer.indices { outer[index].lists.append(name) }
        }
        let all = block.statements.map { GradleScript.Block(header: $0) } + block.blocks
        return all.flatMap { inner -> [GradleVariantChange] in
            let tokens = GradleToken.body(of: inner.header)
            guard tokens.starts(with: [.word("if"), .symbol("(")]) else { return [] }
            let length = GradleToken.valueLength(tokens.dropFirst(2), endsAtComma: false)
            let condition = tokens.dropFirst(2).prefix(length)
            let isOff = disables(tokens.dropFirst(3 + length)) || disables(inner)
            let own = outer.flatMap { selectors(condition, within: $0) }.prefix(maximumChoiceCount)
            return (isOff ? own.map { GradleVariantChange(disabling: $0) } : []) + conditional(inner, Array(own))
        }
    }

    /// The limit for the alternatives of a condition, which bounds the work for conditions within others.
    private static let maximumChoiceCount = 16

    /// The variants for which a condition holds, by its alternatives.
    private static func selectors(
        _ condition: ArraySlice<GradleToken>,
        within outer: Selector,
        isInner: Bool = false
    ) -> [Selector] {
        GradleToken.parts(of: condition, between: "|").prefix(maximumChoiceCount).flatMap { choice in
            GradleToken.parts(of: choice, between: "&").reduce([outer]) { found, part in
                let isNested = part.first == .symbol("(") && part.last == .symbol(")") && !isInner
                let own = found.flatMap { outer -> [Selector] in
                    if isNested { return selectors(part.dropFirst().dropLast(), within: outer, isInner: true) }
                    var own = outer
                    own.add(part)
                    return [own]
                }
                return Array(own.prefix(maximumChoiceCount))
            }
        }
    }
}
