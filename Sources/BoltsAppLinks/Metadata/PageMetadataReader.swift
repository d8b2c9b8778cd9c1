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
        /// The first bytes are not known well enough to tell whether they are a byte order mark.
        case undecided([UInt8])
        case ascii
        case utf16(UTF16Transcoder)
        case iso2022JP(ISO2022JPTranscoder)
    }

    private let options: Options
    private let declaredEncoding: WebEncoding?
    private var markedEncoding: WebEncoding?
    private var tokenizer: HTMLTokenizer<MetaCollector>
    private var input = Input.undecided([])
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

    /// Reads the next bytes of the page. How a page is cut into pieces never changes the result.
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
        while case .undecided(let prefix) = input, index < count {
            decide(prefix + [bytes[index]])
            index += 1
        }
        read(bytes.extracting(index..<count))
    }

    /// Reads the next bytes of the page.
    ///
    /// - Parameter bytes: Bytes of the page itself, with any compression undone.
    public mutating func feed(_ bytes: [UInt8]) {
        feed(bytes.span)
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
        if case .undecided(let prefix) = input {
            // Shorter than a byte order mark.
            input = .ascii
            begin(prefix, encoding: nil)
        }
        let encoding = encoding
        let sink = tokenizer.sink
        var tags: [MetaTag] = []
        if encoding != .replacement {
            var decoder = ValueDecoder(encoding: encoding)
            var utf8 = ValueDecoder(encoding: .utf8)
            tags = sink.kept.map { tag in
                tag.isTranscoded ? MetaTag(tag, decodedBy: &utf8) : MetaTag(tag, decodedBy: &decoder)
            }
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
    /// The encoding of the page, by all that was read of it.
    private var encoding: WebEncoding {
        if let known = markedEncoding ?? declaredEncoding ?? tokenizer.sink.declaredEncoding { return known }
        // The values are short, and what is valid UTF-8 by chance is rare: a better guess than any locale's.
        let isUTF8 = tokenizer.sink.kept.allSatisfy { tag in
            Self.isUTF8(tag.property) && Self.isUTF8(tag.content ?? [])
        }
        return isUTF8 ? .utf8 : .windows1252
    }

    /// What a page's tags declare, for tests of that alone.
    var encodingDeclaredByTags: WebEncoding? { tokenizer.sink.declaredEncoding }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    /// Looks for a byte order mark in the first bytes, and begins to read once there is one or can be none.
    private mutating func decide(_ prefix: [UInt8]) {
        switch (prefix.first, prefix.dropFirst().first, prefix.dropFirst(2).first) {
        case (0xEF, 0xBB, 0xBF): begin([], encoding: .utf8)
        case (0xFF, 0xFE, _): begin([], encoding: .utf16LE)
        case (0xFE, 0xFF, _): begin([], encoding: .utf16BE)
        case (0xEF, nil, _), (0xEF, 0xBB, nil), (0xFE, nil, _), (0xFF, nil, _): input = .undecided(prefix)
        default: begin(prefix, encoding: nil)
        }
    }

    private mutating func begin(_ prefix: [UInt8], encoding: WebEncoding?) {
        markedEncoding = encoding
        let known = encoding ?? declaredEncoding
        tokenizer.sink.isEncodingCertain = known != nil
        switch known {
        case .utf16LE: input = .utf16(UTF16Transcoder(isBigEndian: false))
        case .utf16BE: input = .utf16(UTF16Transcoder(isBigEndian: true))
        case .iso2022JP: input = .iso2022JP(ISO2022JPTranscoder())
        default: input = .ascii
        }
        if case .ascii = input {} else { tokenizer.sink.isTranscoding = true }
        read(prefix.span)
    }
}

// MARK: - Reading

extension PageMetadataReader {
    /// How many bytes are transcoded at a time, so that a large piece needs little memory.
    private static var transcodedAtOnce: Int { 16 * 1024 }

    private mutating func read(_ bytes: Span<UInt8>) {
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
                let piece = transcoded
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
    fileprivate init(_ kept: MetaCollector.Kept, decodedBy decoder: inout ValueDecoder) {
        self.init(
            property: decoder.attributeValue(kept.property),
            content: kept.content.map { decoder.attributeValue($0) },
            attribute: kept.attribute
        )
    }
}
