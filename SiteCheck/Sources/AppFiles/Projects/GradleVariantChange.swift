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
        /// Whether only running the code determines the selection.
        var isOpen = false
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
    }

    /// Marks the parts that a block within the code may set; if each statement names its string resource, only those resources.
    private mutating func open(_ block: GradleScript.Block) {
        var rest = block
        rest.statements.removeAll { statement in
            let tokens = GradleToken.tokens(of: statement)
            guard tokens.contains(where: GradleResource.isOne), let resource = GradleResource(tokens, .none) else {
                return false
            }
            if resource.type == "string" { settings.strings[resource.name] = .computed }
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
            selector.names.allSatisfy({ $0 == name })
        else { return false }
        return selector.isOpen ? nil : true
    }

    /// The changes in a script, in order.
    static func changes(in block: GradleScript.Block, _ constants: GradleConstants) -> [GradleVariantChange] {
        var found: [GradleVariantChange] = []
        func visit(_ block: GradleScript.Block) {
            for inner in block.blocks {
                let tokens = GradleToken.tokens(of: inner.header)
                let change: GradleVariantChange
                switch tokens.first {
                case .word(let word) where ["onVariants", "beforeVariants"].contains(last(word)):
                    change = GradleVariantChange(inner, selector(tokens.dropFirst()), constants)
                case .word(let word) where last(word) == "finalizeDsl":
                    change = GradleVariantChange(open: GradleModule.parts(in: inner))
                case .word(let word) where ("." + word).contains(".applicationVariants."):
                    change = GradleVariantChange(inner, Selector(isOpen: last(word) != "all"), constants)
                default:
                    visit(inner)
                    continue
                }
                if !change.isEmpty { found.append(change) }
            }
        }
        visit(block)
        return found
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
        for (index, token) in tokens.enumerated() {
            guard case .word(let word) = token, ["enable", "enabled"].contains(Self.last(word)),
                tokens.dropFirst(index + 1).elementsEqual([.symbol("="), .word("false")])
            else { continue }
            disables = true
        }
    }
}
