import Foundation
import LinkIndex

/// What a request of `/v1/changes` asks for.
struct ChangesQuestion: Sendable {
    /// How many changes an answer has at most.
    static let limit = 16
    /// The longest host, in bytes: a name of the domain system, with a scheme and a port.
    private static let byteLimit = 300

    /// The scheme, host and port.
    let site: URL
    /// Changes until then are left out, or `nil`.
    let since: Timestamp?
    /// How many changes are wanted at most.
    let limit: Int

    /// - Parameter query: The query.
    /// - Throws: A ``Problem`` that names what was wrong.
    init(_ query: Query) throws {
        guard let text = query["host"], !text.isEmpty else {
            throw Problem(.badRequest, "missing-host", "No host", "Name a host: /v1/changes?host=example.com")
        }
        site = try Self.site(text)
        var times = try query["since"].map { [try Self.time($0)] } ?? []
        if let cursor = query["cursor"] { times.append(try Self.cursor(cursor)) }
        since = times.max()
        limit = try query["limit"].map(Self.limit) ?? Self.limit
    }

    /// What the next page of an answer is asked for with.
    static func cursor(after time: Timestamp) -> String { String(time.milliseconds, radix: 36) }

    /// What a kept answer is known by.
    var name: AnswerName { AnswerName(url: site.absoluteString, form: .changes(since: since, limit: limit)) }

    private static func site(_ text: String) throws -> URL {
        let problem = Problem(
            .badRequest,
            "unusable-host",
            "Unusable host",
            "\(String(text.prefix(100))) is not a host such as example.com, or example.com:8443."
        )
        guard text.utf8.count <= byteLimit else { throw problem }
        let url: URL
        do { url = try RequestedURL(text.contains("://") ? text : "https://\(text)").url } catch { throw problem }
        guard ["", "/"].contains(url.path(percentEncoded: true)), url.query() == nil, url.fragment() == nil else {
            throw problem
        }
        return url
    }

    private static func time(_ text: String) throws -> Timestamp {
        for includesFraction in [true, false] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: includesFraction)
            guard text.utf8.count <= 40, let date = try? style.parse(text) else { continue }
            return Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
        }
        throw Problem(
            .badRequest,
            "unusable-time",
            "Unusable time",
            "\(String(text.prefix(100))) is not a time such as 2026-11-25T09:00:00Z."
        )
    }

    private static func cursor(_ text: String) throws -> Timestamp {
        guard text.utf8.count <= 13, let milliseconds = Int64(text, radix: 36), milliseconds >= 0 else {
            throw Problem(
                .badRequest,
                "unusable-cursor",
                "Unusable cursor",
                "A cursor is the member next of an answer, as it is."
            )
        }
        return Timestamp(milliseconds: milliseconds)
    }

    private static func limit(_ text: String) throws -> Int {
        guard let limit = Int(text), (1...Self.limit).contains(limit) else {
            throw Problem(
                .badRequest,
                "unusable-limit",
                "Unusable limit",
                "limit is a number from 1 to \(Self.limit)."
            )
        }
        return limit
    }
}
