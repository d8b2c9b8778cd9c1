/// The HTML Standard's tree construction without a tree: it tracks the open elements, and so determines which text is raw and
/// which `meta` elements the document has, in which order.
///
/// Three things are not tracked exactly: elements nested deeper than ``StackOfOpenElements/depthLimit``, attributes of
/// formatting elements (see ``ActiveFormattingElements``), and the identifiers of a DOCTYPE (every DOCTYPE counts as no-quirks
/// mode).
struct TreeBuilder {
    let isScriptingEnabled: Bool
    /// Whether `link` and `base` elements are reported and counted like metas.
    let reportsLinks: Bool
    /// Whether `a` and `area` elements are reported and counted like metas.
    let reportsHyperlinks: Bool

    var stack = StackOfOpenElements()
    var formatting = ActiveFormattingElements()
    var mode = InsertionMode.initial

    var templateModes: [InsertionMode] = []
    /// The number of open templates that are not tracked, because the stack was full.
    var untrackedTemplates = 0
    var modeAroundUntracked = InsertionMode.inBody
    /// For each open table, the number of the document's metas before it.
    var metasBeforeTables: [Int] = []

    /// Whether the body has begun, with or without its own tag.
    var hasBody = false
    /// Whether the document has a frameset instead of a body.
    private(set) var isFrameset = false
    /// Whether a frameset may still replace the body; the standard's frameset-ok flag, once there is a body.
    var canBecomeFrameset = true
    private var metasBeforeBody = 0
    /// Whether the head has begun but not ended.
    var isHeadOpen = false
    /// Whether the head has begun and ended, with or without its own tags.
    var hasLeftHead: Bool { !isHeadOpen && mode != .initial && mode != .beforeHead }
    private var hasDoctype = false

    private(set) var metaCount = 0
    /// The standard's form element pointer, by identity; 0 for none.
    var form: UInt32 = 0
    private var lastIdentity: UInt32 = 0
    /// The character reference being read, while ``watchesText``.
    var reference = WhitespaceReferenceScanner()

    init(isScriptingEnabled: Bool, reportsLinks: Bool = false, reportsHyperlinks: Bool = false) {
        self.isScriptingEnabled = isScriptingEnabled
        self.reportsLinks = reportsLinks
        self.reportsHyperlinks = reportsHyperlinks
    }

    /// Whether the current element is svg or math, where CDATA sections exist.
    var isInForeignContent: Bool { stack.isForeign }

    var isInTemplate: Bool { stack.templateCount > 0 || untrackedTemplates > 0 }

    /// Whether text between tags can change anything.
    @inline(__always)
    var watchesText: Bool {
        canBecomeFrameset && !isFrameset || formatting.needsReconstruction || mode == .inColumnGroup
    }

    /// Whether the handling of a start tag depends on its attributes.
    @inline(__always)
    func needsAttributes(of name: HTMLName) -> Bool {
        if name.matches(NameKeys.meta) { return true }
        if name.matches(NameKeys.input) { return canBecomeFrameset || !metasBeforeTables.isEmpty }
        if stack.foreignCount > 0,
            name.matches(NameKeys.font) || name.matches(NameKeys.annotationXML, NameKeys.annotationXMLHigh)
        {
            return true
        }
        if reportsLinks && (name.matches(NameKeys.link) || name.matches(NameKeys.base)) { return true }
        return reportsHyperlinks && (name.matches(NameKeys.a) || name.matches(NameKeys.area))
    }

    /// A DOCTYPE has been read.
    mutating func doctype() {
        guard mode == .initial else { return }
        hasDoctype = true
        mode = .beforeHead
    }

    @inline(__always)
    mutating func startTag(_ tag: StartTag) -> StartTagEffect {
        let type = ElementType(tag.name)
        stack.replenish()
        if mode == .inBody && stack.foreignCount == 0 { return startTagInBody(tag, type) }
        return startTagOutsideBody(tag, type)
    }

    @inline(__always)
    mutating func endTag(_ name: HTMLName) {
        // Most end tags close the element that was opened last.
        if mode == .inBody, let last = stack.last, last.isNamed(name) {
            if last.flags.contains(.simple) { return stack.removeLastSimple() }
            if last.flags.contains(.formatting), formatting.endsWith(last.identity) {
                stack.removeLastSimple()
                return formatting.removeLast()
            }
        }
        endOtherTag(name)
    }

    @inline(never)
    private mutating func endOtherTag(_ name: HTMLName) {
        let type = ElementType(name)
        stack.replenish()
        if mode == .inBody && stack.foreignCount == 0 {
            endTagInBody(name, type)
        } else {
            endTagOutsideBody(name, type)
        }
    }

    // MARK: The document

    /// Whether a `table` start tag leaves a paragraph open.
    var isQuirksMode: Bool { !hasDoctype }

    mutating func nextIdentity() -> UInt32 {
        lastIdentity &+= 1
        return lastIdentity
    }

    mutating func openBody() {
        if hasBody { return }
        hasBody = true
        mode = .inBody
        metasBeforeBody = metaCount
    }

    /// The body contains content that a frameset may not replace.
    @inline(__always)
    mutating func forbidFrameset() { if hasBody { canBecomeFrameset = false } }

    /// A frameset begins, and replaces the body if there is one.
    mutating func beginFrameset() -> StartTagEffect {
        isFrameset = true
        canBecomeFrameset = false
        mode = .inFrameset
        while stack.count > 0 { popElement() }
        return hasBody ? .framesetReplacesBody(fromOrdinal: metasBeforeBody) : .none
    }

    mutating func countMeta() -> StartTagEffect { .meta(nextPosition()) }

    /// A `link` or `base` start tag.
    mutating func countLink(_ type: ElementType) -> StartTagEffect {
        guard reportsLinks, let position = nextPosition() else { return .none }
        return type == .base ? .base(position) : .link(position)
    }

    /// An `a` or `area` start tag; the copies of an element that browsers create to fix a page are not counted.
    mutating func countHyperlink() -> StartTagEffect {
        guard reportsHyperlinks, let position = nextPosition() else { return .none }
        return .hyperlink(position)
    }

    /// Counts an element that is inserted at the regular place; returns its position, or `nil` if it is in a template.
    private mutating func nextPosition() -> DocumentPosition? {
        if isInTemplate { return nil }
        defer { metaCount += 1 }
        guard mode.isBetweenCells, let before = metasBeforeTables.last else { return DocumentPosition(metaCount) }
        // The standard's foster parenting: content that is not allowed in a table is moved before it.
        return DocumentPosition(metaCount, beforeTableBehind: before, depth: metasBeforeTables.count - 1)
    }

    // MARK: The stack

    @inline(__always) @discardableResult
    mutating func insert(_ name: HTMLName, _ type: ElementType) -> Bool {
        stack.push(OpenElement(name, type))
    }

    mutating func popElement() {
        let element = stack.removeLast()
        if element.identity != 0 { formatting.markClosed(element.identity) }
        if element.type == .table { metasBeforeTables.removeLast() }
    }

    /// Pops until the element at an index is popped.
    mutating func pop(through index: Int) {
        while stack.count > index { popElement() }
    }

    mutating func generateImpliedEndTags(except type: ElementType = .unknown) {
        while let last = stack.last, last.flags.contains(.impliedEndTag), last.type != type { popElement() }
    }

    @inline(__always)
    mutating func closeParagraph() {
        if let index = stack.lastParagraphIndex() { pop(through: index) }
    }
}
