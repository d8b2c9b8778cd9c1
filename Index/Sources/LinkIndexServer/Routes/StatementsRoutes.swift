@_spi(Bolts) import BoltsSiteCheck
import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// `GET /v1/statements:list`, `GET /v1/assetlinks:check` and `POST /v1/assetlinks:bulkCheck`: the Digital Asset Links API in the
/// form of Google's service, for clients whose service address can be configured.
struct StatementsRoutes: Sendable {
    let index: AppLinkIndex
    let limits: ClientLimits
    let waiting: WaitingLimit

    /// Allows a page of another site to send a key, or a JSON body: browsers request this permission first.
    func preflight(_ request: Request, _ context: IndexRequestContext) -> Response {
        let fields: HTTPFields = [
            .accessControlAllowOrigin: "*", .accessControlAllowMethods: "GET, HEAD, POST",
            .accessControlAllowHeaders: "Authorization, Content-Type", .accessControlMaxAge: "86400",
        ]
        return Response(status: .noContent, headers: fields)
    }

    /// Answers which statements a site makes, or whether it makes one.
    func one(
        _ method: StatementQuery.Method,
        _ request: Request,
        _ context: IndexRequestContext
    ) async -> Response {
        await answer(isPretty: Self.isPretty(request)) {
            let query = try Query(request.uri.query)
            try await limits.admit(1, request, context)
            let question: StatementQuery
            do throws(AssetLinksError) {
                question = try StatementQuery(method, items: query.all)
            } catch {
                throw Problem(.badRequest, "invalid-query", "Invalid query", error.message)
            }
            let answer = try await waiting.run(1) { await self.answer(question) }
            return (StatementDocument(answer), answer.isStorable ? answer.seconds : 0)
        }
    }

    /// Answers several questions; each site of a request is read once.
    func bulkCheck(_ request: Request, _ context: IndexRequestContext) async -> Response {
        await answer(isPretty: Self.isPretty(request)) {
            let client = try await limits.client(of: request, context)
            try limits.take(1, from: client)
            let body: ByteBuffer
            do {
                body = try await request.body.collect(upTo: limits.options.bodyLimit)
            } catch let error as any HTTPResponseError {
                throw Problem(error.status, "refused", error.status.reasonPhrase, "The body has too many bytes.")
            } catch {
                throw Problem(.badRequest, "incomplete-body", "Incomplete body", "The body ended before its length.")
            }
            let questions: [Result<StatementQuery, AssetLinksError>]
            do throws(AssetLinksError) {
                questions = try StatementQuery.bulk(Array(body.readableBytesView))
            } catch {
                throw Problem(.badRequest, "invalid-query", "Invalid query", error.message)
            }
            let sites = Set(questions.compactMap { try? $0.get().siteURL })
            try limits.take(max(1, sites.count), from: client, counted: 1)
            let answers = try await waiting.run(max(1, sites.count)) { await self.answers(questions, sites) }
            let read = answers.compactMap { try? $0.get() }
            let seconds = read.map { $0.isStorable ? $0.seconds : 0 }.min()
            return (StatementDocument(bulk: answers), seconds ?? 600)
        }
    }

    // MARK: - Answers

    private func answer(_ question: StatementQuery) async -> StatementAnswer {
        var room = StatementAnswer.Room()
        guard let url = question.siteURL else {
            return StatementAnswer(question, source: nil, seconds: nil, room: &room)
        }
        let (site, seconds) = await index.associations(of: url)
        return StatementAnswer(question, source: StatementSource(site), seconds: seconds, room: &room)
    }

    private func answers(
        _ questions: [Result<StatementQuery, AssetLinksError>],
        _ sites: Set<URL>
    ) async -> [Result<StatementAnswer, AssetLinksError>] {
        let files = await withTaskGroup(of: (URL, StatementSource, Double?).self) { group in
            for url in sites {
                group.addTask {
                    let (site, seconds) = await index.associations(of: url)
                    return (url, StatementSource(site), seconds)
                }
            }
            return await group.reduce(into: [URL: (StatementSource, Double?)]()) { $0[$1.0] = ($1.1, $1.2) }
        }
        var room = StatementAnswer.Room()
        return questions.map { question in
            question.map { query in
                let found = query.siteURL.flatMap { files[$0] }
                return StatementAnswer(query, source: found?.0, seconds: found?.1, room: &room)
            }
        }
    }

    // MARK: - Responses

    private static func isPretty(_ request: Request) -> Bool {
        (try? Query(request.uri.query))?["prettyPrint"]?.lowercased() != "false"
    }

    /// Sends a document, or an error in the form of Google's services.
    private func answer(
        isPretty: Bool,
        _ make: () async throws -> (document: StatementDocument, seconds: Double)
    ) async -> Response {
        do {
            let (document, seconds) = try await make()
            var fields: HTTPFields = [.contentType: "application/json; charset=UTF-8", .vary: "Authorization"]
            fields[.cacheControl] = FinishedAnswer.cacheControl(seconds: Int64(seconds), keys: limits.options.keys)
            return response(.ok, fields, document, isPretty: isPretty)
        } catch let problem as Problem {
            return response(problem, isPretty: isPretty)
        } catch {
            let problem = Problem(
                .serviceUnavailable,
                "unavailable",
                "Unavailable",
                "The question was not answered. Ask again later.",
                retryAfter: 5
            )
            return response(problem, isPretty: isPretty)
        }
    }

    private func response(_ problem: Problem, isPretty: Bool) -> Response {
        var fields = problem.fields
        fields[.contentType] = "application/json; charset=UTF-8"
        let names: [Int: String] = [
            400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 413: "INVALID_ARGUMENT", 429: "RESOURCE_EXHAUSTED",
            503: "UNAVAILABLE",
        ]
        let document = StatementDocument(
            error: problem.status.code,
            names[problem.status.code] ?? "UNKNOWN",
            problem.detail
        )
        return response(problem.status, fields, document, isPretty: isPretty)
    }

    private func response(
        _ status: HTTPResponse.Status,
        _ fields: HTTPFields,
        _ document: StatementDocument,
        isPretty: Bool
    ) -> Response {
        var fields = fields
        // Pages may send requests too: the answers are public, and reveal nothing about the client.
        fields[.accessControlAllowOrigin] = "*"
        return Response(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.bytes(isPretty: isPretty)))
        )
    }
}
