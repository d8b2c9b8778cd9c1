/// As much of the HTML Standard's tree construction as decides which `meta` elements a document has.
///
/// Nearly always that is nothing: a tag only says how the text behind it is read. Three things are tracked while they
/// are open (svg and math, in which no text is raw; the HTML inside their integration points; templates, whose metas
/// are not in the document), and one until it is decided (whether a frameset may still take the place of the body).
struct TreeContext {
    /// Deeper nesting than this is not tracked, so that hostile pages stay linear.
    static let maximumDepth = 64

    struct Node {
        enum Kind: UInt8 {
            case html
            case template
            case svg
            case math
        }

        /// What the standard calls a template's insertion mode, as far as it matters.
        enum TemplateMode {
            case undecided
            /// It began with a `col`, and ignores all tags but that.
            case columns
            case anything
        }

        let name: HTMLName
        let kind: Kind
        /// Whether start tags inside it are HTML again.
        let isIntegrationPoint: Bool
        var templateMode = TemplateMode.undecided

        var isForeign: Bool { kind == .svg || kind == .math }
    }

    let isScriptingEnabled: Bool

    /// The innermost open elements, from the outermost svg, math or template on.
    private(set) var open: [Node] = []
    private(set) var foreignCount = 0
    private(set) var templateCount = 0
    /// Open templates beyond the tracked depth.
    private var untrackedTemplates = 0

    /// The HTML elements outside the tracked ones.
    private var outside = NameFilter()

    var frameset = FramesetState()

    private var tables = FosterParenting()

    /// The character reference being read, while ``watchesText``.
    private var reference = WhitespaceReferenceScanner()

    private var metaCount = 0

    /// Whether tags need more than a look at their name.
    private var needsCare = true

    init(isScriptingEnabled: Bool) {
        self.isScriptingEnabled = isScriptingEnabled
    }

    /// Whether the current element is svg or math, where CDATA sections exist.
    var isInForeignContent: Bool { open.last?.isForeign ?? false }

    var isInTemplate: Bool { templateCount > 0 }

    /// Whether text between tags can still change anything.
    @inline(__always)
    var watchesText: Bool { frameset.isOpen }

    /// Whether what a start tag of that name means depends on its attributes.
    @inline(__always)
    func needsAttributes(of name: HTMLName) -> Bool {
        if name.matches(NameKeys.meta) { return true }
        guard needsCare else { return false }
        return name.matches(NameKeys.input) || name.matches(NameKeys.font)
            || name.matches(NameKeys.annotationXML, NameKeys.annotationXMLHigh)
    }

    @inline(__always)
    mutating func startTag(_ tag: StartTag) -> StartTagEffect {
        if needsCare { return carefulStartTag(tag) }
        let effect = effect(of: tag)
        // What has become svg or math is no HTML, and what has no inside is never left open.
        if case .none = effect, open.isEmpty { outside.open(tag.name) }
        return effect
    }

    @inline(__always)
    mutating func endTag(_ name: HTMLName) {
        if needsCare { carefulEndTag(name) } else { outside.close(name) }
    }
}

// MARK: - The stack of open elements

extension TreeContext {
    mutating func push(_ name: HTMLName, _ kind: Node.Kind, isIntegrationPoint: Bool = false) {
        needsCare = true
        guard open.count < Self.maximumDepth else {
            if kind == .template { untrackedTemplates += 1 }
            return
        }
        open.append(Node(name: name, kind: kind, isIntegrationPoint: isIntegrationPoint))
        if kind == .template { templateCount += 1 }
        if kind == .svg || kind == .math { foreignCount += 1 }
    }

    mutating func pop(to depth: Int) {
        while open.count > depth, let node = open.popLast() {
            if node.kind == .template { templateCount -= 1 }
            if node.isForeign { foreignCount -= 1 }
        }
    }

    /// Leaves svg and math down to an integration point or HTML, as a tag does that cannot be inside them.
    private mutating func popForeignElements() {
        while let node = open.last, node.isForeign, !node.isIntegrationPoint { pop(to: open.count - 1) }
    }

    mutating func closeTemplate() {
        if untrackedTemplates > 0 {
            untrackedTemplates -= 1
        } else if let depth = open.lastIndex(where: { $0.kind == .template }) {
            pop(to: depth)
        }
    }

    private mutating func updateNeedsCare() {
        needsCare = !open.isEmpty || !tables.isEmpty || frameset.isOpen || frameset.isFrameset
    }
}

