/// Reads the App Links tags of a page from its bytes, as they arrive.
///
/// It finds the `meta` elements that a browser's document would have, without building the document: it follows the HTML
/// Standard's rules for comments, scripts, titles, templates, svg and framesets. Only the collected values are decoded. Reading
/// never fails, whatever the bytes. The time is linear in the length of the page, and the memory in the size of the collected
/// tags.
///
/// ```swift
/// var reader = PageMetadataReader(declaredCharset: "utf-8")
/// reader.feed(Array("<meta property='al:ios:url' content='recipes://42'>".utf8))
/// let page = reader.finish()
/// print(page.tags.first?.content ?? "")  // recipes://42
/// ```
public struct PageMetadataReader: ~Copyable {
    private enum Input {
        /// The first bytes are buffered until there are enough of them to determine the encoding.
        case undecided
        case ascii
        case utf16(UTF16Transcoder)
        case iso2022JP(ISO2022JPTranscoder)
    }

    private let options: Options
    private let declaredEncoding: WebEncoding?
    private var markedEncoding: WebEncoding?
    private var tokenizer: HTMLTokenizer<DocumentHandler<MetaCollector>>
    private var prescannedEncoding: WebEncoding?
    private var input = Input.undecided
    private var beginning: [UInt8] = []
    private var remainingBytes: Int
    private var isTruncated = false
    private var transcoded: [UInt8] = []

    /// Creates a reader for one page.
    ///
    /// - Parameters:
    ///   - options: The limits, and the tags to collect.
    ///   - declaredCharset: The `charset` of the page's HTTP `Content-Type`, if it has one. A byte order mark overrides it; it
    ///     overrides the declaration in the page's own tags. An unknown label is ignored.
    public init(options: Options = Options(), declaredCharset: String? = nil) {
        self.options = options
        declaredEncoding = declaredCharset.flatMap { WebEncoding(label: $0.utf8) }
        remainingBytes = max(options.byteLimit, 0)
        tokenizer = HTMLTokenizer(
            handler: DocumentHandler(
                sink: MetaCollector(options: options),
                isScriptingEnabled: options.isScriptingEnabled,
                valueByteLimit: options.valueByteLimit,
                reportsLinks: !options.linkRelations.isEmpty,
                reportsHyperlinks: !options.hyperlinkSchemes.isEmpty
            )
        )
    }

    /// Whether more bytes of the page can change the result.
    ///
    /// `false` once a limit is reached; the rest of the page need not be fetched.
    public var wantsMore: Bool { !isTruncated && !tokenizer.handler.sink.isFull }

