import BoltsBase

/// Finds the offset in a page at which inserted markup becomes the first content of the body in a browser.
///
/// The offset is after `<body>` or, if the page omits the tag, before the content that opens the body. The time is
/// linear in the part of the page before the offset. It also finds the end of the head.
package struct BodyFinder: ~Copyable, Sendable {
    /// The result so far.
    package enum Outcome: Equatable, Sendable {
        case undecided
        /// The offset in bytes of the body's content.
        case body(at: Int)
        /// The page has no body: it is a frameset, ended before a body began, or is not HTML.
        case noBody
        /// The page's encoding is not compatible with ASCII.
        case foreignEncoding
        /// A tag before the body is longer than the bytes that may be held back.
        case tooLong
    }

    package private(set) var outcome = Outcome.undecided

    /// How many bytes are known to precede the body, and the end of the head if that is wanted.
    package private(set) var settledByteCount = 0

    /// The offset in bytes at which inserted markup becomes the last content of the head; `nil` before it is known.
    package private(set) var headEnd: Int?

    /// Whether a meta of the head has a property or name that begins with the wanted prefix.
    package var hasMetaWithPrefix: Bool { tokenizer.handler.sink.hasMetaWithPrefix }

    private var tokenizer: HTMLTokenizer<DocumentHandler<DeclarationSink>>
    private var beginning: [UInt8]? = []
    private let decidingByteCount: Int
    private let heldByteLimit: Int
    private let declaredEncoding: WebEncoding?
    private let keepsHeadEnd: Bool
    private var offset = 0
    /// The offset of the last `<` that began markup.
    private var markupStart = 0
    /// The offset of the character reference being read, which must not be split.
    private var referenceStart: Int?
    private var hasMarkup = false
    /// The offset at which the body began, while a frameset may still replace it.
    private var bodyOffset: Int?

    /// Creates a finder for one page, by the `charset` of its `Content-Type`, if it has one.
    ///
    /// It gives up rather than hold back more than `heldByteLimit` bytes, at least 1,024. `metaPrefix` is the prefix of
    /// properties for ``hasMetaWithPrefix``, in lower case; with it, the bytes after the end of the head do not count as settled
    /// until the outcome is known.
    package init(declaredCharset: String?, heldByteLimit: Int, metaPrefix: String? = nil) {
        keepsHeadEnd = metaPrefix != nil
        self.heldByteLimit = max(heldByteLimit, EncodingPrescan.byteCount)
        declaredEncoding = declaredCharset.flatMap { WebEncoding(label: $0.utf8) }
        decidingByteCount = declaredEncoding == nil ? EncodingPrescan.byteCount : 3
        // Longer values cannot declare an encoding.
        tokenizer = HTMLTokenizer(
            handler: DocumentHandler(
                sink: DeclarationSink(prefix: metaPrefix.map { Array($0.utf8) }),
                isScriptingEnabled: true,
                valueByteLimit: 1_024
            )
        )
    }

    /// Reads the next bytes of the page; the result does not depend on how the page is split into chunks.
    package mutating func feed(_ bytes: [UInt8]) {
        guard outcome == .undecided else { return }
        guard var first = beginning else { return scan(bytes[...]) }
        first += bytes
        beginning = first
        if first.count >= decidingByteCount { begin() }
    }

    /// Ends the page.
    package mutating func finish() {
        guard outcome == .undecided else { return }
        begin()
        if outcome == .undecided { outcome = likely ?? .noBody }
    }

    /// The likely result if no more can be read: a body that has begun is rarely replaced.
    private var likely: Outcome? { bodyOffset.map { .body(at: $0) } }

    /// Determines the encoding from the beginning of the page, and reads the beginning.
    private mutating func begin() {
        guard let bytes = beginning else { return }
        beginning = nil
        let mark = ByteOrderMark(beginningOf: bytes)
        var encoding = mark?.encoding ?? declaredEncoding
        if encoding == nil {
            // If the prescan is wrong, because it found a script, nothing is inserted.
            encoding = EncodingPrescan.encoding(of: bytes).flatMap { $0.hasASCII ? nil : $0 }
        }
        if let encoding, !encoding.hasASCII {
            outcome = .foreignEncoding
            return
        }
        tokenizer.handler.sink.isCertain = encoding != nil
        offset = mark?.count ?? 0
        scan(bytes[offset...])
    }

    private mutating func scan(_ slice: ArraySlice<UInt8>) {
        let bytes = slice.span
        var index = 0
        while index < bytes.count, outcome == .undecided {
            let state = tokenizer.state
            var end = index + 1
            switch state {
            case .data, .tagOpen, .endTagOpen, .markupDeclarationOpen:
                break
            default:
                // The body cannot begin inside a tag, a comment or a declaration.
                hasMarkup = true
                end = min(bytes.firstIndex(of: Byte.greaterThan, from: index) + 1, bytes.count)
                let allowance = heldByteLimit - (offset - settledByteCount)
                if end - index > allowance { end = index + allowance }
            }
            let count = tokenizer.feed(bytes.extracting(index..<end))
            index += count
            offset += count
            look(behind: state, byte: bytes[index - 1])
            note(bytes[index - 1], behind: state)
            settle()
            if outcome == .undecided, offset - settledByteCount >= heldByteLimit { outcome = likely ?? .tooLong }
        }
    }

    /// Updates the outcome after bytes were read, beginning in a state.
    private mutating func look(behind state: TokenizerState, byte: UInt8) {
        if headEnd == nil, tokenizer.handler.tree.hasLeftHead {
            headEnd = state == .data ? referenceStart ?? offset - 1 : markupStart
            tokenizer.handler.sink.isInHead = false
        }
        if let encoding = tokenizer.handler.sink.declaredEncoding, !encoding.hasASCII {
            outcome = .foreignEncoding
        } else if tokenizer.handler.tree.isFrameset {
            outcome = .noBody
        } else if bodyOffset == nil, tokenizer.handler.tree.hasBody {
            bodyBegan(behind: state, byte: byte)
        }
        if outcome == .undecided, let bodyOffset, !tokenizer.handler.tree.canBecomeFrameset {
            outcome = .body(at: bodyOffset)
        }
    }

    private mutating func settle() {
        if keepsHeadEnd, let headEnd {
            settledByteCount = headEnd
        } else {
            settledByteCount = bodyOffset ?? max(settledByteCount, isInTag ? markupStart : referenceStart ?? offset)
        }
    }

    /// Records the offset of markup or a reference that may begin the body.
    private mutating func note(_ byte: UInt8, behind state: TokenizerState) {
        if tokenizer.state == .tagOpen { markupStart = offset - 1 }
        guard state == .data else { return }
        if byte == Byte.ampersand {
            referenceStart = offset - 1
        } else if byte.isHTMLSpace || byte == Byte.lessThan {
            referenceStart = nil
        }
    }

    private mutating func bodyBegan(behind state: TokenizerState, byte: UInt8) {
        switch state {
        case .data:
            bodyOffset = referenceStart ?? offset - 1
        case .tagOpen:
            bodyOffset = markupStart
        default:
            let isBodyTag = tokenizer.name.matches(NameKeys.body) && !tokenizer.isEndTag
            bodyOffset = isBodyTag ? offset : markupStart
        }
        // Pages begin with a tag; content that begins with text is compressed or is not HTML.
        if !hasMarkup { outcome = .noBody }
        // Text that begins with a control character is in an encoding with wider units.
        if state == .data || state == .tagOpen, byte < 0x20 { outcome = .foreignEncoding }
    }

    /// Whether the tag being read may open the body.
    private var isInTag: Bool {
        switch tokenizer.state {
        case .tagOpen, .endTagOpen, .tagName: true
        case .beforeAttributeName, .attributeName, .afterAttributeName, .beforeAttributeValue, .doubleQuotedValue,
            .singleQuotedValue, .unquotedValue, .afterQuotedValue, .selfClosingStartTag:
            !tokenizer.endsRawText
        default: false
        }
    }
}