// MARK: - Start tags

extension TreeContext {
    @inline(never)
    private mutating func carefulStartTag(_ tag: StartTag) -> StartTagEffect {
        defer { updateNeedsCare() }
        if frameset.isFrameset { return tag.name.matches(NameKeys.noframes) ? .rawText : .none }
        if let current = open.last, current.isForeign, !Self.followsHTMLRules(tag, in: current) {
            guard Elements.leavesForeignContent(tag) else {
                if !tag.isSelfClosing { pushForeign(tag, current.kind) }
                return .none
            }
            popForeignElements()
        }
        return htmlStartTag(tag)
    }

    /// Whether a start tag inside an svg or math element is treated as HTML.
    private static func followsHTMLRules(_ tag: StartTag, in node: Node) -> Bool {
        guard node.isIntegrationPoint else {
            return node.kind == .math && Elements.isAnnotationXML(node.name) && tag.name.matches(NameKeys.svg)
        }
        return node.kind == .svg || Elements.isAnnotationXML(node.name) || !Elements.isMathMLOnly(tag.name)
    }

    private mutating func pushForeign(_ tag: StartTag, _ kind: Node.Kind) {
        let isIntegrationPoint =
            kind == .svg
            ? Elements.isHTMLIntegrationPoint(tag.name)
            : Elements.isMathMLTextIntegrationPoint(tag.name)
                || (Elements.isAnnotationXML(tag.name) && tag.hasSignificantAttribute)
        push(tag.name, kind, isIntegrationPoint: isIntegrationPoint)
    }

    private mutating func htmlStartTag(_ tag: StartTag) -> StartTagEffect {
        if let ordinal = frameset.startTag(tag, isInTemplate: isInTemplate, metaCount: metaCount) {
            pop(to: 0)
            return .framesetReplacesBody(fromOrdinal: ordinal)
        }
        if frameset.isFrameset || isIgnoredByTemplate(tag.name) { return .none }
        if !isInTemplate && foreignCount == 0 { tables.startTag(tag.name) }
        let depth = open.count
        let effect = effect(of: tag)
        guard case .none = effect, open.count == depth, !Elements.isVoid(tag.name) else { return effect }
        if foreignCount == 0 {
            outside.open(tag.name)
        } else if !Elements.isIgnoredInBody(tag.name) {
            closeImplied(by: tag.name)
            push(tag.name, .html)
        }
        return effect
    }

    /// Closes what cannot be open around an element of that name: a paragraph, an item, a heading.
    private mutating func closeImplied(by name: HTMLName) {
        if name.matches(NameKeys.li) {
            closeItem([name])
        } else if name.matches(NameKeys.dd) || name.matches(NameKeys.dt) {
            closeItem([HTMLName("dd"), HTMLName("dt")])
        }
        guard Elements.closesParagraph(name) else { return }
        for depth in open.indices.reversed() {
            let node = open[depth]
            if !Elements.isInButtonScope(node) { break }
            if node.name.matches(NameKeys.p) {
                pop(to: depth)
                break
            }
        }
        if Elements.isHeading(name), let node = open.last, node.kind == .html, Elements.isHeading(node.name) {
            pop(to: open.count - 1)
        }
    }

    private mutating func closeItem(_ names: [HTMLName]) {
        for depth in open.indices.reversed() {
            let node = open[depth]
            guard node.kind == .html else { return }
            if names.contains(node.name) { return pop(to: depth) }
            let isTransparent =
                node.name.matches(NameKeys.address) || node.name.matches(NameKeys.div)
                || node.name.matches(NameKeys.p)
            if Elements.isSpecial(node.name) && !isTransparent { return }
        }
    }

    /// Whether the innermost element is a template of columns, in which nothing else has a meaning.
    private mutating func isIgnoredByTemplate(_ name: HTMLName) -> Bool {
        guard let template = open.last, template.kind == .template else { return false }
        if case .undecided = template.templateMode, !Elements.belongsInHead(name) {
            open[open.count - 1].templateMode = name.matches(NameKeys.col) ? .columns : .anything
            return false
        }
        guard case .columns = template.templateMode else { return false }
        return !name.matches(NameKeys.col) && !name.matches(NameKeys.template)
    }

