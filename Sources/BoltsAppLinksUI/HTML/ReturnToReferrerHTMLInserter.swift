import BoltsPageMetadata
import BoltsPageFetching
internal import BoltsAppLinks

/// Puts a banner into a page as its bytes go by, right behind `<body>`.
///
/// The place is where a browser's document has its body's first content, found with the tokenizer that reads a page's
/// tags: a `<body>` in a comment or a script is none, and a page that leaves the tag out has a body too. Memory is bounded by
/// ``init(_:contentType:maximumHeldBytes:)``, time is linear, and the rest of the page goes by untouched.
///
/// ```swift
/// guard let banner = try? ReturnToReferrerHTML(requestURL: path) else { return }
/// var inserter = ReturnToReferrerHTMLInserter(banner, contentType: "text/html; charset=utf-8")
/// for chunk in chunks { send(inserter.feed(chunk)) }
/// send(inserter.finish())
/// print(inserter.outcome)                     // inserted
/// ```
///
/// The bytes must be the page itself: compress behind it. A `Content-Length` that was known before is then wrong:
/// leave it out, or add ``addedByteCount``, which is final once ``outcome`` is. A page with a banner is for one visitor:
/// its `ETag` is not the page's, and shared caches must not keep it for others.
public struct ReturnToReferrerHTMLInserter: ~Copyable, Sendable {
    /// What has become of the page.
    public enum Outcome: Sendable, Hashable {
        /// Not known yet.
        case undecided

        /// The banner is in it.
        case inserted

        /// It goes by as it is.
        case unchanged(Reason)
    }

    /// Why a page was left as it is.
    public enum Reason: Sendable, Hashable, CustomStringConvertible {
        /// Its content type is not `text/html`.
        case notHTML

        /// It is in an encoding in which ASCII is not ASCII: UTF-16 or ISO-2022-JP.
        case encoding

        /// It has no body: it is made of frames, ended before a body began, or is no markup, such as compressed bytes.
        case noBody

        /// A tag in front of its body is longer than may be held back.
        case tooLong

        /// One line that names what is wrong and what to do.
        public var description: String {
            switch self {
            case .notHTML: "the content type is not text/html: put the banner into pages only"
            case .encoding: "the page is in UTF-16 or ISO-2022-JP: serve it in UTF-8"
            case .noBody: "the page has no body: insert before compressing, and not into framesets or empty answers"
            case .tooLong: "a tag in front of the body is longer than is held back: raise maximumHeldBytes"
            }
        }
    }

    /// What has become of the page, as far as it is known.
    public private(set) var outcome = Outcome.undecided

    /// How many bytes longer the page has become.
    public private(set) var addedByteCount = 0

    private var finder: BodyFinder
    private let fragment: [UInt8]
    /// What may stand behind the banner, and has come already.
    private var held: [UInt8] = []
    /// How many bytes of the page have been handed on.
    private var passedCount = 0

    /// Prepares for one page.
    ///
    /// - Parameters:
    ///   - banner: The banner.
    ///   - contentType: The page's `Content-Type`, or `nil` where there is none.
    ///   - maximumHeldBytes: How many bytes are held back at most while the place is not certain; at least 1,024.
    public init(_ banner: ReturnToReferrerHTML, contentType: String?, maximumHeldBytes: Int = 64 * 1_024) {
        let type = contentType.map { PageContentType($0) ?? PageContentType(mediaType: "") }
        fragment = Array(banner.fragment.utf8)
        finder = BodyFinder(declaredCharset: type?.charset, maximumHeldBytes: maximumHeldBytes)
        if let type, type.mediaType != "text/html" { outcome = .unchanged(.notHTML) }
    }

    /// Takes the next bytes of the page.
    ///
    /// How the page is cut into pieces never changes what comes out in all.
    ///
    /// - Parameter bytes: Bytes of the page.
    /// - Returns: What can be sent by now, perhaps nothing.
    public mutating func feed(_ bytes: [UInt8]) -> [UInt8] {
        guard outcome == .undecided else { return bytes }
        held += bytes
        finder.feed(bytes)
        return advance()
    }

    /// Ends the page.
    ///
    /// - Returns: What is left to send.
    public mutating func finish() -> [UInt8] {
        guard outcome == .undecided else { return [] }
        finder.finish()
        return advance()
    }

    /// Puts a banner into a whole page.
    ///
    /// - Parameters:
    ///   - banner: The banner.
    ///   - page: The bytes of the page, not compressed.
    ///   - contentType: The page's `Content-Type`, or `nil` where there is none.
    /// - Returns: The page, and what has become of it.
    public static func insert(
        _ banner: ReturnToReferrerHTML,
        into page: [UInt8],
        contentType: String? = "text/html"
    ) -> (page: [UInt8], outcome: Outcome) {
        var inserter = ReturnToReferrerHTMLInserter(banner, contentType: contentType, maximumHeldBytes: .max)
        let bytes = inserter.feed(page) + inserter.finish()
        return (bytes, inserter.outcome)
    }

    private mutating func advance() -> [UInt8] {
        switch finder.finding {
        case .undecided:
            let settled = held.prefix(finder.settledByteCount - passedCount)
            held.removeFirst(settled.count)
            passedCount += settled.count
            return Array(settled)
        case .body(let offset):
            outcome = .inserted
            addedByteCount = fragment.count
            let before = held.prefix(offset - passedCount)
            defer { held = [] }
            return before + fragment + held.dropFirst(before.count)
        case .noBody: return leave(.noBody)
        case .foreignEncoding: return leave(.encoding)
        case .tooLong: return leave(.tooLong)
        }
    }

    private mutating func leave(_ reason: Reason) -> [UInt8] {
        outcome = .unchanged(reason)
        defer { held = [] }
        return held
    }
}
