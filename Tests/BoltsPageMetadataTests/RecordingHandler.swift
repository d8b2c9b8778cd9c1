@testable import BoltsPageMetadata

/// A token as far as the tokenizer reports it: a DOCTYPE without its identifiers, text of the data state, no comments.
enum ReportedToken: Equatable {
    case doctype
    case startTag(HTMLName, [ReportedAttribute], isSelfClosing: Bool)
    case endTag(HTMLName)
    case text(String)
}

struct ReportedAttribute: Equatable {
    let name: HTMLName
    let value: String

    /// Sorts attributes in an order that does not depend on the page.
    static func sorted(_ attributes: [ReportedAttribute]) -> [ReportedAttribute] {
        attributes.sorted { ($0.name.low, $0.name.high, $0.name.count) < ($1.name.low, $1.name.high, $1.name.count) }
    }
}

/// Records the tokenizer's reports with every attribute; there is no tree, so no text is raw.
struct RecordingHandler: TokenHandler {
    private(set) var tokens: [ReportedToken] = []
    private var text: [UInt8] = []
    private var attributes: [(name: HTMLName, value: [UInt8])] = []
    var isInForeignContent: Bool { false }
    var wantsPause: Bool { false }
    var watchesText: Bool { true }
    var watchesForeignText: Bool { false }
    var multiByteDecoder: MultiByteDecoder? { nil }

    mutating func text(_ bytes: Span<UInt8>, _ range: Range<Int>) { for index in range { text.append(bytes[index]) } }
    mutating func visibleText() { text.append(Byte.lessThan) }
    mutating func visibleForeignText() {}
    mutating func doctype() { append(.doctype) }

    mutating func wantsAttributes(of name: HTMLName) -> Bool {
        attributes = []
        return true
    }

    mutating func attribute(_ name: HTMLName) { attributes.append((name, [])) }

    mutating func attributeValue(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        for index in range { attributes[attributes.count - 1].value.append(bytes[index]) }
    }

    mutating func startTag(
        _ name: HTMLName,
        isSelfClosing: Bool,
        hasAttributes: Bool,
        hasCapturedAttributes: Bool
    ) -> ContentModel {
        if !hasCapturedAttributes { attributes = [] }
        precondition(hasAttributes == !attributes.isEmpty)
        var reported: [ReportedAttribute] = []
        for (name, value) in attributes where !reported.contains(where: { $0.name == name }) {
            let decoded = CharacterReferences.decoding(value, inAttribute: true)
            reported.append(ReportedAttribute(name: name, value: String(decoding: decoded, as: UTF8.self)))
        }
        append(.startTag(name, ReportedAttribute.sorted(reported), isSelfClosing: isSelfClosing))
        return .data
    }

    mutating func endTag(_ name: HTMLName, endsRawText: Bool) { append(.endTag(name)) }

    private mutating func append(_ token: ReportedToken) {
        endText()
        tokens.append(token)
    }

    mutating func endText() {
        if text.isEmpty { return }
        let decoded = CharacterReferences.decoding(text, inAttribute: false)
        tokens.append(.text(String(decoding: decoded, as: UTF8.self)))
        text = []
    }

    /// Tokenizes in pieces.
    static func tokens(
        of input: [UInt8],
        pieceSize: Int,
        state: TokenizerState = .data,
        lastStartTag: String = ""
    ) -> [ReportedToken] {
        var tokenizer = HTMLTokenizer(handler: RecordingHandler())
        tokenizer.state = state
        tokenizer.rawTextName = HTMLName(lastStartTag)
        for start in stride(from: 0, to: input.count, by: max(pieceSize, 1)) {
            let piece = input[start..<min(start + pieceSize, input.count)]
            let read = tokenizer.feed(piece.span)
            precondition(read == piece.count)
        }
        // A tag that the input truncates is text.
        switch tokenizer.state {
        case .tagOpen: tokenizer.handler.text += [Byte.lessThan]
        case .endTagOpen: tokenizer.handler.text += [Byte.lessThan, Byte.slash]
        default: break
        }
        tokenizer.handler.endText()
        return tokenizer.handler.tokens
    }
}
