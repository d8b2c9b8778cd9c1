import BoltsPageMetadata
@_spi(Bolts) public import BoltsPageFetching
import Foundation

/// The response of an index, read leniently.
///
/// The response is an object with a member for each URL. The links are in `app_links`, or in the member itself. Other
/// notations of the URL and members that are identified only by `id` are accepted, and numbers in place of strings. The
/// links are created from the tags that a page would have, so that the same rules apply.
struct IndexAnswer {
    private let root: [String: AppLinkValue]
    /// The members by `id`, for those with other keys.
    private let entryOfID: [String: AppLinkValue]

    /// - Throws: `PageError` if the response is not that of an index, or is a refusal.
    init(_ bytes: [UInt8], serviceName: String) throws {
        let value: AppLinkValue
        do {
            var reader = JSONReader(bytes, depthLimit: 32)
            value = try reader.readDocument()
        } catch {
            throw PageError(
                .malformedIndexAnswer,
                "the index at \(serviceName) did not answer with JSON that can be read",
                detail: "\(error)"
            )
        }
        guard let root = value.object else {
            throw PageError(.malformedIndexAnswer, "the index at \(serviceName) did not answer with a JSON object")
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

    /// The link of a URL, which may have no targets; `nil` if the response has none.
    ///
    /// `id` is the URL in the request. If it was the only one, a response without keys belongs to it.
    func link(for url: URL, id: IndexID, isOnly: Bool) -> AppLink? {
        let found = entry(for: url, id: id)
        guard found != nil || (isOnly && isEntry) else { return nil }
        let entry = found ?? .object(root)
        let links = entry["app_links"] ?? entry
        return AppLink(sourceURL: url, metadata: PageMetadata(tags: Self.tags(links.object ?? [:])))
    }

    private func entry(for url: URL, id: IndexID) -> AppLinkValue? {
        let text = url.absoluteString
        let isBare = url.path().isEmpty || url.path() == "/"
        let otherEnd = text.hasSuffix("/") ? String(text.dropLast()) : text + "/"
        let spellings = [id.text, text] + (isBare ? [otherEnd] : [])
        return spellings.lazy.compactMap { root[$0] }.first ?? spellings.lazy.compactMap { entryOfID[$0] }.first
    }

    /// Whether the response itself has the form of a URL's member.
    private var isEntry: Bool {
        root["app_links"] != nil || root[AppLinkPlatform.web.rawValue]?.object != nil
            || Self.platforms.contains { root[$0.rawValue]?.array != nil }
    }

    private static let platforms: [AppLinkPlatform] = [
        .ios, .iphone, .ipad, .android, .windowsPhone, .windows, .windowsUniversal,
    ]

    /// The tags that a page with these links would have.
    private static func tags(_ links: [String: AppLinkValue]) -> [MetaTag] {
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

    private static func text(_ value: AppLinkValue) -> String? {
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
    /// The response does not have the form of an index's response.
    public static let malformedIndexAnswer = PageError.Code("malformedIndexAnswer")
    /// An index refused the request, for example because of its access token.
    public static let refusedByIndex = PageError.Code("refusedByIndex")
    /// The response of an index has no link for the URL.
    public static let notInIndex = PageError.Code("notInIndex")
}
