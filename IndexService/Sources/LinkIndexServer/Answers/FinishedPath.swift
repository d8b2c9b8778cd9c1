import BoltsSiteCheck
import LinkIndex
import NIOCore

/// A path whose answers are kept finished, and how a query of it is answered from them.
enum FinishedPath {
    /// `/v1/links`.
    case links
    /// `/`, or `/v18.0/`: Meta's form.
    case graph

    /// An answer, its fields, and how many URLs it counts as.
    typealias Found = (answer: FinishedAnswer, head: ByteBuffer, count: Int)

    /// The route in the log of requests.
    var route: String {
        switch self {
        case .links: "/v1/links"
        case .graph: "/"
        }
    }

    /// - Parameters:
    ///   - bytes: The bytes of a request.
    ///   - head: What they say.
    init?(_ bytes: ByteBuffer, _ head: RequestHead) {
        let path: FinishedPath? = bytes.withUnsafeReadableBytes { bytes in
            let links: StaticString = "GET /v1/links"
            let prefix: StaticString = "GET /"
            guard RequestHead.hasBytes(bytes, 0, prefix) else { return nil }
            if head.path.count == prefix.utf8CodeUnitCount { return .graph }
            if head.path.count == links.utf8CodeUnitCount, RequestHead.hasBytes(bytes, 0, links) { return .links }
            let rest = bytes[prefix.utf8CodeUnitCount..<head.path.upperBound]
            guard rest.count <= 9, rest.first == UInt8(ascii: "v") else { return nil }
            let text = String(decoding: rest, as: UTF8.self)
            return PathMethods.isVersion(text.hasSuffix("/") ? text.dropLast() : text[...]) ? .graph : nil
        }
        guard let path else { return nil }
        self = path
    }

    /// Answers a query if all of its answer is kept.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - answers: What is kept.
    ///   - now: The time.
    /// - Returns: The answer, or `nil`.
    func answer(for query: Query, from answers: FinishedAnswers, at now: Timestamp) -> Found? {
        switch self {
        case .links:
            guard let url = query["url"], let devices = try? LinkDevice.named(query.list("device")),
                let purposes = try? AnswerPurpose.named(query.list("for"))
            else { return nil }
            return answers.answer(for: AnswerName(url: url, form: .links(devices, purposes)), at: now).map {
                ($0.answer, $0.head, 1)
            }
        case .graph:
            guard let question = try? GraphQuestion(query) else { return nil }
            if question.ids.count == 1 {
                return answers.answer(for: question.name(of: question.ids[0]), at: now).map { ($0.answer, $0.head, 1) }
            }
            var documents: [String: FinishedAnswer] = [:]
            for id in question.ids {
                guard let kept = answers.answer(for: question.name(of: id), at: now) else { return nil }
                documents[id] = kept.answer
            }
            let answer = FinishedAnswer(joining: documents, at: now)
            return (answer, answer.head, question.ids.count)
        }
    }
}
