import BoltsSiteCheck
import LinkIndex

/// A path whose finished answers are kept, which answers its queries from them.
enum FinishedPath {
    /// `/v1/links`.
    case links
    /// `/`, or `/v18.0/`: Meta's form.
    case graph

    /// An answer, and how many URLs it counts as.
    typealias Found = (answer: FinishedAnswer, count: Int)

    /// The route in the log of requests.
    var route: String {
        switch self {
        case .links: "/v1/links"
        case .graph: "/"
        }
    }

    /// - Parameter path: The path of a request.
    init?(_ path: some StringProtocol) {
        switch path {
        case "/v1/links": self = .links
        case "/": self = .graph
        default:
            let segment = path.hasSuffix("/") ? path.dropFirst().dropLast() : path.dropFirst()
            guard path.hasPrefix("/"), PathMethods.isVersion(segment) else { return nil }
            self = .graph
        }
    }

    /// Answers a query if its whole answer is kept.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - answers: The kept answers.
    ///   - now: The time.
    /// - Returns: The answer, or `nil`.
    func answer(for query: Query, from answers: FinishedAnswers, at now: Timestamp) -> Found? {
        switch self {
        case .links:
            guard let url = query["url"], let devices = try? LinkDevice.named(query.list("device")),
                let purposes = try? AnswerPurpose.named(query.list("for"))
            else { return nil }
            return answers.answer(for: AnswerCacheKey(url: url, form: .links(devices, purposes)), at: now).map {
                ($0, 1)
            }
        case .graph:
            guard let question = try? GraphQuestion(query) else { return nil }
            var documents: [String: FinishedAnswer] = [:]
            for id in question.ids {
                guard let kept = answers.answer(for: question.name(of: id), at: now) else { return nil }
                documents[id] = kept
            }
            let only = documents.count == 1 ? documents.first?.value : nil
            return (only ?? FinishedAnswer(joining: documents, at: now), documents.count)
        }
    }
}
