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

    func links(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        let query = Query(request.uri.query)
        let texts = Self.ids(query.values("ids"))
        guard !texts.isEmpty, texts.count <= RequestedURL.countLimit else {
            throw Problem(
                .badRequest,
                "number-of-ids",
                "Number of ids",
                "The query has \(texts.count) ids; 1 to \(RequestedURL.countLimit) are accepted: /?ids=URL&fields=app_links"
            )
        }
        try await limits.admit(texts.count, request, context)
        let platforms = Self.platforms(query["fields"] ?? "app_links")
        let urls = try texts.map { try RequestedURL($0) }
        let documents = try await waiting.run(texts.count) {
            await withTaskGroup(of: (String, IndexDocument).self) { group in
                for url in urls {
                    group.addTask {
                        // A page that cannot be read has no links, as with Meta's service.
                        let link = try? await index.appLink(for: url.url)
                        return (url.text, IndexDocument(id: url.text, link: link, platforms: platforms))
                    }
                }
                return await group.reduce(into: [String: IndexDocument]()) { $0[$1.0] = $1.1 }
            }
        }
        return JSONBody.response(try JSONBody.buffer(documents))
    }

    /// Splits lists of URLs at the commas that separate URLs.
    ///
    /// Some clients encode each URL once more, and some name each in a parameter of its own.
    static func ids(_ texts: [String]) -> [String] {
        var ids: [String] = []
        for text in texts {
            for (place, part) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
                let isURL = ["http://", "https://", "http%3a", "https%3a"].contains { part.lowercased().hasPrefix($0) }
                if isURL || place == 0 {
                    ids.append(String(part))
                } else {
                    ids[ids.count - 1] += "," + part
                }
            }
        }
        var seen = Set<String>()
        return ids.map { id in
            let isEncoded = id.lowercased().hasPrefix("http%3a") || id.lowercased().hasPrefix("https%3a")
            return isEncoded ? Query.decode(id) : id
        }
        .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The platforms of `app_links{ios,web}` or `app_links.fields(ios,web)`; `nil` means all.
    static func platforms(_ fields: String) -> Set<String>? {
        guard let start = fields.firstRange(of: "app_links") else { return [] }
        let rest = fields[start.upperBound...].drop { $0 != "{" && $0 != "(" && $0 != "," }
        guard let open = rest.first, open != "," else { return nil }
        let list = rest.dropFirst().prefix { $0 != "}" && $0 != ")" }
        return Set(list.split(separator: ",").map { $0.filter { !$0.isWhitespace } })
    }
}
