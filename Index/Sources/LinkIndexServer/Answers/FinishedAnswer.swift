import BoltsBase
import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// The bytes of an answer, and the header fields that let HTTP caches keep them (RFC 9110, section 8.8.3; RFC 9111, section 5).
struct FinishedAnswer: Sendable {
    let body: ByteBuffer
    /// A strong validator: nodes that answer with the same bytes use the same one.
    let entityTag: String
    /// The fields of every response with this answer, without `Cache-Control`.
    private let fields: HTTPFields
    /// When the answer was created.
    let begin: Timestamp
    /// When a part of it becomes stale; `nil` if a part was already stale when the answer was created, or if the time is unknown.
    let end: Timestamp?
    /// Whether the answer is only for clients with a key.
    let isPrivate: Bool

    /// - Parameters:
    ///   - body: Its bytes.
    ///   - begin: When it is created.
    ///   - end: When a part of it becomes stale; `nil` if that is not known.
    ///   - keys: Whether clients need keys.
    init(_ body: ByteBuffer, from begin: Timestamp = .now, until end: Timestamp?, keys: IndexServerOptions.Keys) {
        self.body = body
        self.begin = begin
        self.end = end.flatMap { $0 - begin >= .seconds(1) ? $0 : nil }
        isPrivate = keys == .required
        let digest = SHA256.hash(body.readableBytesView)
        entityTag = "\"" + digest.prefix(16).hexadecimal + "\""
        var fields: HTTPFields = [.eTag: entityTag]
        if isPrivate { fields[.vary] = "Authorization" }
        self.fields = fields
    }

    /// Joins answers that are objects of one member each, sorted by the members' names.
    ///
    /// - Parameters:
    ///   - objects: The answers by the names of their members, at least one, for the same clients.
    ///   - now: When they are joined.
    init(joining objects: [String: FinishedAnswer], at now: Timestamp) {
        let size = objects.reduce(2) { $0 + $1.value.body.readableBytes }
        var body = ByteBufferAllocator().buffer(capacity: size)
        for (_, object) in objects.sorted(by: { $0.key < $1.key }) {
            body.writeStaticString(body.readableBytes == 0 ? "{" : ",")
            let inner = object.body
            if let member = inner.getSlice(at: inner.readerIndex + 1, length: inner.readableBytes - 2) {
                body.writeImmutableBuffer(member)
            }
        }
        body.writeStaticString("}")
        let ends = objects.values.map(\.end)
        self.init(
            body,
            from: now,
            until: ends.contains(nil) ? nil : ends.compactMap(\.self).min(),
            keys: objects.values.contains(where: \.isPrivate) ? .required : .optional
        )
    }

    /// The value of `Cache-Control` for an answer that is valid for a number of seconds.
    static func cacheControl(seconds: Int64, keys: IndexServerOptions.Keys) -> String {
        // If keys are required, a proxy must not give the answer to clients without one.
        "\(keys == .required ? "private" : "public"), " + (seconds > 0 ? "max-age=\(seconds)" : "no-cache")
    }

    /// The value of `Cache-Control` at a time.
    ///
    /// It states the remaining seconds, without an `Age` to subtract, because nginx's cache ignores that field.
    private func cacheControl(at now: Timestamp) -> String {
        let seconds = end.map { ($0 - now).wholeMilliseconds / 1_000 } ?? 0
        return Self.cacheControl(seconds: seconds, keys: isPrivate ? .required : .optional)
    }

    /// The response to a request: 304 without a body if the client already has these bytes.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request.
    ///   - now: The time.
    /// - Returns: The response without its length.
    /// - Throws: A ``Problem`` with status 412 if the client accepts only other bytes (`If-Match`).
    func response(to fields: HTTPFields, at now: Timestamp = .now) throws -> (head: HTTPResponse, body: ByteBuffer?) {
        try fields.requireMatch(of: self)
        let isKnown = fields[values: .ifNoneMatch].contains { isNamed(in: $0) }
        var head = HTTPResponse(status: isKnown ? .notModified : .ok, headerFields: self.fields)
        head.headerFields[.cacheControl] = cacheControl(at: now)
        if isKnown { return (head, nil) }
        head.headerFields[.contentType] = "application/json"
        return (head, body)
    }

    /// The response of a route to a request.
    ///
    /// - Throws: A ``Problem`` with status 412 if the client accepts only other bytes (`If-Match`).
    func response(to request: Request) throws -> Response {
        let (head, body) = try response(to: request.headers)
        return Response(
            status: head.status,
            headers: head.headerFields,
            body: body.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody()
        )
    }

    /// Whether a list of entity tags contains these bytes.
    ///
    /// - Parameters:
    ///   - list: The list, or `*` for any bytes.
    ///   - isStrong: Whether weak tags are ignored, as for `If-Match` but not for `If-None-Match`.
    /// - Returns: Whether the list contains them.
    func isNamed(in list: String, isStrong: Bool = false) -> Bool {
        // A star counts only if it is the whole list; elsewhere it may be part of a tag that contains commas: "a,*,b".
        if list.filter({ $0 != " " && $0 != "\t" }) == "*" { return true }
        return list.split(separator: ",").contains { item in
            let tag = item.drop { $0 == " " || $0 == "\t" }
            let end = tag.lastIndex { $0 != " " && $0 != "\t" }.map { tag.index(after: $0) } ?? tag.endIndex
            let name = tag[..<end]
            return name == entityTag || !isStrong && name == "W/" + entityTag
        }
    }
}
