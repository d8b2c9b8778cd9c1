package import BoltsAppLinks
import Foundation

/// The link of a URL in the form of Meta's index service.
package struct IndexDocument: Encodable, Sendable {
    private struct Web: Encodable {
        let url: String?
        let shouldFallback: Bool?

        private enum CodingKeys: String, CodingKey {
            case url
            case shouldFallback = "should_fallback"
        }
    }

    private enum Member: Encodable, Sendable {
        case targets([[String: String]])
        case web(Web)

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .targets(let targets): try value.encode(targets)
            case .web(let web): try value.encode(web)
            }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case links = "app_links"
    }

    private let id: String
    private let links: [String: Member]?

    /// Creates the document.
    ///
    /// - Parameters:
    ///   - id: The URL as it was requested.
    ///   - link: Its link, or `nil` if the page could not be read.
    ///   - platforms: The platforms to include, or `nil` for all.
    package init(id: String, link: AppLink?, platforms: Set<String>? = nil) {
        self.id = id
        guard let link else {
            links = nil
            return
        }
        var members: [String: Member] = [:]
        for (platform, targets) in Dictionary(grouping: link.targets, by: \.platform) {
            guard let name = platform?.rawValue, platforms?.contains(name) ?? true else { continue }
            members[name] = .targets(targets.map(Self.properties))
        }
        let fallback = link.web.shouldFallbackText.map { _ in link.web.shouldFallback }
        if link.web.urlText != nil || fallback != nil, platforms?.contains(AppLinkPlatform.web.rawValue) ?? true {
            members["web"] = .web(Web(url: link.web.urlText, shouldFallback: fallback))
        }
        // A URL without App Links has no `app_links`.
        links = members.isEmpty ? nil : members
    }

    private static func properties(_ target: AppLinkTarget) -> [String: String] {
        var properties = target.additionalProperties
        properties["url"] = target.urlText
        properties["app_name"] = target.appName
        properties["app_store_id"] = target.appStoreID
        properties["package"] = target.package
        properties["class"] = target.className
        properties["app_id"] = target.appID
        return properties
    }
}
