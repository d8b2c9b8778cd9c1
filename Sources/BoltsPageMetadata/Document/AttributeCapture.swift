import BoltsBase

/// Keeps the attributes of the current tag that the parser needs.
///
/// Of attributes with the same name, the first counts. Values are kept as the bytes of the page.
struct AttributeCapture {
    /// The attributes that the parser needs.
    struct Slot: OptionSet {
        let rawValue: UInt16

        static let property = Slot(rawValue: 1)
        static let name = Slot(rawValue: 2)
        static let content = Slot(rawValue: 4)
        static let charset = Slot(rawValue: 8)
        static let httpEquiv = Slot(rawValue: 16)
        /// `encoding` of annotation-xml.
        static let encoding = Slot(rawValue: 32)
        /// `color`, `face` or `size` of font.
        static let presentation = Slot(rawValue: 64)
        /// `type` of input and link.
        static let type = Slot(rawValue: 128)
        static let rel = Slot(rawValue: 256)
        static let href = Slot(rawValue: 512)
        static let hreflang = Slot(rawValue: 1_024)
        /// The attributes that only `link` and `base` have.
        static let ofLinks: Slot = [.rel, .href, .hreflang]
    }

    /// How many bytes a value may have; an attribute with a longer value is ignored.
    let valueByteLimit: Int

    /// The attributes of the tag whose values are kept.
    private(set) var present: Slot = []

    /// The attributes of the tag.
    private(set) var seen: Slot = []

    private var current: Slot = []
    private(set) var property: [UInt8] = []
    private(set) var name: [UInt8] = []
    private(set) var content: [UInt8] = []
    private(set) var charset: [UInt8] = []
    private(set) var httpEquiv: [UInt8] = []
    private(set) var encoding: [UInt8] = []
    private(set) var type: [UInt8] = []
    private(set) var rel: [UInt8] = []
    private(set) var href: [UInt8] = []
    private(set) var hreflang: [UInt8] = []

    init(valueByteLimit: Int) {
        self.valueByteLimit = valueByteLimit
    }

    mutating func reset() {
        if !seen.isDisjoint(with: .ofLinks) {
            rel.removeAll(keepingCapacity: true)
            href.removeAll(keepingCapacity: true)
            hreflang.removeAll(keepingCapacity: true)
        }
        present = []
        seen = []
        current = []
        property.removeAll(keepingCapacity: true)
        name.removeAll(keepingCapacity: true)
        content.removeAll(keepingCapacity: true)
        charset.removeAll(keepingCapacity: true)
        httpEquiv.removeAll(keepingCapacity: true)
        encoding.removeAll(keepingCapacity: true)
        type.removeAll(keepingCapacity: true)
    }

    /// Begins an attribute; the bytes that follow are its value.
    mutating func begin(_ attribute: HTMLName) {
        let slot = Self.slot(of: attribute)
        current = seen.isDisjoint(with: slot) ? slot : []
        seen.formUnion(slot)
        present.formUnion(current)
    }

    /// Appends bytes to the value of the current attribute.
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        let fits =
            switch current {
            case .property: appendBytes(bytes, range, to: &property, limit: valueByteLimit)
            case .name: appendBytes(bytes, range, to: &name, limit: valueByteLimit)
            case .content: appendBytes(bytes, range, to: &content, limit: valueByteLimit)
            case .charset: appendBytes(bytes, range, to: &charset, limit: valueByteLimit)
            case .httpEquiv: appendBytes(bytes, range, to: &httpEquiv, limit: valueByteLimit)
            case .encoding: appendBytes(bytes, range, to: &encoding, limit: valueByteLimit)
            case .type: appendBytes(bytes, range, to: &type, limit: valueByteLimit)
            case .rel: appendBytes(bytes, range, to: &rel, limit: valueByteLimit)
            case .href: appendBytes(bytes, range, to: &href, limit: valueByteLimit)
            case .hreflang: appendBytes(bytes, range, to: &hreflang, limit: valueByteLimit)
            default: true
            }
        if !fits {
            present.subtract(current)
            current = []
        }
    }

    /// Whether the tag has an attribute that tree construction depends on: a `font` with a presentational attribute
    /// ends svg and math, an `annotation-xml` of an HTML type holds HTML, and a hidden `input` still allows a frameset.
    func hasSignificantAttribute(for element: HTMLName) -> Bool {
        if element.matches(NameKeys.font) { return seen.contains(.presentation) }
        if element.matches(NameKeys.input) {
            guard present.contains(.type) else { return false }
            return CharacterReferences.decoding(type, inAttribute: true).lazy.map(\.asciiLowercased)
                .elementsEqual("hidden".utf8)
        }
        guard present.contains(.encoding) else { return false }
        let value = CharacterReferences.decoding(encoding, inAttribute: true).map(\.asciiLowercased)
        return value.elementsEqual("text/html".utf8) || value.elementsEqual("application/xhtml+xml".utf8)
    }

    private static func slot(of attribute: HTMLName) -> Slot {
        if attribute.matches(NameKeys.httpEquiv, NameKeys.httpEquivHigh) { return .httpEquiv }
        guard attribute.high == 0 else { return [] }
        switch attribute.low {
        case NameKeys.property: return .property
        case NameKeys.name: return .name
        case NameKeys.content: return .content
        case NameKeys.charset: return .charset
        case NameKeys.encoding: return .encoding
        case NameKeys.type: return .type
        case NameKeys.rel: return .rel
        case NameKeys.href: return .href
        case NameKeys.hreflang: return .hreflang
        case NameKeys.color, NameKeys.face, NameKeys.size: return .presentation
        default: return []
        }
    }
}

/// Appends bytes to a value, or empties it and returns `false` if it would grow beyond the limit.
private func appendBytes(_ bytes: Span<UInt8>, _ range: Range<Int>, to value: inout [UInt8], limit: Int) -> Bool {
    guard value.count + range.count <= limit else {
        value.removeAll(keepingCapacity: true)
        return false
    }
    for index in range { value.append(bytes[index]) }
    return true
}
