import BoltsBase

/// Keeps the hyperlinks of a page that have one of the wanted schemes, as bytes.
struct HyperlinkCollector {
    /// A hyperlink that is kept, not yet decoded.
    struct Kept {
        let href: [UInt8]
        let position: DocumentPosition
        /// Whether the address is in UTF-8, because the page was transcoded when the tag was read.
        let isTranscoded: Bool
    }

    private let schemes: [[UInt8]]
    private(set) var kept: [Kept] = []

    init(schemes: [String]) {
        self.schemes = schemes.map { $0.utf8.map(\.asciiLowercased) }
    }

    var keptInOrder: [Kept] {
        guard kept.contains(where: \.position.isMoved) else { return kept }
        return kept.sorted { $0.position < $1.position }
    }

    /// Whether a hyperlink has an address with one of the schemes, as a browser parses it: without regard to letter
    /// case, to white space in front, and to tabs and line breaks anywhere.
    func wants(_ attributes: borrowing AttributeCapture) -> Bool {
        guard attributes.present.contains(.href) else { return false }
        let address = CharacterReferences.decoding(attributes.href, inAttribute: true)
            .drop { $0 <= 0x20 }
            .lazy.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
            .map(\.asciiLowercased)
        return schemes.contains { address.starts(with: $0 + [0x3A]) }
    }

    mutating func keep(
        _ attributes: borrowing AttributeCapture,
        _ position: DocumentPosition,
        isTranscoded: Bool
    ) {
        kept.append(Kept(href: attributes.href.unsharedCopy, position: position, isTranscoded: isTranscoded))
    }

    /// Removes the hyperlinks with this ordinal and higher ones, because a frameset replaced the body.
    mutating func revoke(from ordinal: Int) {
        kept.removeAll { $0.position.ordinal >= ordinal }
    }
}
