public import HTTPTypes
public import NIOCore

/// Sends requests to an application in tests.
///
/// Hummingbird has such a client too. It comes with a TLS library, which takes longer to compile than everything else here.
public struct ServerTestClient: Sendable {
    /// The port on which the application listens; `nil` if its routes are called without a socket.
    public let port: Int?
    let send: @Sendable (HTTPRequest, ByteBuffer?) async throws -> ServerTestResponse

    /// Sends a request, and returns the whole response.
    @discardableResult
    public func execute(
        uri: String,
        method: HTTPRequest.Method,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> ServerTestResponse {
        var headers = headers
        if let body { headers[.contentLength] = "\(body.readableBytes)" }
        return try await send(
            HTTPRequest(method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers),
            body
        )
    }
}

/// A completely received response.
public struct ServerTestResponse: Sendable {
    /// The status of the response.
    public let status: HTTPResponse.Status
    /// The header fields of the response.
    public let headers: HTTPFields
    /// The bytes of its body.
    public let body: ByteBuffer
}
