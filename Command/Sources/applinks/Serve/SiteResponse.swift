import Foundation

/// A response of the site's server; the connection is closed after it.
struct SiteResponse: Sendable {
    enum Body: Sendable {
        case bytes(Data)
        /// An open file, and how many of its bytes are sent.
        case file(FileHandle, count: Int)
        /// Versions as server-sent events, until the client is gone.
        case events(AsyncStream<Int>)
    }

    let status: Int
    let phrase: String
    var fields: [(name: String, value: String)]
    let body: Body

    init(_ status: Int, _ phrase: String, _ fields: [(name: String, value: String)], _ body: Body) {
        self.status = status
        self.phrase = phrase
        self.fields = fields
        self.body = body
    }

    static func text(_ status: Int, _ phrase: String, _ text: String, _ fields: [(name: String, value: String)] = [])
        -> Self
    {
        Self(
            status,
            phrase,
            fields + [(name: "Content-Type", value: "text/plain; charset=utf-8")],
            .bytes(Data((text + "\n").utf8))
        )
    }

    /// The status line and the fields, including those of every response.
    var head: Data {
        var lines = ["HTTP/1.1 \(status) \(phrase)"]
        lines += fields.map { "\($0.name): \($0.value)" }
        // These fields prevent foreign pages from reading a response, and browsers from guessing its type or caching it.
        lines += [
            "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin", "Cache-Control: no-store",
            "Connection: close",
        ]
        switch body {
        case .bytes(let data): lines.append("Content-Length: \(data.count)")
        case .file(_, let count): lines.append("Content-Length: \(count)")
        case .events: break
        }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
