/// Reads the App Links tags of a page from its bytes, as they arrive.
///
/// It sees the `meta` elements that a browser's document has, without building the document: comments, scripts,
/// titles, templates, svg and framesets are told apart by the rules of the HTML Standard. The page is never decoded,
/// only the values that are kept. Any bytes are a page; reading never fails, takes time in proportion to the page, and
/// memory in proportion to the tags kept.
///
/// ```swift
/// var reader = PageMetadataReader(declaredCharset: "utf-8")
/// reader.feed(Array("<meta property='al:ios:url' content='recipes://42'>".utf8))
/// let page = reader.finish()
/// print(page.tags.first?.content ?? "")  // recipes://42
/// ```
public struct PageMetadataReader: ~Copyable {
    private enum Input {
        /// The first bytes are kept until they tell what the rest is.
        case undecided
        case ascii
        case utf16(UTF16Transcoder)
        case iso2022JP(ISO2022JPTranscoder)
    }

    private let options: Options
    private let declaredEncoding: WebEncoding?
    private var markedEncoding: WebEncoding?
    private var tokenizer: HTMLTokenizer<MetaCollector>
    private var prescannedEncoding: WebEncoding?
    private var input = Input.undecided
    private var beginning: [UInt8] = []
    private var remainingBytes: Int
    private var isCut = false
    private var transcoded: [UInt8] = []

    /// Makes a reader for one page.
    ///
    /// - Parameters:
    ///   - options: Limits, and which tags count.
    ///   - declaredCharset: The `charset` of the page's HTTP `Content-Type`, if it has one. A byte order mark in the
    ///     page overrides it; it overrides what the page's own tags declare. An unknown one counts as none.
    public init(options: Options = Options(), declaredCharset: String? = nil) {
        self.options = options
        declaredEncoding = declaredCharset.flatMap { WebEncoding(label: $0.utf8) }
        remainingBytes = max(options.maximumBytes, 0)
        tokenizer = HTMLTokenizer(
            sink: MetaCollector(options: options),
            isScriptingEnabled: options.isScriptingEnabled,
            maximumValueBytes: options.maximumValueBytes
        )
    }

    /// Whether more bytes of the page can still change the result.
    ///
    /// `false` once a limit is reached, so that whoever fetches the page can stop.
    public var wantsMore: Bool { !isCut && !tokenizer.sink.isFull }

    /// Reads the next bytes of the page.
    ///
    /// How a page is cut into pieces never changes the result.
    ///
    /// - Parameter bytes: Bytes of the page itself, with any compression undone.
    public mutating func feed(_ bytes: Span<UInt8>) {
        guard wantsMore else {
            if !bytes.isEmpty { isCut = true }
            return
        }
        let count = min(bytes.count, remainingBytes)
        if count < bytes.count { isCut = true }
        remainingBytes -= count
        var index = 0
        if case .undecided = input {
            index = min(max(decidingByteCount - beginning.count, 0), count)
            for position in 0..<index { beginning.append(bytes[position]) }
            if beginning.count < decidingByteCount { return }
            begin()
        }
        read(bytes.extracting(index..<count))
    }

    /// Reads the next bytes of the page.
    ///
    /// - Parameter bytes: Bytes of the page itself, with any compression undone.
    public mutating func feed(_ bytes: [UInt8]) {
        // An array's own span is newer than the platforms; a slice's is not.
        let slice = bytes[...]
        feed(slice.span)
    }

    /// Reads the next bytes of the page from anything that has bytes.
    ///
    /// - Parameter bytes: Bytes of the page itself, with any compression undone. They are copied first.
    public mutating func feed(contentsOf bytes: some Sequence<UInt8>) {
        feed(Array(bytes))
    }

    /// Ends the page.
    ///
    /// - Returns: What the page said. A tag that the end cut in two is not part of it.
    public consuming func finish() -> PageMetadata {
        endInput()
        let encoding = knownEncoding ?? likelyEncoding
        let sink = tokenizer.sink
        var tags: [MetaTag] = []
        if encoding != .replacement {
            let decoder = ValueDecoder(encoding: encoding)
            let utf8 = ValueDecoder(encoding: .utf8)
            tags = sink.keptInOrder.map { MetaTag($0, decodedBy: $0.isTranscoded ? utf8 : decoder) }
        }
        return PageMetadata(
            tags: tags,
            encoding: encoding.rawValue,
            isTruncated: isCut || sink.isFull || sink.hasDroppedValue
        )
    }

