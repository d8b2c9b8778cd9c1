/// The content of a query in Meta's form.
struct GraphQuestion: Sendable {
    /// The URLs, without duplicates.
    let ids: [String]
    /// The platforms; `nil` means all.
    let platforms: Set<String>?
    private let form: AnswerCacheKey.Form

    /// Reads a query; returns `nil` if it has no ids or too many.
    ///
    /// - Parameter query: The query.
    /// - Throws: A ``Problem`` for an id that is not UTF-8.
    init?(_ query: Query) throws {
        ids = try Self.ids(query.values("ids"))
        guard !ids.isEmpty, ids.count <= RequestedURL.countLimit else { return nil }
        platforms = Self.platforms(query["fields"] ?? "app_links")
        form = .graph(platforms: platforms?.sorted().joined(separator: ","))
    }

    /// The key of the finished answer for an id.
    func name(of id: String) -> AnswerCacheKey { AnswerCacheKey(url: id, form: form) }

    /// Splits lists of URLs at the commas that separate URLs.
    ///
    /// Some clients encode each URL once more, and some send each in a separate parameter.
    static func ids(_ texts: [String]) throws -> [String] {
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
        return try ids.map { id in
            let isEncoded = id.lowercased().hasPrefix("http%3a") || id.lowercased().hasPrefix("https%3a")
            return isEncoded ? try Query.decode(id) : id
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
