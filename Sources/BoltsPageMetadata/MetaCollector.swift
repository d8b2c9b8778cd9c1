import BoltsBase

/// Collects the wanted metas, links and hyperlinks of a page as bytes, and the encoding that its metas declare.
struct MetaCollector: MetaSink {
    /// A collected tag that is not yet decoded.
    struct Kept {
        let property: [UInt8]
        let content: [UInt8]?
        let attribute: MetaTag.Attribute
        let position: DocumentPosition
        /// Whether the values are in UTF-8, because the page was transcoded when the tag was read.
        let isTranscoded: Bool
    }

    let options: PageMetadataReader.Options

    /// The prefixes of the properties that are collected.
    private let prefixes: [[UInt8]]

    private(set) var kept: [Kept] = []

    /// The links of the page, if any are wanted.
    private(set) var links: LinkCollector

    /// The hyperlinks of the page, if any are wanted.
    private(set) var hyperlinks: HyperlinkCollector

    /// The encoding that the first meta with a valid declaration declares.
    private(set) var declaredEncoding: WebEncoding?

    /// Whether the page has more tags than the options allow.
    private(set) var isFull = false

    /// Whether a collected tag lost a value that was too long.
    private(set) var hasDroppedValue = false

    /// The encoding that is known before the first tag is read, from the byte order mark, the header or the prescan.
    var presumedEncoding: WebEncoding?

    /// Whether declarations in the page are ignored, because its encoding is known.
    var isEncodingCertain = false

    /// Whether the tokenizer is reading UTF-8 that was transcoded from another encoding.
    var isTranscoding = false

    init(options: PageMetadataReader.Options) {
        self.options = options
        let ignoresCase = options.ignoresCaseOfProperties
        prefixes = options.propertyPrefixes.map { ignoresCase ? $0.utf8.map(\.asciiLowercased) : Array($0.utf8) }
        links = LinkCollector(relations: options.linkRelations)
        hyperlinks = HyperlinkCollector(schemes: options.hyperlinkSchemes)
    }

    /// Whether the reader must check the encoding again, because the rest of the page may have to be transcoded.
    var wantsPause: Bool { isFull || !isTranscoding && declaredEncoding == .iso2022JP }

    mutating func meta(_ attributes: borrowing AttributeCapture, position: DocumentPosition?) {
        if !isEncodingCertain && declaredEncoding == nil {
            declaredEncoding = Self.encoding(declaredBy: attributes)?.asDeclaredByMeta
        }
        guard let position else { return }
        if attributes.present.contains(.property) {
            keep(attributes.property, .property, attributes, position)
        }
        // A tag with both attributes counts as two tags, because a reader of either attribute finds one.
        if options.acceptsNameAttribute && attributes.present.contains(.name) {
            keep(attributes.name, .name, attributes, position)
        }
    }

    var multiByteDecoder: MultiByteDecoder? {
        guard !isTranscoding else { return nil }
        let encoding = isEncodingCertain ? presumedEncoding : declaredEncoding ?? presumedEncoding
        return encoding.flatMap(MultiByteDecoder.init)
    }

    mutating func link(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {
        guard links.wants(attributes), makeRoom() else { return }
        if !attributes.present.contains(.href) { hasDroppedValue = true }
        links.keep(attributes, position, isTranscoded: isTranscoding)
    }

    mutating func base(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {
        links.keepBase(attributes, position, isTranscoded: isTranscoding)
    }

    mutating func hyperlink(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {
        guard hyperlinks.wants(attributes), makeRoom() else { return }
        hyperlinks.keep(attributes, position, isTranscoded: isTranscoding)
    }

    /// Returns whether one more element may be kept; otherwise reading stops.
    private mutating func makeRoom() -> Bool {
        let hasRoom = kept.count + links.kept.count + hyperlinks.kept.count < options.tagLimit
        if !hasRoom { isFull = true }
        return hasRoom
    }

    mutating func revokeMetas(from ordinal: Int) {
        kept.removeAll { $0.position.ordinal >= ordinal }
        links.revoke(from: ordinal)
        hyperlinks.revoke(from: ordinal)
    }

    /// The collected tags in document order.
    var keptInOrder: [Kept] {
        guard kept.contains(where: \.position.isMoved) else { return kept }
        // A tag with both attributes was collected twice; the offset keeps the two in order.
        return kept.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(
            \.element
        )
    }

    private mutating func keep(
        _ property: [UInt8],
        _ attribute: MetaTag.Attribute,
        _ attributes: borrowing AttributeCapture,
        _ position: DocumentPosition
    ) {
        guard isWanted(property), makeRoom() else { return }
        let hasContent = attributes.present.contains(.content)
        if !hasContent && attributes.seen.contains(.content) { hasDroppedValue = true }
        kept.append(
            Kept(
                property: property.unsharedCopy,
                content: hasContent ? attributes.content.unsharedCopy : nil,
                attribute: attribute,
                position: position,
                isTranscoded: isTranscoding
            )
        )
    }

    /// Whether a value begins with one of the prefixes once its character references are decoded.
    private func isWanted(_ value: [UInt8]) -> Bool {
        if options.ignoresCaseOfProperties {
            let decoded = CharacterReferences.decoding(value, inAttribute: true).map(\.asciiLowercased)
            return prefixes.contains { decoded.starts(with: $0) }
        }
        let first = value.first
        guard first == Byte.ampersand || prefixes.contains(where: { $0.first == nil || $0.first == first }) else {
            return false
        }
        let decoded = CharacterReferences.decoding(value, inAttribute: true)
        return prefixes.contains { decoded.starts(with: $0) }
    }

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
