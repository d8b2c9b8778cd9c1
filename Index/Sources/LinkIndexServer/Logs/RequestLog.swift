import Dispatch
import HTTPTypes
import Hummingbird
import Logging

/// Logs each request without what it asks for: no URL, site, package or fingerprint, which tell which apps somebody uses.
struct RequestLog: Sendable {
    /// What is known of a request when its response is.
    struct Entry: Sendable {
        /// The method, or `OTHER`: a client can send any word.
        var method = "GET"
        /// The path as the routes name it, or `none`.
        var route = "/v1/links"
        var status = 200
        /// The length of the body, or `nil` if it is not known before it is written.
        var bytes: Int?
        /// Which key the client has, as `keys list` shows it.
        var key: String?
        /// Names this request in the log, and in the response to one that failed.
        var id = RequestID().description
    }

    /// The field of a response to a request that failed, with the id that finds its line.
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
