import Dispatch
import HTTPTypes
import HummingbirdCore
import LinkIndex
import NIOCore

/// Creates responses from finished answers, without the database or a request to a site.
struct FinishedResponder: Sendable {
    /// A response, and what is logged about it.
    struct Response {
        let head: HTTPResponse
        /// The body of the response, or `nil` if it has none.
        let body: ByteBuffer?
        fileprivate let route: String
        fileprivate let key: String?
        /// When the request arrived, in nanoseconds of uptime.
        fileprivate let start: UInt64
    }

    let answers: FinishedAnswers
    let limits: ClientLimits
    let metrics: RequestMetrics
    let log: RequestLog?
    private let date = ResponseDate()

    /// - Parameters:
    ///   - answers: The finished answers.
    ///   - limits: Which clients are admitted, and how often.
    ///   - metrics: Counts the requests that are answered here.
    ///   - log: Logs each request that is answered here, or `nil`.
    init(_ answers: FinishedAnswers, limits: ClientLimits, metrics: RequestMetrics, log: RequestLog?) {
        self.answers = answers
        self.limits = limits
        self.metrics = metrics
        self.log = log
    }

    /// Answers a `GET` without a body, and counts its URLs for the client.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - peer: The address of the connection.
    /// - Returns: The response, or `nil` if the routes have to answer: the answer is not kept, the client is unknown or over
    ///   its limit, or the connection ends with the request.
    func response(to head: HTTPRequest, from peer: SocketAddress?) -> Response? {
        let start = DispatchTime.now().uptimeNanoseconds
        guard head.method == .get, let target = head.path, !Self.isForRoutes(head.headerFields) else { return nil }
        let uri = URI(target)
        let now = Timestamp.now
        guard let path = FinishedPath(uri.path), let query = try? Query(uri.query),
            let found = path.answer(for: query, from: answers, at: now),
            var response = try? found.answer.response(to: head.headerFields, at: now),
            let client = limits.remembered(
                head.headerFields[.authorization],
                query,
                from: { limits.options.proxies.client(of: peer, head.headerFields) }
            ),
            limits.admits(found.count, from: client)
        else { return nil }
        response.head.headerFields[.contentLength] = String(response.body?.readableBytes ?? 0)
        response.head.headerFields[.date] = date.text
        return Response(head: response.head, body: response.body, route: path.route, key: client.keyID, start: start)
    }

    /// Whether a request's fields require more than a finished answer.
    private static func isForRoutes(_ fields: HTTPFields) -> Bool {
        fields.contains(.contentLength) || fields.contains(.transferEncoding) || fields.contains(.upgrade)
            || fields.contains(.cacheControl) || fields[.connection] == "close"
    }

    /// Counts and logs an answered request.
    func record(_ response: Response) {
        metrics.record(status: response.head.status.code, since: response.start)
        log?.record(
            RequestLog.Entry(
                route: response.route,
                status: response.head.status.code,
                bytes: response.body?.readableBytes,
                key: response.key
            ),
            since: response.start
        )
    }
}
