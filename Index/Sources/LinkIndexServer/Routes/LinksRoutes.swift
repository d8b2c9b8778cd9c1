import BoltsSiteCheck
import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// `GET /v1/links` and `POST /v1/links`: which apps open a URL.
///
/// `DELETE /v1/links` forgets one.
struct LinksRoutes: Sendable {
    private struct Body: Decodable {
        let urls: [String]
        let devices: [String]?
        let purposes: [String]?

        private enum CodingKeys: String, CodingKey {
            case urls, devices
            case purposes = "for"
        }
    }

    /// An item of a list for a URL that cannot be answered.
    private struct UnansweredURL: Encodable {
        let url: String
        let problem: Problem.Document
    }

    let index: AppLinkIndex
    let limits: ClientLimits
    let waiting: WaitingLimit
    let finished: FinishedAnswers

    /// A request's question about one URL.
    private struct Question {
        let url: RequestedURL
        let devices: [LinkDevice]
        let purposes: Set<AnswerPurpose>

        init(_ query: Query) throws {
            guard let text = query["url"], !text.isEmpty else {
                throw Problem(
                    .badRequest,
                    "missing-url",
                    "No URL",
                    "Name a URL: /v1/links?url=https%3A%2F%2Fexample.com%2F1"
                )
            }
            devices = try LinkDevice.named(query.list("device"))
            purposes = try AnswerPurpose.named(query.list("for"))
            url = try RequestedURL(text)
        }
    }

    /// Answers for one URL.
    func one(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        let client = try await limits.client(of: request, context)
        try limits.take(1, from: client)
        let question = try Question(try Query(request.uri.query))
        // A client that requests renewals too often gets the usual answer.
        let isNew = Self.wantsNew(request.headers) && limits.admitsRenewal(of: client)
        return try await answer(question, isNew: isNew).response(to: request)
    }

    /// The answer to a question: a kept one, or a new one.
    private func answer(_ question: Question, isNew: Bool = false) async throws -> FinishedAnswer {
        let (url, devices, purposes) = (question.url, question.devices, question.purposes)
        if !isNew {
            let name = AnswerCacheKey(url: url.text, form: .links(devices, purposes))
            if let kept = finished.answer(for: name) { return kept }
            if let kept = kept(url.url, devices, purposes, askedAs: url.text) { return kept }
        }
        let epoch = finished.epoch
        let answer = try await waiting.run(1) {
            await index.answer(for: url.url, devices: devices, purposes: purposes, renews: isNew)
        }
        return try finish(answer, devices, purposes, since: epoch)
    }

    /// Whether a client rejects a cached answer that was not revalidated (RFC 9111, section 5.2.1.4).
    static func wantsNew(_ fields: HTTPFields) -> Bool {
        fields[values: .cacheControl].contains { value in
            value.split(separator: ",").contains { $0.filter { $0 != " " && $0 != "\t" }.lowercased() == "no-cache" }
        }
    }

    /// Forgets a URL: its page, the association files of its host, and the answers of this node.
    func forget(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        let client = try await limits.client(of: request, context)
        guard limits.mayForget(client) else {
            throw Problem(
                .forbidden,
                "key-may-not-forget",
                "Key may not forget",
                "Only keys that the operator names with --forgetting-key may forget a URL."
            )
        }
        try limits.take(1, from: client)
        let question = try Question(try Query(request.uri.query))
        try await requirePrecondition(request.headers, question)
        do {
            try await index.forget(question.url.url)
        } catch let error as IndexStoreError {
            context.logger.warning("A URL was not forgotten: \(error)")
            throw Problem(
                .serviceUnavailable,
                "not-forgotten",
                "Not forgotten",
                "The database does not answer, so it still has the URL. Ask again later.",
                retryAfter: 5
            )
        }
        finished.forgetAll()
        return Response(status: .noContent)
    }

    /// - Throws: A ``Problem`` if the condition of a request is not met by the answer that a `GET` would get.
    private func requirePrecondition(_ fields: HTTPFields, _ question: Question) async throws {
        guard fields.hasPrecondition else { return }
        // Every URL has an answer, so `*` matches.
        guard !fields.namesAnyAnswer else {
            if fields[.ifNoneMatch] != nil { throw Problem.preconditionFailed }
            return
        }
        try fields.requireChange(of: try await answer(question))
    }

    /// The answer that is kept for another spelling of the requested URL.
    private func kept(
        _ url: URL,
        _ devices: [LinkDevice],
        _ purposes: Set<AnswerPurpose>,
        askedAs text: String
    ) -> FinishedAnswer? {
        let name = AnswerCacheKey(url: url.absoluteString, form: .links(devices, purposes))
        return name.url == text ? nil : finished.answer(for: name)
    }

