package import BoltsAppLinks
import Foundation

/// The link of a URL in the form of Meta's index service.
package struct IndexDocument: Encodable, Sendable {
    /// The value of a target's property: text, or for `should_fallback` a Boolean.
    private enum Value: Encodable, Sendable {
        case text(String)
        case bool(Bool)

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .text(let text): try value.encode(text)
            case .bool(let bool): try value.encode(bool)
            }
        }
    }

    private enum Member: Encodable, Sendable {
        case targets([[String: String]])
        case web([String: Value])

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
        var web: [String: Value] = [:]
        web["url"] = link.web.urlText.map { .text($0) }
        if link.web.shouldFallbackText != nil { web["should_fallback"] = .bool(link.web.shouldFallback) }
        if !web.isEmpty, platforms?.contains(AppLinkPlatform.web.rawValue) ?? true { members["web"] = .web(web) }
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
