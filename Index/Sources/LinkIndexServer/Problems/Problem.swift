import Foundation
import HTTPTypes
package import Hummingbird

/// An error as a problem document (RFC 9457).
package struct Problem: HTTPResponseError {
    package let status: HTTPResponse.Status
    /// The last part of the problem's type, such as `missing-url`.
    let code: String
    /// The kind of problem, the same for every occurrence.
    let title: String
    /// What was wrong with this request, and what to do.
    let detail: String
    /// After how many seconds the request can be repeated, or `nil`.
    let retryAfter: Int?

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - code: The last part of the problem's type.
    ///   - title: What kind of problem it is.
    ///   - detail: What was wrong with this request, and what to do.
    ///   - retryAfter: After how many seconds the request can be repeated.
    package init(
        _ status: HTTPResponse.Status,
        _ code: String,
        _ title: String,
        _ detail: String,
        retryAfter: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// The methods that the path supports, if the request has another one.
    var allowed: String?

    /// The document as RFC 9457 defines it.
    struct Document: Encodable, Sendable {
        /// The member that Meta's clients read.
        struct GraphError: Encodable, Sendable {
            let message: String
            let type: String
            let code: Int
        }

        let type: String
        let title: String
        let status: Int
        let detail: String
        var error: GraphError?
    }

    var document: Document {
        Document(type: "urn:applinks-index:problem:\(code)", title: title, status: status.code, detail: detail)
    }

    /// The fields of the response, without that of its length.
    var fields: HTTPFields {
        var fields: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let retryAfter { fields[.retryAfter] = String(retryAfter) }
        if status == .unauthorized { fields[.wwwAuthenticate] = "Bearer" }
        if let allowed { fields[.allow] = allowed }
        return fields
    }

    /// Creates the response with the document.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    /// - Returns: The response.
    /// - Throws: Never in practice: the document always has a JSON form.
    package func response(from request: Request, context: some RequestContext) throws -> Response {
        var document = document
        if !request.uri.path.hasPrefix("/v1/") {
            document.error = Document.GraphError(message: detail, type: title, code: status.code)
        }
        let body = ResponseBody(byteBuffer: try JSONBody.buffer(document))
        let response = Response(status: status, headers: fields, body: body)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