    /// Creates the bytes of an answer, and keeps them if the next answer will be the same.
    private func finish(
        _ answer: LinkAnswer,
        _ devices: [LinkDevice],
        _ purposes: Set<AnswerPurpose>,
        since epoch: Int
    ) throws -> FinishedAnswer {
        let one = FinishedAnswer(try JSONBody.buffer(answer), until: answer.freshUntil, keys: limits.options.keys)
        let name = AnswerCacheKey(url: answer.url.absoluteString, form: .links(devices, purposes))
        // An answer without the page must not count as a use of the page.
        if answer.reusableUntil != nil, purposes.contains(.links) {
            finished.keep(one, keys: index.keys(of: answer.url), since: epoch, for: name)
        } else {
            // The kept answer is older than the new one.
            finished.forget(name)
        }
        return one
    }

    /// Answers for a list of URLs.
    func many(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        let client = try await limits.client(of: request, context)
        // A body costs memory and time before its URLs are known, so it counts as one URL until then.
        try limits.take(1, from: client)
        let bytes = try await self.bytes(of: request)
        let body = try Self.body(bytes)
        guard !body.urls.isEmpty, body.urls.count <= RequestedURL.countLimit else {
            throw Problem(
                .badRequest,
                "too-many-urls",
                "Number of URLs",
                "The body has \(body.urls.count) URLs; 1 to \(RequestedURL.countLimit) are accepted."
            )
        }
        try limits.take(body.urls.count, from: client, counted: 1)
        let devices = try LinkDevice.named(body.devices ?? [])
        let purposes = try AnswerPurpose.named(body.purposes ?? [])
        let form = AnswerCacheKey.Form.links(devices, purposes)
        let now = Timestamp.now
        var items = body.urls.map { finished.answer(for: AnswerCacheKey(url: $0, form: form), at: now)?.body }
        let missing = items.indices.filter { items[$0] == nil }
        if !missing.isEmpty {
            let read = try await waiting.run(missing.count) {
                try await self.items(for: missing.map { body.urls[$0] }, devices, purposes)
            }
            for (place, item) in zip(missing, read) { items[place] = item }
        }
        return JSONBody.response(Self.list(items.compactMap(\.self)))
    }

    private static func body(_ bytes: ByteBuffer) throws -> Body {
        let isClear = bytes.withUnsafeReadableBytes {
            StrictJSON.isClear($0.bindMemory(to: UInt8.self), names: ["urls", "devices", "for"])
        }
        guard isClear, let body = try? JSONDecoder().decode(Body.self, from: Data(bytes.readableBytesView)) else {
            throw Problem(
                .badRequest,
                "malformed-body",
                "Malformed body",
                "The body is not JSON of the form {\"urls\": [\"https://example.com/1\"]}, with each member once."
            )
        }
        return body
    }

    /// The document of a list, from the bytes of its items.
    private static func list(_ items: [ByteBuffer]) -> ByteBuffer {
        var list = ByteBufferAllocator().buffer(capacity: items.reduce(32) { $0 + $1.readableBytes + 1 })
        list.writeStaticString("{\"answers\":[")
        for (place, item) in items.enumerated() {
            if place > 0 { list.writeStaticString(",") }
            list.writeImmutableBuffer(item)
        }
        list.writeStaticString("],\"version\":1}")
        return list
    }

    private func bytes(of request: Request) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: limits.options.bodyLimit)
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            // The client has disconnected or was too slow.
            throw Problem(.badRequest, "incomplete-body", "Incomplete body", "The body ended before its length.")
        }
    }

    /// The items of a list for URLs, in their order.
    private func items(
        for texts: [String],
        _ devices: [LinkDevice],
        _ purposes: Set<AnswerPurpose>
    ) async throws -> [ByteBuffer] {
        try await withThrowingTaskGroup(of: (Int, ByteBuffer).self) { group in
            for (place, text) in texts.enumerated() {
                group.addTask { (place, try await item(for: text, devices, purposes)) }
            }
            let items = try await group.reduce(into: [Int: ByteBuffer]()) { $0[$1.0] = $1.1 }
            return texts.indices.compactMap { items[$0] }
        }
    }

    private func item(
        for text: String,
        _ devices: [LinkDevice],
        _ purposes: Set<AnswerPurpose>
    ) async throws -> ByteBuffer {
        let url: URL
        do {
            url = try RequestedURL(text).url
        } catch let problem as Problem {
            return try JSONBody.buffer(UnansweredURL(url: text, problem: problem.document))
        }
        if let kept = kept(url, devices, purposes, askedAs: text) { return kept.body }
        let epoch = finished.epoch
        let answer = await index.answer(for: url, devices: devices, purposes: purposes)
        return try finish(answer, devices, purposes, since: epoch).body
    }
}
