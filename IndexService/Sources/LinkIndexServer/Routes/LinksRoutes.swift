import BoltsSiteCheck
import Foundation
import Hummingbird
import LinkIndex
import NIOCore

/// `GET /v1/links` and `POST /v1/links`: which apps open a URL.
struct LinksRoutes: Sendable {
    private struct Body: Decodable {
        let urls: [String]
        let devices: [String]?
    }

    /// An answer of a list: of a URL, or why there is none.
    private enum Item: Encodable, Sendable {
        case answer(LinkAnswer)
        case problem(String, Problem)

        private enum CodingKeys: String, CodingKey {
            case url, problem
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .answer(let answer): try answer.encode(to: encoder)
            case .problem(let url, let problem):
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(url, forKey: .url)
                try values.encode(problem.document, forKey: .problem)
            }
        }
    }

    private struct List: Encodable {
        let version = 1
        let answers: [Item]
    }

    let index: AppLinkIndex
    let limits: ClientLimits
    let waiting: WaitingLimit
    let finished: FinishedAnswers

    /// Answers for one URL.
    func one(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        try await limits.admit(1, request, context)
        let query = request.uri.query ?? ""
        if let found = finished.answer(for: ByteBuffer(string: query)) { return found.answer.response(to: request) }
        let items = Query(query)
        guard let text = items["url"], !text.isEmpty else {
            throw Problem(
                .badRequest,
                "missing-url",
                "No URL",
                "Name a URL: /v1/links?url=https%3A%2F%2Fexample.com%2F1"
            )
        }
        let url = try RequestedURL(text).url
        let devices = try LinkDevice.named(items.list("device"))
        let answer = try await waiting.run(1) { await index.answer(for: url, devices: devices) }
        let one = FinishedAnswer(try JSONBody.buffer(answer), until: answer.freshUntil, keys: limits.options.keys)
        if answer.reusableUntil != nil {
            finished.keep(one, keys: index.keys(of: url), for: ByteBuffer(string: query))
        }
        return one.response(to: request)
    }

    /// Answers for a list of URLs.
    func many(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        let client = try await limits.client(of: request, context)
        // A body costs memory and time before its URLs are known, so it counts as one URL until then.
        try limits.take(1, from: client)
        let bytes = try await self.bytes(of: request)
        let body: Body
        do {
            body = try JSONDecoder().decode(Body.self, from: Data(bytes.readableBytesView))
        } catch {
            throw Problem(
                .badRequest,
                "malformed-body",
                "Malformed body",
                "The body is not JSON of the form {\"urls\": [\"https://example.com/1\"]}."
            )
        }
        guard !body.urls.isEmpty, body.urls.count <= RequestedURL.countLimit else {
            throw Problem(
                .badRequest,
                "too-many-urls",
                "Number of URLs",
                "The body has \(body.urls.count) URLs; 1 to \(RequestedURL.countLimit) are accepted."
            )
        }
        limits.giveBack(1, to: client)
        try limits.take(body.urls.count, from: client)
        let devices = try LinkDevice.named(body.devices ?? [])
        let answers = try await waiting.run(body.urls.count) { await self.answers(for: body.urls, devices) }
        return JSONBody.response(try JSONBody.buffer(List(answers: answers)))
    }

    private func bytes(of request: Request) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: limits.options.bodyLimit)
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            // The client is gone, or was too slow.
            throw Problem(.badRequest, "incomplete-body", "Incomplete body", "The body ended before its length.")
        }
    }

    private func answers(for texts: [String], _ devices: [LinkDevice]) async -> [Item] {
        await withTaskGroup(of: (Int, Item).self) { group in
            for (place, text) in texts.enumerated() {
                group.addTask {
                    do {
                        let url = try RequestedURL(text).url
                        return (place, .answer(await index.answer(for: url, devices: devices)))
                    } catch let problem as Problem {
                        return (place, .problem(text, problem))
                    } catch {
                        return (place, .problem(text, .unusable))
                    }
                }
            }
            var items: [Int: Item] = [:]
            for await (place, item) in group { items[place] = item }
            return texts.indices.compactMap { items[$0] }
        }
    }
}
