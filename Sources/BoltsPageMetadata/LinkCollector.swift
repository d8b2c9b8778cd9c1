import BoltsBase

/// Keeps the links of a page that have one of the wanted relations, and the page's base, as bytes.
struct LinkCollector {
    /// A link that is kept, not yet decoded.
    struct Kept {
        let rel: [UInt8]
        let href: [UInt8]
        let hreflang: [UInt8]?
        let type: [UInt8]?
        let position: DocumentPosition
        /// Whether the values are in UTF-8, because the page was transcoded when the tag was read.
        let isTranscoded: Bool
    }

    /// The address that relative addresses are resolved against.
    struct Base {
        let href: [UInt8]
        let position: DocumentPosition
        let isTranscoded: Bool
    }

    private let relations: [[UInt8]]
    private(set) var kept: [Kept] = []
    /// Each of these comes before the one that was kept earlier.
    private var bases: [Base] = []

    init(relations: [String]) {
        self.relations = relations.map { $0.utf8.map(\.asciiLowercased) }
    }

    var keptInOrder: [Kept] {
        guard kept.contains(where: \.position.isMoved) else { return kept }
        return kept.sorted { $0.position < $1.position }
    }

    /// The first base of the document.
    var base: Base? { bases.last }

    /// Whether a link has an address and one of the relations.
    func wants(_ attributes: borrowing AttributeCapture) -> Bool {
        guard attributes.present.contains(.rel), attributes.seen.contains(.href) else { return false }
        let rel = CharacterReferences.decoding(attributes.rel, inAttribute: true)
        return rel.split(whereSeparator: \.isHTMLSpace).contains { name in
            relations.contains { $0.elementsEqual(name.lazy.map(\.asciiLowercased)) }
        }
    }

    mutating func keep(
        _ attributes: borrowing AttributeCapture,
        _ position: DocumentPosition,
        isTranscoded: Bool
    ) {
        guard attributes.present.contains(.href) else { return }
        kept.append(
            Kept(
                rel: attributes.rel.unsharedCopy,
                href: attributes.href.unsharedCopy,
                hreflang: attributes.present.contains(.hreflang) ? attributes.hreflang.unsharedCopy : nil,
                type: attributes.present.contains(.type) ? attributes.type.unsharedCopy : nil,
                position: position,
                isTranscoded: isTranscoded
            )
        )
    }

    mutating func keepBase(
        _ attributes: borrowing AttributeCapture,
        _ position: DocumentPosition,
        isTranscoded: Bool
    ) {
        guard attributes.present.contains(.href) else { return }
        // The first base in the document counts, and a later one in the page can be moved before it.
        if let first = bases.last, first.position < position { return }
        bases.append(Base(href: attributes.href.unsharedCopy, position: position, isTranscoded: isTranscoded))
    }

    /// Removes the links with this ordinal and higher ones, because a frameset replaced the body.
    mutating func revoke(from ordinal: Int) {
        kept.removeAll { $0.position.ordinal >= ordinal }
        bases.removeAll { $0.position.ordinal >= ordinal }
    }
}
