import BoltsPageMetadata
public import BoltsPageFetching
import Foundation

/// What an index answered, read leniently.
///
/// The answer is an object with a member for each URL. Its links are in `app_links`, or in the member itself; other
/// spellings of the URL and a member known only by its `id` will do. Values that should be texts may be numbers. The
/// links are made by way of the tags that a page would have, so that everything the model does with tags it does here.
struct IndexAnswer {
    private let root: [String: JSONValue]
    /// The members by their `id`, for those that are keyed by something else.
    private let entryOfID: [String: JSONValue]

    /// - Throws: `PageError` where the answer is not one of an index, or is its refusal.
    init(_ bytes: [UInt8], serviceName: String) throws {
        let value: JSONValue
        do {
            var reader = JSONReader(bytes, maximumDepth: 32)
            value = try reader.readDocument()
        } catch {
            throw PageError(
                .malformedIndexAnswer,
                "the index at \(serviceName) did not answer with JSON that can be read",
                detail: "\(error)"
            )
        }
        guard let root = value.object else {
            throw PageError(
                .malformedIndexAnswer,
                "the index at \(serviceName) did not answer with a JSON object"
            )
        }
        if let error = root["error"], error.object != nil || error.string != nil {
            throw PageError(
                .refusedByIndex,
                "the index at \(serviceName) refused the request: check the access token and its rights",
                detail: error["message"]?.string ?? error.string
            )
        }
        self.root = root
        entryOfID = Dictionary(
            root.values.compactMap { entry in
                (entry["id"] ?? entry["app_links"]?["id"])?.string.map { ($0, entry) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL as it was asked for here.
    ///   - id: The URL as the index was asked for it.
    ///   - isOnly: Whether it was the only one, so that an answer that is not keyed by URLs can only be about it.
    /// - Returns: The link, without targets where the index knows of none; `nil` where the answer is not about the URL.
    func link(for url: URL, id: IndexID, isOnly: Bool) -> AppLink? {
        let found = entry(for: url, id: id)
        guard found != nil || (isOnly && isEntry) else { return nil }
        let entry = found ?? .object(root)
        let links = entry["app_links"] ?? entry
        return AppLink(sourceURL: url, metadata: PageMetadata(tags: Self.tags(links.object ?? [:])))
    }

    private func entry(for url: URL, id: IndexID) -> JSONValue? {
        let text = url.absoluteString
        let isBare = url.path().isEmpty || url.path() == "/"
        let otherEnd = text.hasSuffix("/") ? String(text.dropLast()) : text + "/"
        let spellings = [id.text, text] + (isBare ? [otherEnd] : [])
        return spellings.lazy.compactMap { root[$0] }.first ?? spellings.lazy.compactMap { entryOfID[$0] }.first
    }

    /// Whether the answer itself is what should be the member for one URL.
    private var isEntry: Bool {
        root["app_links"] != nil || root[AppLinkPlatform.web.rawValue]?.object != nil
            || Self.platforms.contains { root[$0.rawValue]?.array != nil }
    }

    private static let platforms: [AppLinkPlatform] = [
        .ios, .iphone, .ipad, .android, .windowsPhone, .windows, .windowsUniversal,
    ]

    /// The tags of a page that says the same.
    private static func tags(_ links: [String: JSONValue]) -> [MetaTag] {
        let known = platforms.map(\.rawValue)
        let others = links.keys.filter { !known.contains($0) }.sorted()
        var tags: [MetaTag] = []
        for platform in known + others where !platform.contains(":") {
            guard let value = links[platform] else { continue }
            for target in value.array ?? [value] {
                guard let properties = target.object else { continue }
                tags.append(MetaTag(property: "al:\(platform)", content: nil))
                for (name, value) in properties.sorted(by: { $0.key < $1.key }) where !name.contains(":") {
                    guard let text = text(value) else { continue }
                    tags.append(MetaTag(property: "al:\(platform):\(name)", content: text))
                }
            }
        }
        return tags
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): Int64(exactly: number).map { String($0) } ?? String(number)
        case .decimal(let text): text
        case .bool(let bool): String(bool)
        case .null, .array, .object: nil
        }
    }
}

extension PageError.Code {
    /// An index answered with something that is not an answer of an index.
    public static let malformedIndexAnswer = PageError.Code("malformedIndexAnswer")
    /// An index refused the request, for example because of its access token.
    public static let refusedByIndex = PageError.Code("refusedByIndex")
    /// An index answered, but not about the URL.
    public static let notInIndex = PageError.Code("notInIndex")
}
