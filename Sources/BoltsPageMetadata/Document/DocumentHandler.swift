/// Passes the tokens of a page to tree construction, and the resulting elements to a sink.
struct DocumentHandler<Sink: MetaSink>: TokenHandler {
    var sink: Sink
    private(set) var tree: TreeBuilder
    private var capture: AttributeCapture

    /// Creates a handler for one page; with scripting, the content of `noscript` is text.
    ///
    /// `reportsLinks` passes `link` and `base` elements to the sink too, and `reportsHyperlinks` `a` and `area` elements.
    init(
        sink: Sink,
        isScriptingEnabled: Bool,
        valueByteLimit: Int,
        reportsLinks: Bool = false,
        reportsHyperlinks: Bool = false
    ) {
        self.sink = sink
        tree = TreeBuilder(
            isScriptingEnabled: isScriptingEnabled,
            reportsLinks: reportsLinks,
            reportsHyperlinks: reportsHyperlinks
        )
        capture = AttributeCapture(valueByteLimit: valueByteLimit)
    }

    @inline(__always)
    var wantsPause: Bool { sink.wantsPause }

    @inline(__always)
    var watchesText: Bool { tree.watchesText }

    var isInForeignContent: Bool { tree.isInForeignContent }

    @inline(__always)
    var watchesForeignText: Bool { tree.canBecomeFrameset }

    var multiByteDecoder: MultiByteDecoder? { sink.multiByteDecoder }

    mutating func text(_ bytes: Span<UInt8>, _ range: Range<Int>) { tree.text(bytes, range) }

    mutating func visibleText() { tree.visibleText() }

    mutating func visibleForeignText() { tree.forbidFrameset() }

    mutating func doctype() { tree.doctype() }

    @inline(__always)
    mutating func wantsAttributes(of name: HTMLName) -> Bool {
        guard tree.needsAttributes(of: name) else { return false }
        capture.reset()
        return true
    }

    mutating func attribute(_ name: HTMLName) { capture.begin(name) }

    mutating func attributeValue(_ bytes: Span<UInt8>, _ range: Range<Int>) { capture.append(bytes, range) }

    @inline(__always)
    mutating func startTag(
        _ name: HTMLName,
        isSelfClosing: Bool,
        hasAttributes: Bool,
        hasCapturedAttributes: Bool
    ) -> ContentModel {
        let tag = StartTag(
            name: name,
            isSelfClosing: isSelfClosing,
            hasAttributes: hasAttributes,
            hasSignificantAttribute: hasCapturedAttributes && !name.matches(NameKeys.meta)
                && capture.hasSignificantAttribute(for: name)
        )
        switch tree.startTag(tag) {
        case .none:
            return .data
        case .meta(let position):
            sink.meta(capture, position: position)
            return .data
        case .link(let position):
            sink.link(capture, position: position)
            return .data
        case .base(let position):
            sink.base(capture, position: position)
            return .data
        case .hyperlink(let position):
            sink.hyperlink(capture, position: position)
            return .data
        case .framesetReplacesBody(let ordinal):
            sink.revokeMetas(from: ordinal)
            return .data
        case .rawText:
            return .rawText
        case .script:
            return .script
        case .plaintext:
            return .plaintext
        }
    }

    @inline(__always)
    mutating func endTag(_ name: HTMLName, endsRawText: Bool) {
        // Tree construction does not track elements whose content is text.
        if !endsRawText { tree.endTag(name) }
    }
}
