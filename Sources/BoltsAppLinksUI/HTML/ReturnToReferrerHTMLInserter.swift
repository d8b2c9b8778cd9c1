@_spi(Bolts) internal import BoltsPageFetching
@_spi(Bolts) public import BoltsPageMetadata

/// Inserts a banner into a page right after `<body>`, and tags at the end of its head, while the page is streamed.
///
/// It finds where a browser starts the body's content, with the tokenizer that reads a page's tags: a `<body>` in a comment or
/// a script does not count, and a page without the tag also has a body. It runs in linear time, holds back at most as many
/// bytes as ``init(_:tags:contentType:heldByteLimit:)`` allows, and changes nothing else.
///
/// ```swift
/// guard let banner = try? ReturnToReferrerHTML(requestURL: path) else { return }
/// var inserter = ReturnToReferrerHTMLInserter(banner, contentType: "text/html; charset=utf-8")
/// for chunk in chunks { send(inserter.feed(chunk)) }
/// send(inserter.finish())
/// print(inserter.outcome)                     // inserted
/// ```
///
/// Tags are inserted unless the page's head already has `al:` tags.
///
/// Insert before you compress the page. Omit a `Content-Length` that was computed before. A page with a banner is for one
/// visitor: do not send the page's `ETag` with it, and do not let shared caches store it.
public struct ReturnToReferrerHTMLInserter: ~Copyable, Sendable {
    /// What happened to the page.
    @nonexhaustive public enum Outcome: Sendable, Hashable {
        /// The outcome is not known yet.
        case undecided

        /// The banner or the tags were inserted.
        case inserted

        /// The page was passed on unchanged.
        case unchanged(Reason)
    }

    /// Why a page was passed on unchanged.
    @nonexhaustive public enum Reason: Sendable, Hashable, CustomStringConvertible {
        /// The content type is not `text/html`.
        case notHTML

        /// The encoding is not compatible with ASCII: UTF-16 or ISO-2022-JP.
        case encoding

        /// The page has no body: it is a frameset, it ended too early, or it is not HTML, such as compressed bytes.
        case noBody

        /// A tag before the body, or the text between the head and the body, is longer than the limit for held bytes.
        case tooLong

        /// There is nothing to insert: no banner, and no tags or a page that already has tags.
        case nothingToInsert

        /// One line that says what is wrong and what to do.
        public var description: String {
            switch self {
            case .notHTML: "the content type is not text/html: insert banners only into HTML pages"
            case .encoding: "the page is in UTF-16 or ISO-2022-JP: serve it in UTF-8"
            case .noBody: "the page has no body: insert before compressing, and not into framesets or empty responses"
            case .nothingToInsert: "there is no banner, and the page needs no tags"
            case .tooLong: "a tag before the body is longer than the limit: raise heldByteLimit"
            }
        }
    }

    /// What happened to the page so far.
    public private(set) var outcome = Outcome.undecided

    private var finder: BodyFinder
    private let fragment: [UInt8]
    private let markup: [UInt8]
    /// Bytes that may have to follow the banner.
    private var held: [UInt8] = []
    /// The number of bytes of the page that were passed on.
    private var passedCount = 0

    /// Creates an inserter for one page.
    ///
    /// - Parameters:
    ///   - banner: The banner, or `nil` for none.
    ///   - tags: The `al:` tags, and others, to insert at the end of the head; none by default.
    ///   - contentType: The page's `Content-Type`, or `nil` if it has none.
    ///   - heldByteLimit: The maximum number of bytes to hold back while the place is uncertain; at least 1,024.
    public init(
        _ banner: ReturnToReferrerHTML?,
        tags: [MetaTag] = [],
        contentType: String?,
        heldByteLimit: Int = 64 * 1_024
    ) {
        let type = contentType.map { PageContentType($0) ?? PageContentType(mediaType: "") }
        fragment = Array((banner?.fragment ?? "").utf8)
        markup = Array(tags.markup.utf8)
        finder = BodyFinder(
            declaredCharset: type?.charset,
            heldByteLimit: heldByteLimit,
            metaPrefix: tags.isEmpty ? nil : "al:"
        )
        if fragment.isEmpty, markup.isEmpty { outcome = .unchanged(.nothingToInsert) }
        if let type, type.mediaType != "text/html" { outcome = .unchanged(.notHTML) }
    }

    /// Takes the next bytes of the page.
    ///
    /// The result does not depend on how the page is split.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Returns: The bytes that can be sent now, possibly none.
    public mutating func feed(_ bytes: [UInt8]) -> [UInt8] {
        guard outcome == .undecided else { return bytes }
        held += bytes
        finder.feed(bytes)
        return advance()
    }

    /// Ends the page.
    ///
    /// - Returns: The remaining bytes to send.
    public mutating func finish() -> [UInt8] {
        guard outcome == .undecided else { return [] }
        finder.finish()
        return advance()
    }

    /// Inserts a banner into a whole page.
    ///
    /// - Parameters:
    ///   - banner: The banner.
    ///   - page: The uncompressed bytes of the page.
    ///   - contentType: The page's `Content-Type`, or `nil` if it has none.
    /// - Returns: The page, and what happened to it.
    public static func insert(
        _ banner: ReturnToReferrerHTML,
        into page: [UInt8],
        contentType: String? = "text/html"
    ) -> (page: [UInt8], outcome: Outcome) {
        var inserter = ReturnToReferrerHTMLInserter(banner, contentType: contentType, heldByteLimit: .max)
        let bytes = inserter.feed(page) + inserter.finish()
        return (bytes, inserter.outcome)
    }

    private mutating func advance() -> [UInt8] {
        switch finder.outcome {
        case .undecided:
            let settled = held.prefix(finder.settledByteCount - passedCount)
            held.removeFirst(settled.count)
            passedCount += settled.count
            return Array(settled)
        case .body(let offset):
            let markup = finder.hasMetaWithPrefix ? [] : markup
            guard !markup.isEmpty || !fragment.isEmpty else { return passOn(.nothingToInsert) }
            outcome = .inserted
            let head = held.prefix(markup.isEmpty ? 0 : (finder.headEnd ?? offset) - passedCount)
            let between = held.prefix(offset - passedCount).dropFirst(head.count)
            let rest = held.dropFirst(head.count + between.count)
            defer { held = [] }
            return head + markup + between + fragment + rest
        case .noBody: return passOn(.noBody)
        case .foreignEncoding: return passOn(.encoding)
        case .tooLong: return passOn(.tooLong)
        }
    }

    private mutating func passOn(_ reason: Reason) -> [UInt8] {
        outcome = .unchanged(reason)
        defer { held = [] }
        return held
    }
}
