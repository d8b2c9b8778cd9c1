import Dispatch
import LinkIndex
import NIOCore

/// Makes responses of finished answers from the bytes of requests, for whoever reads these bytes from a connection.
struct FinishedResponder: Sendable {
    /// A response to a `GET`.
    struct Response {
        /// All of its bytes.
        let bytes: ByteBuffer
        /// What is logged of it.
        let entry: RequestLog.Entry
    }

    let answers: FinishedAnswers
    let limits: ClientLimits
    private let metrics: RequestMetrics
    private let log: RequestLog?
    private let date: ResponseDate

    /// - Parameters:
    ///   - answers: The finished answers.
    ///   - limits: Who may ask, and how much.
    ///   - metrics: Counts the requests that are answered so.
    ///   - log: Where each request is logged that is answered so, or `nil`.
    ///   - date: The time in responses.
    init(
        _ answers: FinishedAnswers,
        limits: ClientLimits,
        metrics: RequestMetrics,
        log: RequestLog? = nil,
        date: ResponseDate
    ) {
        self.answers = answers
        self.limits = limits
        self.metrics = metrics
        self.log = log
        self.date = date
    }

    /// The name of the field in which proxies say whom they ask for, in lower case.
    var forwardedName: StaticString { limits.options.proxies.fieldName }

    /// Answers a `GET` without a body, and counts its URLs for the client.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the request.
    ///   - head: What they say.
    ///   - address: The address of whoever asks; it is called only if that counts.
    /// - Returns: The response, or `nil` if the answer is not kept, or the request is for those behind the decoder.
    func response(to bytes: ByteBuffer, _ head: RequestHead, from address: () -> String) -> Response? {
        let now = Timestamp.now
        guard let range = head.query, head.fields.subtracting([.authorization, .close]) == .host,
            let path = FinishedPath(bytes, head), let query = try? Query(Self.text(range, of: bytes))
        else { return nil }
        guard let found = path.answer(for: query, from: answers, at: now),
            let client = client(bytes, head, query, from: address), limits.admits(found.count, from: client)
        else { return nil }
        let length = found.answer.body.readableBytes
        var response = ByteBufferAllocator().buffer(capacity: 128 + found.head.readableBytes + length)
        begin(&response, isLast: head.fields.contains(.close))
        response.writeImmutableBuffer(found.head)
        response.writeString(String(found.answer.age(at: now)))
        response.writeStaticString("\r\n\r\n")
        response.writeImmutableBuffer(found.answer.body)
        return Response(
            bytes: response,
            entry: RequestLog.Entry(route: path.route, bytes: length, key: client.keyID)
        )
    }

    /// Finds out who sent a request from what this node remembers.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the request.
    ///   - head: What they say.
    ///   - query: The query, in which a key may be.
    ///   - address: The address of whoever asks; it is called only for a client without a key.
    /// - Returns: The client, or `nil` if the request is for those behind the decoder.
    func client(
        _ bytes: ByteBuffer,
        _ head: RequestHead,
        _ query: Query,
        from address: () -> String
    ) -> ClientLimits.Client? {
        limits.remembered(head.authorization.map { Self.text($0, of: bytes).trimmed }, query, from: address)
    }

    /// Whom a trusted proxy asks for, by the field in which it says so.
    func client(of peer: SocketAddress?, _ bytes: ByteBuffer, _ head: RequestHead) -> String {
        limits.options.proxies.client(of: peer) { head.forwarded.map { Self.text($0, of: bytes).trimmed } ?? "" }
    }

    /// Writes the beginning of a response.
    ///
    /// - Parameters:
    ///   - response: Where it is written.
    ///   - isLast: Whether the connection ends with it.
    func begin(_ response: inout ByteBuffer, isLast: Bool) {
        response.writeStaticString("HTTP/1.1 200 OK\r\nDate: ")
        response.writeString(date.text)
        response.writeStaticString("\r\n")
        if isLast { response.writeStaticString("Connection: close\r\n") }
    }

    /// Counts and logs a request that was answered.
    ///
    /// - Parameters:
    ///   - entry: What is logged of it.
    ///   - start: When it arrived, in nanoseconds of uptime.
    func record(_ entry: RequestLog.Entry, since start: UInt64) {
        metrics.record(status: entry.status, since: start)
        log?.record(entry, since: start)
    }

    private static func text(_ range: Range<Int>, of bytes: ByteBuffer) -> String {
        bytes.getString(at: bytes.readerIndex + range.lowerBound, length: range.count) ?? ""
    }
}

extension String {
    /// The value of a field without the spaces and tabs around it.
    fileprivate var trimmed: String {
        let start = utf8.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? endIndex
        let end = utf8.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { utf8.index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