    /// What a start tag does by the rules for HTML in a body, once nothing else is in the way.
    @inline(__always)
    private mutating func effect(of tag: StartTag) -> StartTagEffect {
        let name = tag.name
        if name.high != 0 {
            return name.matches(NameKeys.plaintext, NameKeys.plaintextHigh) ? .plaintext : .none
        }
        if Elements.isRawText(name, isScriptingEnabled: isScriptingEnabled) {
            return name.matches(NameKeys.script) ? .script : .rawText
        }
        switch name.low {
        case NameKeys.meta:
            return countMeta()
        case NameKeys.template:
            push(name, .template)
        case NameKeys.svg:
            if !tag.isSelfClosing { push(name, .svg) }
        case NameKeys.math:
            if !tag.isSelfClosing { push(name, .math) }
        case NameKeys.table:
            if !isInTemplate && foreignCount == 0 {
                tables.open(metasBefore: metaCount)
                needsCare = true
            }
        default:
            break
        }
        return .none
    }

    private mutating func countMeta() -> StartTagEffect {
        if isInTemplate { return .meta(nil) }
        defer { metaCount += 1 }
        return .meta(tables.place(ofMeta: metaCount))
    }
}

// MARK: - End tags and text

extension TreeContext {
    @inline(never)
    private mutating func carefulEndTag(_ name: HTMLName) {
        if frameset.isFrameset { return }
        defer { updateNeedsCare() }
        guard foreignCount > 0 else {
            return plainEndTag(name)
        }
        if isInForeignContent {
            if name.matches(NameKeys.p) || name.matches(NameKeys.br) {
                popForeignElements()
                return foreignCount > 0 ? htmlEndTag(name) : plainEndTag(name)
            }
            for depth in open.indices.reversed() {
                guard open[depth].isForeign else { break }
                if open[depth].name == name { return pop(to: depth) }
            }
        }
        htmlEndTag(name)
        // It closed the svg as well.
        if open.isEmpty { tables.endTag(name) }
    }

    /// An end tag with neither svg nor math open.
    private mutating func plainEndTag(_ name: HTMLName) {
        if name.matches(NameKeys.template) { return closeTemplate() }
        frameset.endTag(name, isInTemplate: isInTemplate, metaCount: metaCount)
        outside.close(name)
        if !isInTemplate { tables.endTag(name) }
    }

    /// An end tag by the rules for HTML, with svg or math open: it may close an element outside them, and so them.
    private mutating func htmlEndTag(_ name: HTMLName) {
        if name.matches(NameKeys.template) { return closeTemplate() }
        let isFormatting = Elements.isFormatting(name)
        let stopsAtSpecial = !isFormatting && !Elements.isSpecial(name)
        var isBelowSpecial = false
        for depth in open.indices.reversed() {
            let node = open[depth]
            if node.isIntegrationPoint || node.kind == .template { return }
            guard node.kind == .html else { continue }
            if node.name == name {
                // A paragraph in bold, say, stays open when the bold ends.
                if isFormatting && isBelowSpecial { open.remove(at: depth) } else { pop(to: depth) }
                return
            }
            if Elements.limitsScope(node.name) { return }
            isBelowSpecial = isBelowSpecial || Elements.isSpecial(node.name)
            if stopsAtSpecial && isBelowSpecial { return }
        }
        if name.matches(NameKeys.body) || name.matches(NameKeys.html) || name.matches(NameKeys.head) { return }
        // These were never left open: they have no end tag, or nothing but that can stand behind them.
        if Elements.isVoid(name) || Elements.isRawText(name, isScriptingEnabled: isScriptingEnabled) { return }
        let isTablePart = Elements.isIgnoredInBody(name) || name.matches(NameKeys.table)
        if isTablePart && !isInTemplate ? tables.closes(name) : outside.mayHaveOpen(name) { pop(to: 0) }
    }

    /// Text between two tags, while ``watchesText``.
    @inline(never)
    mutating func text(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            let byte = bytes[index]
            switch reference.read(byte) {
            case .text where byte.isHTMLSpace, .space:
                break
            case .text where byte == 0:
                if !isInForeignContent { frameset.nul(isInTemplate: isInTemplate, metaCount: metaCount) }
            case .text, .visible:
                return visibleText()
            }
        }
        // The text ends at a tag, not where a piece of the page does.
        if range.upperBound < bytes.count, reference.end() == .visible { visibleText() }
    }

    /// Text that is not only white space, while ``watchesText``.
    mutating func visibleText() {
        reference = WhitespaceReferenceScanner()
        frameset.visibleText(isInTemplate: isInTemplate, metaCount: metaCount)
        updateNeedsCare()
    }
}
