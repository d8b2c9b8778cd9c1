/// What the tokenizer reports to.
protocol TokenSink: Sendable {
    /// Whether every token is wanted, with all its attributes and with no tree to tell which text is raw.
    ///
    /// A constant, so that the production reader pays nothing for what only conformance tests look at.
    static var recordsEveryToken: Bool { get }

    /// Whether the tokenizer should stop behind the tag it has just reported.
    var wantsPause: Bool { get }

    /// A decoder of the page's encoding if that is one in which ASCII bytes can be part of other characters, as far as
    /// the encoding is known by now.
    var multiByteDecoder: MultiByteDecoder? { get }

    /// A `meta` element.
    ///
    /// - Parameters:
    ///   - attributes: What it says.
    ///   - place: Where it stands among the document's metas, or `nil` when it is not in the document.
    mutating func meta(_ attributes: borrowing AttributeCapture, place: DocumentPosition?)

    /// A frameset took the place of the body: the metas from `ordinal` on are gone.
    mutating func revokeMetas(from ordinal: Int)

    /// A token, only when ``recordsEveryToken``.
    mutating func record(_ token: RecordedToken)
}

/// Where a token lies in the input, counted in bytes from its beginning.
enum RecordedToken: Equatable {
    case text(Range<Int>, ContentModel)
    case attribute(name: Range<Int>, value: Range<Int>)

    /// A tag; its attributes came before it.
    case tag(name: Range<Int>, isEndTag: Bool, isSelfClosing: Bool)

    /// A comment that began with `<!--`.
    case comment(Range<Int>)

    /// A comment made of a malformed tag or declaration, or a DOCTYPE.
    case declaration(Range<Int>)
}

extension TokenSink {
    var multiByteDecoder: MultiByteDecoder? { nil }

    static var recordsEveryToken: Bool { false }

    @inline(__always)
    mutating func record(_ token: RecordedToken) {}
}
