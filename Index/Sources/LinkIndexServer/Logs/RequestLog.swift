import Dispatch
import HTTPTypes
import Hummingbird
import Logging

/// Logs each request without its content: no URL, site, package or fingerprint, which would reveal the apps that somebody uses.
struct RequestLog: Sendable {
    /// The facts about a request that are known once its response is known.
    struct Entry: Sendable {
        /// The method, or `OTHER`: a client can send any word.
        var method = "GET"
        /// The path as the routes declare it, or `none`.
        var route = "/v1/links"
        var status = 200
        /// The length of the body, or `nil` if it is not known before it is written.
        var bytes: Int?
        /// The id of the client's key, as in `keys list`.
        var key: String?
        /// Identifies this request in the log, and in the response to a request that failed.
        var id = RequestID().description
    }

    /// The field of an error response with the id of its log line.
    static let idField = HTTPField.Name("X-Request-Id")

    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - entry: The request.
    ///   - start: When it arrived, in nanoseconds of uptime.
    func record(_ entry: Entry, since start: UInt64) {
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        logger.info(
            "request",
            metadata: [
                "method": .string(entry.method), "route": .string(entry.route),
                "status": .stringConvertible(entry.status), "seconds": .stringConvertible(seconds),
                "bytes": .stringConvertible(entry.bytes ?? 0), "key": .string(entry.key ?? "none"),
                "request_id": .string(entry.id),
            ]
        )
    }
}
