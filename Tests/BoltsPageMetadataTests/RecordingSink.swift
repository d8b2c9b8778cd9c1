@testable import BoltsPageMetadata

/// A token as html5lib's tests spell it; a DOCTYPE is only known to be one.
enum HTMLToken: Equatable {
    case doctype
    case startTag(String, [String: String], isSelfClosing: Bool)
    case endTag(String)
    case comment(String)
    case text(String)
}

/// Records every token's place, so that the whole stream can be compared with a standard's.
struct RecordingSink: TokenSink {
    static var recordsEveryToken: Bool { true }

    var wantsPause: Bool { false }
    private(set) var recorded: [RecordedToken] = []

    mutating func meta(_ attributes: borrowing AttributeCapture, place: DocumentPosition?) {}
    mutating func revokeMetas(from ordinal: Int) {}
    mutating func record(_ token: RecordedToken) { recorded.append(token) }

    /// Tokenizes in pieces, and spells the tokens out.
    static func tokens(
        of input: [UInt8],
        pieceSize: Int,
        state: TokenizerState = .data,
        contentModel: ContentModel = .data,
        lastStartTag: String = ""
    ) -> [HTMLToken] {
        var tokenizer = HTMLTokenizer(sink: RecordingSink(), isScriptingEnabled: true, maximumValueBytes: .max)
        tokenizer.state = state
        tokenizer.contentModel = contentModel
        for byte in lastStartTag.utf8 { tokenizer.rawTextName.append(byte) }
        for start in stride(from: 0, to: input.count, by: max(pieceSize, 1)) {
            let piece = input[start..<min(start + pieceSize, input.count)]
            let read = tokenizer.feed(piece.span)
            precondition(read == piece.count)
        }
        tokenizer.finishRecording()
        return spell(tokenizer.sink.recorded, input)
    }

    private static func spell(_ recorded: [RecordedToken], _ input: [UInt8]) -> [HTMLToken] {
        var tokens: [HTMLToken] = []
        var attributes: [String: String] = [:]
        for token in recorded {
            switch token {
            case .text(let range, let model):
                let text = text(Array(input[range]), model)
                if case .text(let before) = tokens.last {
                    tokens[tokens.count - 1] = .text(before + text)
                } else {
                    tokens.append(.text(text))
                }
            case .attribute(let name, let value):
                let name = self.name(input[name])
                let value = CharacterReferences.decoding(Array(input[value]), inAttribute: true)
                if attributes[name] == nil { attributes[name] = String(decoding: value, as: UTF8.self) }
            case .tag(let name, let isEndTag, let isSelfClosing):
                let name = self.name(input[name])
                tokens.append(isEndTag ? .endTag(name) : .startTag(name, attributes, isSelfClosing: isSelfClosing))
                attributes = [:]
            case .comment(let range):
                tokens.append(.comment(withoutNULs(input[range])))
            case .declaration(let range):
                // The range begins with `<!`, `<?` or `</`; a question mark belongs to the comment.
                let isInstruction = input[range.lowerBound + 1] == UInt8(ascii: "?")
                let text = input[(range.lowerBound + (isInstruction ? 1 : 2))..<range.upperBound]
                let isDoctype =
                    input[range.lowerBound + 1] == UInt8(ascii: "!")
                    && text.prefix(7).map(\.asciiLowercased) == Array("doctype".utf8)
                tokens.append(isDoctype ? .doctype : .comment(withoutNULs(text)))
            }
        }
        return tokens
    }

    private static func text(_ source: [UInt8], _ model: ContentModel) -> String {
        switch model {
        case .data: String(decoding: CharacterReferences.decoding(source, inAttribute: false), as: UTF8.self)
        case .rcdata:
            withoutNULs(CharacterReferences.decoding(source, inAttribute: false)[...])
        case .cdata: String(decoding: source.filter { $0 != 0x0D || !source.contains(0x0A) }, as: UTF8.self)
        case .rawText, .script, .plaintext: withoutNULs(source[...])
        }
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        withoutNULs(bytes.map(\.asciiLowercased)[...])
    }

    /// With line ends normalised, and U+FFFD for NUL.
    private static func withoutNULs(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
        var result = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text {
            if !(isAfterReturn && scalar == "\n") {
                result.append(scalar == "\r" ? "\n" : scalar == "\0" ? "\u{FFFD}" : scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return String(result)
    }
}
