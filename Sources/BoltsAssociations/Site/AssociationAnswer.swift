public import Foundation

/// What a server answered when it was asked for an association file.
///
/// ```swift
/// func show(_ answer: AssociationAnswer) {
///     print(answer.url, answer.status.map(String.init) ?? "no answer", answer.failure ?? "")
/// }
/// ```
public struct AssociationAnswer: Sendable {
    /// The URL that was asked for.
    public let url: URL
    /// The status of the last answer, or `nil` if there was none.
    public var status: Int?
    /// The media type in small letters, or `nil` if the answer named none.
    public var mediaType: String?
    /// The charset of the answer's content type, or `nil` if it named none.
    var charset: String?
    /// The URL that gave the body, after redirects.
    var finalURL: URL?
    /// The body of an answer with status 200, at most 4 MiB; `nil` if there was none.
    public var bytes: [UInt8]?
    /// Where the first redirect led, or `nil` if there was none.
    public var redirect: String?
    /// Why there is no body, as one sentence; `nil` if there is one.
    public var failure: String?
    /// Whether no trusted encrypted connection could be made.
    public var isUntrusted = false
    /// How long the answer took until its header was there, or `nil` if that is not known.
    public var duration: Duration?
    /// The header fields that were asked to be recorded.
    public var fields: [String: String] = [:]

    init(url: URL) { self.url = url }

    /// An answer with a body, as a plain server would give it.
    init(url: URL, bytes: [UInt8]?) {
        self.url = url
        self.bytes = bytes
        status = bytes == nil ? 404 : 200
        failure = bytes == nil ? "There is no such file." : nil
    }
}
