import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// `GET /v1/changes?host=…`: what changed for links and apps of a host.
struct ChangesRoutes: Sendable {
    /// For how long an answer is good: another node may store a version meanwhile.
    private static let freshness = Duration.seconds(60)

    let index: AppLinkIndex
    let limits: ClientLimits
    let finished: FinishedAnswers
    /// How many answers may be worked out at the same time: each holds two versions of files.
    let comparing = WaitingLimit(32, detail: "Too many versions are being compared. Ask again later.")

    func changes(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        try await limits.admit(1, request, context)
        let question = try ChangesQuestion(try Query(request.uri.query))
        if let kept = finished.answer(for: question.name) { return try kept.answer.response(to: request) }
        let epoch = finished.epoch
        let changes: SiteChanges?
        do {
            changes = try await comparing.run(1) {
                try await index.changes(of: question.site, since: question.since, limit: question.limit)
            }
        } catch let error as IndexStoreError {
            context.logger.warning("Versions were not read: \(error)")
            throw Problem(
                .serviceUnavailable,
                "versions-unavailable",
                "Versions unavailable",
                "The database does not answer, so the versions of the host's files are not known. Ask again later.",
                retryAfter: 5
            )
        }
        guard let changes else {
            throw Problem(
                .notFound,
                "unknown-host",
                "Unknown host",
                "No version of this host's files is kept. They are read when somebody asks for one of its URLs: "
                    + "/v1/links?url=https%3A%2F%2Fexample.com%2F1"
            )
        }
        let answer = FinishedAnswer(try Self.document(changes), until: .now + Self.freshness, keys: limits.options.keys)
        finished.keep(answer, keys: nil, since: epoch, for: question.name)
        return try answer.response(to: request)
    }

    /// The document of an answer, of the bytes of its changes.
    private static func document(_ changes: SiteChanges) throws -> ByteBuffer {
        var body = ByteBufferAllocator().buffer(capacity: changes.changes.reduce(512) { $0 + $1.document.count + 1 })
        body.writeStaticString("{\"changes\":[")
        for (place, change) in changes.changes.enumerated() {
            if place > 0 { body.writeStaticString(",") }
            body.writeBytes(change.document)
        }
        body.writeString("],\"first_read_at\":\"\(changes.firstReadAt.text)\",\"host\":")
        body.writeImmutableBuffer(try JSONBody.buffer(changes.host))
        if changes.hasMore, let last = changes.changes.last {
            body.writeString(",\"next\":\"\(ChangesQuestion.cursor(after: last.to))\"")
        }
        body.writeStaticString(",\"version\":1}")
        return body
    }
}
