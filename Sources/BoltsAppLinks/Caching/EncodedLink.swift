import BoltsPageMetadata
import Foundation

/// The encoded form of a link that did not come from a page.
struct EncodedLink: Codable {
    struct Target: Codable {
        let platform: String?
        let url: String?
        let appStoreID: String?
        let appName: String?
        let package: String?
        let className: String?
        let appID: String?
        let other: [String: String]
    }

    let sourceURL: URL
    let targets: [Target]
    let webURL: String?
    let shouldFallback: String?
    let unusedTags: [EncodedTag]
    let isTruncated: Bool
    let isBackToReferrer: Bool

    init(_ link: AppLink) {
        sourceURL = link.sourceURL
        targets = link.targets.map {
            Target(
                platform: $0.platform?.rawValue,
                url: $0.urlText,
                appStoreID: $0.appStoreID,
                appName: $0.appName,
                package: $0.package,
                className: $0.className,
                appID: $0.appID,
                other: $0.additionalProperties
            )
        }
        webURL = link.web.urlText
        shouldFallback = link.web.shouldFallbackText
        unusedTags = link.unusedTags.map(EncodedTag.init)
        isTruncated = link.isTruncated
        isBackToReferrer = link.isBackToReferrer
    }

    var link: AppLink {
        let targets = targets.map {
            AppLinkTarget(
                platform: $0.platform.flatMap(AppLinkPlatform.init(rawValue:)),
                urlText: $0.url,
                appStoreID: $0.appStoreID,
                appName: $0.appName,
                package: $0.package,
                className: $0.className,
                appID: $0.appID,
                additionalProperties: $0.other
            )
        }
        var link = AppLink(sourceURL: sourceURL, targets: targets, webURL: nil, isBackToReferrer: isBackToReferrer)
        link.web = AppLinkWebFallback(urlText: webURL, shouldFallbackText: shouldFallback)
        link.unusedTags = unusedTags.map(\.tag)
        link.isTruncated = isTruncated
        return link
    }
}
