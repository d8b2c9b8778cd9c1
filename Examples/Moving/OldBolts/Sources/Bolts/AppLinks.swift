// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// A stand-in for Objective-C's `BFURL`: a URL that an app was opened with.
public final class BFURL {
    public let inputURL: URL
    public let targetURL: URL
    public let appLinkData: [AnyHashable: Any]?
    public let appLinkExtras: [AnyHashable: Any]?
    public let targetQueryParameters: [AnyHashable: Any]

    public init?(inboundURL url: URL, sourceApplication: String?) {
        inputURL = url
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let text = items.first { $0.name == "al_applink_data" }?.value
        let data = text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
        appLinkData = data
        appLinkExtras = data?["extras"] as? [String: Any]
        targetURL = (data?["target_url"] as? String).flatMap { URL(string: $0) } ?? url
        let target = URLComponents(url: targetURL, resolvingAgainstBaseURL: false)?.queryItems ?? []
        targetQueryParameters = Dictionary(target.map { ($0.name, $0.value ?? "") }) { $1 }
    }
}

/// A stand-in for Objective-C's `BFAppLinkTarget`.
public final class BFAppLinkTarget {
    public let url: URL?
    public let appStoreId: String?
    public let appName: String

    public init(url: URL?, appStoreId: String?, appName: String) {
        self.url = url
        self.appStoreId = appStoreId
        self.appName = appName
    }
}

/// A stand-in for Objective-C's `BFAppLink`.
public final class BFAppLink {
    public let sourceURL: URL
    public let targets: [BFAppLinkTarget]
    public let webURL: URL?

    public init(sourceURL: URL, targets: [BFAppLinkTarget], webURL: URL?) {
        self.sourceURL = sourceURL
        self.targets = targets
        self.webURL = webURL
    }
}

/// A stand-in for Objective-C's `BFAppLinkResolving`.
public protocol BFAppLinkResolving {
    func appLinkFromURL(inBackground url: URL) -> BFTask<BFAppLink>
}

/// A stand-in for Objective-C's `BFAppLinkNavigation`, which opens nothing.
public enum BFAppLinkNavigation {
    public static func resolveAppLink(inBackground url: URL, resolver: BFAppLinkResolving) -> BFTask<BFAppLink> {
        resolver.appLinkFromURL(inBackground: url)
    }

    public static func callbackAppLinkDataForApp(withName name: String, url: URL) -> [AnyHashable: Any] {
        ["referer_app_link": ["app_name": name, "url": url.absoluteString]]
    }
}
