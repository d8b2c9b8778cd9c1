@testable import BoltsPageMetadata

/// What a browser's tokenizer makes of a piece of HTML.
struct FragmentTokens: Equatable {
    enum Token: Equatable {
        case start(String, [Attribute])
        case end(String)
        case text(String)
        /// A comment, a declaration or anything else that no banner has.
        case other
    }

    struct Attribute: Equatable {
        let name: String
        let value: String
    }

    private(set) var tokens: [Token] = []

    init(_ html: String) {
        let bytes = Array(html.utf8)
        var tokenizer = HTMLTokenizer(sink: Sink(), isScriptingEnabled: true, maximumValueBytes: .max)
        let slice = bytes[...]
        _ = tokenizer.feed(slice.span)
        tokenizer.finishRecording()
        var attributes: [Attribute] = []
        func text(_ range: Range<Int>, inAttribute: Bool) -> String {
            String(
                decoding: CharacterReferences.decoding(Array(bytes[range]), inAttribute: inAttribute),
                as: UTF8.self
            )
        }
        for token in tokenizer.sink.recorded {
            switch token {
            case .attribute(let name, let value):
                let name = String(decoding: bytes[name], as: UTF8.self)
                attributes.append(Attribute(name: name, value: text(value, inAttribute: true)))
            case .tag(let name, let isEndTag, _):
                let name = String(decoding: bytes[name], as: UTF8.self)
                tokens.append(isEndTag ? .end(name) : .start(name, attributes))
                attributes = []
            case .text(let range, _): tokens.append(.text(text(range, inAttribute: false)))
            case .comment, .declaration: tokens.append(.other)
            }
        }
    }

    /// The names of the tags, an end tag's with a slash.
    var tagNames: [String] {
        tokens.compactMap { token in
            switch token {
            case .start(let name, _): name
            case .end(let name): "/" + name
            case .text, .other: nil
            }
        }
    }

    /// The names of the attributes of each start tag.
    var attributeNames: [[String]] {
        tokens.compactMap { token in
            if case .start(_, let attributes) = token { attributes.map(\.name) } else { nil }
        }
    }

    /// The text between the tags.
    var text: String {
        tokens.map { token in if case .text(let text) = token { text } else { "" } }.joined()
    }

    func value(of attribute: String, in tag: String) -> String? {
        for case .start(tag, let attributes) in tokens {
            return attributes.first { $0.name == attribute }?.value
        }
        return nil
    }

    private struct Sink: TokenSink {
        static var recordsEveryToken: Bool { true }
        var wantsPause: Bool { false }
        private(set) var recorded: [RecordedToken] = []

        mutating func meta(_ attributes: borrowing AttributeCapture, place: DocumentPosition?) {}
        mutating func revokeMetas(from ordinal: Int) {}
        mutating func record(_ token: RecordedToken) { recorded.append(token) }
    }
}