    /// Reads a whole page.
    ///
    /// - Parameters:
    ///   - bytes: The page, with any compression undone.
    ///   - options: Limits, and which tags count.
    ///   - declaredCharset: The `charset` of the page's HTTP `Content-Type`, if it has one.
    /// - Returns: What the page said.
    public static func read(
        _ bytes: [UInt8],
        options: Options = Options(),
        declaredCharset: String? = nil
    ) -> PageMetadata {
        var reader = PageMetadataReader(options: options, declaredCharset: declaredCharset)
        reader.feed(bytes)
        return reader.finish()
    }
}

// MARK: - Which encoding

extension PageMetadataReader {
    /// The encoding of the page, if anything says it; final once the page has ended.
    var knownEncoding: WebEncoding? {
        markedEncoding ?? declaredEncoding ?? tokenizer.sink.declaredEncoding ?? prescannedEncoding
    }

    /// The encoding of a page that does not say it.
    ///
    /// The values are short, and what is valid UTF-8 by chance is rare: a better guess than any locale's.
    private var likelyEncoding: WebEncoding {
        let isUTF8 = tokenizer.sink.kept.allSatisfy { tag in
            Self.isUTF8(tag.property) && Self.isUTF8(tag.content ?? [])
        }
        return isUTF8 ? .utf8 : .windows1252
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    /// How many bytes must be there before the first can be read: a byte order mark's, or what is looked through for
    /// a declaration.
    private var decidingByteCount: Int { declaredEncoding == nil ? EncodingPrescan.byteCount : 3 }

    /// Decides how to read the page, by its beginning, and reads that.
    private mutating func begin() {
        let bytes = beginning
        beginning = []
        var markLength = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            markedEncoding = .utf8
            markLength = 3
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            markedEncoding = .utf16LE
            markLength = 2
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            markedEncoding = .utf16BE
            markLength = 2
        } else if declaredEncoding == nil {
            prescannedEncoding = EncodingPrescan.encoding(of: bytes)
        }
        switch knownEncoding {
        case .utf16LE: input = .utf16(UTF16Transcoder(isBigEndian: false))
        case .utf16BE: input = .utf16(UTF16Transcoder(isBigEndian: true))
        case .iso2022JP: input = .iso2022JP(ISO2022JPTranscoder())
        default: input = .ascii
        }
        if case .ascii = input {} else { tokenizer.sink.isTranscoding = true }
        // What is transcoded is understood; a tag in it that says something else is wrong.
        tokenizer.sink.presumedEncoding = knownEncoding
        tokenizer.sink.isEncodingCertain =
            markedEncoding ?? declaredEncoding != nil || tokenizer.sink.isTranscoding
        let page = bytes[markLength...]
        read(page.span)
    }

    /// The page has ended; it may be shorter than what decides how to read it.
    mutating func endInput() {
        if case .undecided = input { begin() }
    }
}

// MARK: - Reading

extension PageMetadataReader {
    /// How many bytes are transcoded at a time, so that a large piece needs little memory.
    private static var transcodedAtOnce: Int { 16 * 1024 }

    private mutating func read(_ bytes: Span<UInt8>) {
        // What stands behind the last tag that is kept says nothing any more, not of the encoding either.
        if tokenizer.sink.isFull { return }
        switch input {
        case .undecided:
            break
        case .ascii:
            let count = tokenizer.feed(bytes)
            if tokenizer.sink.needsTranscoder {
                // What came before was ASCII, as it must be in front of such a declaration.
                tokenizer.sink.isTranscoding = true
                input = .iso2022JP(ISO2022JPTranscoder())
                read(bytes.extracting(count..<bytes.count))
            }
        case .utf16, .iso2022JP:
            var index = 0
            while index < bytes.count, !tokenizer.sink.isFull {
                let end = min(index + Self.transcodedAtOnce, bytes.count)
                transcode(bytes.extracting(index..<end))
                let piece = transcoded[...]
                _ = tokenizer.feed(piece.span)
                index = end
            }
        }
    }

    private mutating func transcode(_ bytes: Span<UInt8>) {
        transcoded.removeAll(keepingCapacity: true)
        switch input {
        case .utf16(var transcoder):
            transcoder.transcode(bytes, into: &transcoded)
            input = .utf16(transcoder)
        case .iso2022JP(var transcoder):
            transcoder.transcode(bytes, into: &transcoded)
            input = .iso2022JP(transcoder)
        case .undecided, .ascii:
            break
        }
    }
}

extension MetaTag {
    fileprivate init(_ kept: MetaCollector.Kept, decodedBy decoder: ValueDecoder) {
        self.init(
            property: Self.text(kept.property, decoder),
            content: kept.content.map { Self.text($0, decoder) },
            attribute: kept.attribute
        )
    }

    private static func text(_ value: [UInt8], _ decoder: ValueDecoder) -> String {
        // Character references come second: in gb18030 a digit can be the second byte of a character.
        String(decoding: CharacterReferences.decoding(decoder.utf8(value), inAttribute: true), as: UTF8.self)
    }
}