    /// Reads the next bytes of the page.
    ///
    /// The result does not depend on how the page is split into chunks.
    ///
    /// - Parameter bytes: Bytes of the page, decompressed.
    public mutating func feed(_ bytes: Span<UInt8>) {
        guard wantsMore else {
            if !bytes.isEmpty { isTruncated = true }
            return
        }
        let count = min(bytes.count, remainingBytes)
        if count < bytes.count { isTruncated = true }
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
    /// - Parameter bytes: Bytes of the page, decompressed.
    public mutating func feed(_ bytes: [UInt8]) {
        // `Array.span` needs a newer platform than `ArraySlice.span`.
        let slice = bytes[...]
        feed(slice.span)
    }

    /// Ends the page.
    ///
    /// - Returns: The tags of the page. A tag that is incomplete at the end is ignored.
    public consuming func finish() -> PageMetadata {
        endInput()
        let encoding = knownEncoding ?? likelyEncoding
        let sink = tokenizer.handler.sink
        var page = PageMetadata(
            encoding: encoding.rawValue,
            isTruncated: isTruncated || sink.isFull || sink.hasDroppedValue
        )
        if encoding != .replacement {
            let decoder = ValueDecoder(encoding: encoding)
            let utf8 = ValueDecoder(encoding: .utf8)
            page.tags = sink.keptInOrder.map { MetaTag($0, decodedBy: $0.isTranscoded ? utf8 : decoder) }
            page.links = sink.links.keptInOrder.map { LinkTag($0, decodedBy: $0.isTranscoded ? utf8 : decoder) }
            page.hyperlinks = sink.hyperlinks.keptInOrder.map {
                ($0.isTranscoded ? utf8 : decoder).attributeText($0.href)
            }
            page.baseHref = sink.links.base.map { ($0.isTranscoded ? utf8 : decoder).attributeText($0.href) }
        }
        return page
    }

    /// Reads a whole page.
    ///
    /// - Parameters:
    ///   - bytes: The page, decompressed.
    ///   - options: The limits, and the tags to collect.
    ///   - declaredCharset: The `charset` of the page's HTTP `Content-Type`, if it has one.
    /// - Returns: The tags of the page.
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

// MARK: - Encoding

extension PageMetadataReader {
    /// The encoding that the page, its header or its beginning declares, as far as it has been read.
    var knownEncoding: WebEncoding? {
        markedEncoding ?? declaredEncoding ?? tokenizer.handler.sink.declaredEncoding ?? prescannedEncoding
    }

    /// The encoding of a page that declares none; text of another encoding is rarely valid UTF-8, even if it is short.
    private var likelyEncoding: WebEncoding {
        let isUTF8 =
            tokenizer.handler.sink.kept.allSatisfy { tag in
                Self.isUTF8(tag.property) && Self.isUTF8(tag.content ?? [])
            } && tokenizer.handler.sink.links.kept.allSatisfy { Self.isUTF8($0.href) }
            && tokenizer.handler.sink.hyperlinks.kept.allSatisfy { Self.isUTF8($0.href) }
        return isUTF8 ? .utf8 : .windows1252
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    /// How many bytes must have arrived before reading can begin: enough for a byte order mark, or for the prescan.
    private var decidingByteCount: Int { declaredEncoding == nil ? EncodingPrescan.byteCount : 3 }

    /// Determines the encoding from the beginning of the page, and reads the beginning.
    private mutating func begin() {
        let bytes = beginning
        beginning = []
        let mark = ByteOrderMark(beginningOf: bytes)
        markedEncoding = mark?.encoding
        if markedEncoding == nil && declaredEncoding == nil {
            prescannedEncoding = EncodingPrescan.encoding(of: bytes)
        }
        switch knownEncoding {
        case .utf16LE: input = .utf16(UTF16Transcoder(isBigEndian: false))
        case .utf16BE: input = .utf16(UTF16Transcoder(isBigEndian: true))
        default: input = .ascii
        }
        tokenizer.handler.sink.presumedEncoding = knownEncoding
        if case .utf16 = input {
            // A tag that can be read as UTF-16 cannot declare another encoding.
            tokenizer.handler.sink.isTranscoding = true
            tokenizer.handler.sink.isEncodingCertain = true
        } else {
            tokenizer.handler.sink.isEncodingCertain = markedEncoding ?? declaredEncoding != nil
        }
        let page = bytes[(mark?.count ?? 0)...]
        read(page.span)
    }

    /// Reads a page that ended before reading could begin.
    mutating func endInput() {
        if case .undecided = input { begin() }
    }
}

// MARK: - Reading

extension PageMetadataReader {
    /// How many bytes are transcoded at a time, which limits the memory that a large chunk needs.
    private static var transcodedAtOnce: Int { 16 * 1024 }

    private mutating func read(_ bytes: Span<UInt8>) {
        // Nothing after the last collected tag counts, not even a declaration of the encoding.
        if tokenizer.handler.sink.isFull { return }
        switch input {
        case .undecided:
            break
        case .ascii:
            readASCII(bytes)
        case .utf16, .iso2022JP:
            var index = 0
            while index < bytes.count, !tokenizer.handler.sink.isFull {
                let end = min(index + Self.transcodedAtOnce, bytes.count)
                transcode(bytes.extracting(index..<end))
                let piece = transcoded[...]
                _ = tokenizer.feed(piece.span)
                index = end
            }
        }
    }

    /// Reads a page whose tags are ASCII, until it is known that they are in ISO-2022-JP.
    private mutating func readASCII(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count, !tokenizer.handler.sink.isFull {
            var end = bytes.count
            if knownEncoding == .iso2022JP {
                let sink = tokenizer.handler.sink
                let isDeclared = sink.isEncodingCertain || sink.declaredEncoding != nil
                // The prescan may be wrong. Until the first escape sequence, a tag can correct it.
                end = isDeclared ? index : bytes.firstIndex(of: Byte.escape, from: index)
            }
            if index == end {
                tokenizer.handler.sink.isTranscoding = true
                tokenizer.handler.sink.isEncodingCertain = true
                input = .iso2022JP(ISO2022JPTranscoder())
                return read(bytes.extracting(index..<bytes.count))
            }
            index += tokenizer.feed(bytes.extracting(index..<end))
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
            property: decoder.attributeText(kept.property),
            content: kept.content.map(decoder.attributeText),
            attribute: kept.attribute
        )
    }
}

extension LinkTag {
    fileprivate init(_ kept: LinkCollector.Kept, decodedBy decoder: ValueDecoder) {
        self.init(
            rel: decoder.attributeText(kept.rel),
            href: decoder.attributeText(kept.href),
            hreflang: kept.hreflang.map(decoder.attributeText),
            type: kept.type.map(decoder.attributeText)
        )
    }
}

extension ValueDecoder {
    fileprivate func attributeText(_ value: [UInt8]) -> String {
        // Character references come second: in gb18030 a digit can be the second byte of a character.
        String(decoding: CharacterReferences.decoding(utf8(value), inAttribute: true), as: UTF8.self)
    }
}
