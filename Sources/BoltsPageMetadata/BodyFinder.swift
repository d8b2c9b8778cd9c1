/// Finds where the body of a page begins, in its bytes as they arrive.
///
/// What is put there stands first in the body of the document that a browser makes of the page: behind `<body>`, or where
/// the page leaves that tag out, in front of whatever opens the body. Time in proportion to the page, up to the place.
package struct BodyFinder: ~Copyable, Sendable {
    /// What is known by now.
    package enum Finding: Equatable, Sendable {
        case undecided
        /// How many bytes of the page stand in front of its body's content.
        case body(at: Int)
        /// The page has no body: it is made of frames, or ended before one began, or is no markup.
        case noBody
        /// The page's encoding gives bytes of ASCII another meaning.
        case foreignEncoding
        /// A tag in front of the body is longer than may be held back.
        case tooLong
    }

    package private(set) var finding = Finding.undecided

    /// How many bytes are known to stand in front of the place.
    package private(set) var settledByteCount = 0

    private var tokenizer: HTMLTokenizer<DeclarationSink>
    private var beginning: [UInt8]? = []
    private let decidingByteCount: Int
    private let maximumHeldBytes: Int
    private let declaredEncoding: WebEncoding?
    private var offset = 0
    /// Where the last `<` stands that began markup.
    private var markupStart = 0
    /// Where the character reference stands that is being read, which must not be cut in two.
    private var referenceStart: Int?
    private var hasMarkup = false
    /// Where the body began, while it may still give way to a frameset.
    private var bodyOffset: Int?

    /// Prepares for one page.
    ///
    /// - Parameters:
    ///   - declaredCharset: The `charset` of the page's HTTP `Content-Type`, if it has one.
    ///   - maximumHeldBytes: How many bytes may be unsettled before it gives up; at least 1,024.
    package init(declaredCharset: String?, maximumHeldBytes: Int) {
        self.maximumHeldBytes = max(maximumHeldBytes, EncodingPrescan.byteCount)
        declaredEncoding = declaredCharset.flatMap { WebEncoding(label: $0.utf8) }
        decidingByteCount = declaredEncoding == nil ? EncodingPrescan.byteCount : 3
        // The longest value that says something of an encoding.
        tokenizer = HTMLTokenizer(sink: DeclarationSink(), isScriptingEnabled: true, maximumValueBytes: 1_024)
    }

    /// Reads the next bytes of the page.
    ///
    /// How it is cut into pieces never changes the result.
    package mutating func feed(_ bytes: [UInt8]) {
        guard finding == .undecided else { return }
        guard var first = beginning else { return scan(bytes[...]) }
        first += bytes
        beginning = first
        if first.count >= decidingByteCount { begin() }
    }

    /// The page has ended.
    package mutating func finish() {
        guard finding == .undecided else { return }
        begin()
        if finding == .undecided { finding = likely ?? .noBody }
    }

    /// What is likely where no more can be looked at: a body that has begun is seldom taken away again.
    private var likely: Finding? { bodyOffset.map { .body(at: $0) } }

    /// Decides how to read the page, by its beginning, and reads that.
    private mutating func begin() {
        guard let bytes = beginning else { return }
        beginning = nil
        var markLength = 0
        var encoding = declaredEncoding
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            (encoding, markLength) = (.utf8, 3)
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            encoding = .utf16LE
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16BE
        } else if encoding == nil {
            // Wrong where it stands in a script, and then nothing is put into the page.
            encoding = EncodingPrescan.encoding(of: bytes).flatMap { $0.hasASCII ? nil : $0 }
        }
        if let encoding, !encoding.hasASCII {
            finding = .foreignEncoding
            return
        }
        tokenizer.sink.isCertain = encoding != nil
        offset = markLength
        scan(bytes[markLength...])
    }

    private mutating func scan(_ slice: ArraySlice<UInt8>) {
        let bytes = slice.span
        var index = 0
        while index < bytes.count, finding == .undecided {
            let state = tokenizer.state
            var end = index + 1
            switch state {
            case .data, .tagOpen, .endTagOpen, .markupDeclarationOpen:
                break
            default:
                // Nothing that decides can stand in front of the end of what is being read.
                hasMarkup = true
                end = min(bytes.firstIndex(of: Byte.greaterThan, from: index) + 1, bytes.count)
                let allowance = maximumHeldBytes - (offset - settledByteCount)
                if end - index > allowance { end = index + allowance }
            }
            let count = tokenizer.feed(bytes.extracting(index..<end))
            index += count
            offset += count
            look(behind: state, byte: bytes[index - 1])
            note(bytes[index - 1], behind: state)
            settle()
            if finding == .undecided, offset - settledByteCount >= maximumHeldBytes { finding = likely ?? .tooLong }
        }
    }

    /// Looks at what the last bytes came to, which were read from a state on.
    private mutating func look(behind state: TokenizerState, byte: UInt8) {
        if let encoding = tokenizer.sink.declaredEncoding, !encoding.hasASCII {
            finding = .foreignEncoding
        } else if tokenizer.tree.isFrameset {
            finding = .noBody
        } else if bodyOffset == nil, tokenizer.tree.hasBody {
            bodyBegan(behind: state, byte: byte)
        }
        if finding == .undecided, let bodyOffset, !tokenizer.tree.canBecomeFrameset { finding = .body(at: bodyOffset) }
    }

    private mutating func settle() {
        settledByteCount = bodyOffset ?? max(settledByteCount, isInTag ? markupStart : referenceStart ?? offset)
    }

    /// Notes where that begins which may turn out to begin the body.
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
        // Pages begin with a tag; what begins with text is compressed, or no page at all.
        if !hasMarkup { finding = .noBody }
        // No text begins with a control character but that of an encoding with wider units.
        if state == .data || state == .tagOpen, byte < 0x20 { finding = .foreignEncoding }
    }

    /// Whether the bytes from the last `<` on may be the tag that opens the body.
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

/// Notes the encoding that a page's metas declare, and nothing else.
private struct DeclarationSink: TokenSink {
    var isCertain = false
    private(set) var declaredEncoding: WebEncoding?

    var wantsPause: Bool { false }

    mutating func meta(_ attributes: borrowing AttributeCapture, place: DocumentPosition?) {
        guard !isCertain, declaredEncoding == nil else { return }
        declaredEncoding = MetaCollector.encoding(declaredBy: attributes)?.asDeclaredByMeta
    }

    mutating func revokeMetas(from ordinal: Int) {}
}

extension WebEncoding {
    /// Whether bytes of ASCII mean ASCII wherever a character begins.
    fileprivate var hasASCII: Bool {
        switch self {
        case .utf16LE, .utf16BE, .iso2022JP, .replacement: false
        default: true
        }
    }
}
