@_spi(Bolts) import BoltsAssociations
@_spi(Bolts) import BoltsPageFetching
public import Foundation

/// The response of a server to a request for an association file.
public struct AssociationResponse: Sendable {
    /// The requested URL.
    public let url: URL
    /// The status of the last response, or `nil` if there was none.
    public var status: Int?
    /// The media type in lower case, or `nil` if the response has none.
    public var mediaType: String?
    /// The charset of the response's content type, or `nil` if it has none.
    var charset: String?
    /// The URL of the body, after redirects.
    var finalURL: URL?
    /// The body of a response with status 200, at most 4 MiB; `nil` if there is none.
    public var bytes: [UInt8]?
    /// The target of the first redirect, or `nil` if there was none.
    public var redirect: String?
    /// Why there is no body, as one sentence; `nil` if there is one.
    public var failure: String?
    /// Whether no trusted encrypted connection was possible.
    public var isUntrusted = false
    /// Whether there is no body because it exceeds the fetcher's limit.
    var isTooLarge = false
    /// Whether the status is an error although the body is an association file.
    var isErrorWithFile = false
    /// The time until the header of the response arrived, or `nil` if it is unknown.
    public var duration: Duration?
    /// How long the body may be kept; `nil` if there was no response or only an error.
    var cacheability: PageCacheability?
    var error: PageError?
    /// The recorded header fields.
    public var fields: [String: String] = [:]

    init(url: URL) { self.url = url }

    /// Whether bytes are an association file, and not another JSON document, such as an error's.
    static func isAssociationFile(_ bytes: [UInt8]) -> Bool {
        guard let root = try? JSONDocument(bytes).root else { return false }
        let names = ["applinks", "webcredentials", "appclips"]
        return names.contains { root[$0] != nil } || root.elements?.first(where: { $0["relation"] != nil }) != nil
    }

    /// Why there is no body if a folder has no such file.
    static let noFile = "There is no such file."

    /// Creates a response with a body, as a correctly configured server would send it.
    init(url: URL, bytes: [UInt8]?) {
        self.url = url
        self.bytes = bytes
        status = bytes == nil ? 404 : 200
        failure = bytes == nil ? Self.noFile : nil
    }
}
