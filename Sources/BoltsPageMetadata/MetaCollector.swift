/// Keeps the metas that matter, as bytes, and notes the encoding that the page declares.
struct MetaCollector: TokenSink {
    /// A tag that was kept, not decoded yet.
    struct Kept {
        let property: [UInt8]
        let content: [UInt8]?
        let attribute: MetaTag.Attribute
        let place: DocumentPosition
        /// Whether the values are UTF-8 whatever the page's encoding, because they were transcoded.
        let isTranscoded: Bool
    }

    let options: PageMetadataReader.Options

    private(set) var kept: [Kept] = []

    /// The encoding the page's metas declare, by the first of them that does.
    private(set) var declaredEncoding: WebEncoding?

    /// Whether there was one tag more than the options allow.
    private(set) var isFull = false

    /// Whether a value of a kept tag was too long.
    private(set) var hasDroppedValue = false

    /// The encoding known before the first tag is read, by the byte order mark, the header or the prescan.
    var presumedEncoding: WebEncoding?

    /// Whether the encoding is known without asking the page.
    var isEncodingCertain = false

    /// Whether the tokenizer is reading UTF-8 made from another encoding.
    var isTranscoding = false

    init(options: PageMetadataReader.Options) {
        self.options = options
    }

    /// Whether the bytes from here on must be transcoded before they can be tokenized.
    var needsTranscoder: Bool { !isTranscoding && declaredEncoding == .iso2022JP }

    var wantsPause: Bool { isFull || needsTranscoder }

    mutating func meta(_ attributes: borrowing AttributeCapture, place: DocumentPosition?) {
        if !isEncodingCertain && declaredEncoding == nil {
            declaredEncoding = Self.encoding(declaredBy: attributes)?.asDeclaredByMeta
        }
        guard let place else { return }
        if attributes.present.contains(.property) {
            keep(attributes.property, .property, attributes, place)
        }
        // A tag that says both is two tags, as a reader of each attribute sees it.
        if options.acceptsNameAttribute && attributes.present.contains(.name) {
            keep(attributes.name, .name, attributes, place)
        }
    }

    var multiByteDecoder: MultiByteDecoder? {
        guard !isTranscoding else { return nil }
        let encoding = isEncodingCertain ? presumedEncoding : declaredEncoding ?? presumedEncoding
        return encoding.flatMap(MultiByteDecoder.init)
    }

    mutating func revokeMetas(from ordinal: Int) {
        kept.removeAll { $0.place.ordinal >= ordinal }
    }

    /// What was kept, in document order.
    var keptInOrder: [Kept] {
        guard kept.contains(where: \.place.isMoved) else { return kept }
        // A tag may have been kept twice, and stays in the order it was.
        return kept.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    }

    private mutating func keep(
        _ property: [UInt8],
        _ attribute: MetaTag.Attribute,
        _ attributes: borrowing AttributeCapture,
        _ place: DocumentPosition
    ) {
        guard Self.isAppLinkProperty(property) else { return }
        guard kept.count < options.maximumTags else {
            isFull = true
            return
        }
        let hasContent = attributes.present.contains(.content)
        if !hasContent && attributes.seen.contains(.content) { hasDroppedValue = true }
        kept.append(
            Kept(
                property: property,
                content: hasContent ? attributes.content : nil,
                attribute: attribute,
                place: place,
                isTranscoded: isTranscoding
            )
        )
    }

    /// Whether a value begins with exactly `al:`, character references decoded.
    private static func isAppLinkProperty(_ value: [UInt8]) -> Bool {
        guard let first = value.first, first == UInt8(ascii: "a") || first == Byte.ampersand else { return false }
        return CharacterReferences.decoding(value, inAttribute: true).starts(with: "al:".utf8)
    }

    /// The encoding that one meta declares.
    static func encoding(declaredBy attributes: borrowing AttributeCapture) -> WebEncoding? {
        if attributes.present.contains(.charset),
            let encoding = WebEncoding(label: CharacterReferences.decoding(attributes.charset, inAttribute: true))
        {
            return encoding
        }
        guard attributes.present.isSuperset(of: [.httpEquiv, .content]),
            attributes.httpEquiv.lazy.map(\.asciiLowercased).elementsEqual("content-type".utf8)
        else { return nil }
        let contentType = CharacterReferences.decoding(attributes.content, inAttribute: true)
        return CharsetDeclaration.encoding(inContentType: contentType)
    }
}
