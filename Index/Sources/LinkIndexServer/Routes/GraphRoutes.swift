import BoltsAppLinks
import BoltsPageFetching
import Foundation
import Hummingbird
import LinkIndex

/// `GET /?ids=…&fields=app_links`: the links of URLs in the form of Meta's index service.
struct GraphRoutes: Sendable {
    let index: AppLinkIndex
    let limits: ClientLimits
    let waiting: WaitingLimit
    let finished: FinishedAnswers

    func links(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        let query = try Query(request.uri.query)
        guard let question = try GraphQuestion(query) else {
            let count = try GraphQuestion.ids(query.values("ids")).count
            throw Problem(
                .badRequest,
                "number-of-ids",
                "Number of ids",
                "The query has \(count) ids; 1 to \(RequestedURL.countLimit) are accepted: /?ids=URL&fields=app_links"
            )
        }
        try await limits.admit(question.ids.count, request, context)
        let urls = try question.ids.map { try RequestedURL($0) }
        var documents: [String: FinishedAnswer] = [:]
        var missing: [RequestedURL] = []
        for url in urls {
            if let kept = finished.answer(for: question.name(of: url.text)) {
                documents[url.text] = kept
            } else {
                missing.append(url)
            }
        }
        if !missing.isEmpty {
            for (id, document) in try await waiting.run(missing.count, { try await read(missing, question) }) {
                documents[id] = document
            }
        }
        let answer = documents.count == 1 ? documents.first?.value : nil
        return try (answer ?? FinishedAnswer(joining: documents, at: .now)).response(to: request)
    }

    /// Reads pages, and keeps the documents of those that could be read.
    private func read(_ urls: [RequestedURL], _ question: GraphQuestion) async throws -> [(String, FinishedAnswer)] {
        let epoch = finished.epoch
        return try await withThrowingTaskGroup(of: (String, FinishedAnswer).self) { group in
            for url in urls {
                group.addTask {
                    // A page that cannot be read has no links, as in Meta's service.
                    let page = await index.page(at: url.url)
                    let document = IndexDocument(id: url.text, link: page.link, platforms: question.platforms)
                    let answer = FinishedAnswer(
                        try JSONBody.buffer([url.text: document]),
                        until: page.freshUntil,
                        keys: limits.options.keys
                    )
                    let name = question.name(of: url.text)
                    finished.keep(answer, keys: index.pageKeys(of: url.url), since: epoch, for: name)
                    return (url.text, answer)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