/// Keeps the encoding that a page's metas declare, and whether one has a certain property.
private struct DeclarationSink: MetaSink {
    let prefix: [UInt8]?
    var isCertain = false
    var isInHead = true
    private(set) var declaredEncoding: WebEncoding?
    private(set) var hasMetaWithPrefix = false

    init(prefix: [UInt8]?) {
        self.prefix = prefix
    }

    var wantsPause: Bool { false }

    mutating func meta(_ attributes: borrowing AttributeCapture, position: DocumentPosition?) {
        if let prefix, isInHead, position != nil {
            let values = [
                attributes.present.contains(.property) ? attributes.property : [],
                attributes.present.contains(.name) ? attributes.name : [],
            ]
            if values.contains(where: { $0.lazy.map(\.asciiLowercased).starts(with: prefix) }) {
                hasMetaWithPrefix = true
            }
        }
        guard !isCertain, declaredEncoding == nil else { return }
        declaredEncoding = MetaCollector.encoding(declaredBy: attributes)?.asDeclaredByMeta
    }

    mutating func revokeMetas(from ordinal: Int) {}
}

extension WebEncoding {
    /// Whether an ASCII byte that begins a character means ASCII.
    fileprivate var hasASCII: Bool {
        switch self {
        case .utf16LE, .utf16BE, .iso2022JP, .replacement: false
        default: true
        }
    }
}
