import Foundation
import Synchronization

/// A stand-in for the App Links of the Facebook SDK 17, with its names and types.
///
/// It does what the SDK's classes do, for the calls that the article about moving names. The network and the system are the
/// test's.
enum FacebookSDK {
    /// What the SDK asks the system and Facebook's servers.
    struct World: Sendable {
        var schemes: Set<String> = []
        var links: [URL: AppLink] = [:]
        var deferred: URL?
        let opened = Opened()
    }

    /// The URLs that the system was asked to open.
    final class Opened: Sendable {
        private let urls = Mutex<[String]>([])

        var last: String? { urls.withLock { $0.last } }
        func add(_ url: String) { urls.withLock { $0.append(url) } }
    }

    struct Refused: Error {}

    struct AppLinkTarget: Sendable {
        let url: URL?, appStoreId: String?, appName: String
    }

    struct AppLink: Sendable {
        let sourceURL: URL?, targets: [AppLinkTarget], webURL: URL?
    }

    enum AppLinkNavigationType: Sendable { case failure, browser, app }

    struct AppLinkResolver {
        let world: World

        func appLink(from url: URL, handler: (AppLink?, (any Error)?) -> Void) {
            handler(world.links[url], world.links[url] == nil ? Refused() : nil)
        }

        func appLinks(from urls: [URL], handler: ([URL: AppLink], (any Error)?) -> Void) {
            let found = world.links.filter { urls.contains($0.key) }
            handler(found, found.isEmpty ? Refused() : nil)
        }
    }

    struct AppLinkNavigation {
        let appLink: AppLink, extras: [String: Any], appLinkData: [String: Any]
        var world = World()

        /// The SDK puts the data into the query of each URL that it tries.
        func navigate() throws -> AppLinkNavigationType {
            for target in appLink.targets {
                if let url = target.url, world.schemes.contains(url.scheme ?? "") {
                    world.opened.add(withData(url))
                    return .app
                }
            }
            if let url = appLink.webURL {
                world.opened.add(withData(url))
                return .browser
            }
            throw Refused()
        }

        static func navigationType(for link: AppLink, in world: World) -> AppLinkNavigationType {
            if link.targets.contains(where: { world.schemes.contains($0.url?.scheme ?? "") }) { return .app }
            return link.webURL == nil ? .failure : .browser
        }

        static func navigate(to url: URL, in world: World, handler: (AppLinkNavigationType, (any Error)?) -> Void) {
            AppLinkResolver(world: world).appLink(from: url) { link, error in
                guard let link else { return handler(.failure, error) }
                do {
                    handler(
                        try AppLinkNavigation(appLink: link, extras: [:], appLinkData: [:], world: world).navigate(),
                        nil
                    )
                } catch {
                    handler(.failure, error)
                }
            }
        }

        static func callbackAppLinkData(forApp appName: String, url: String) -> [String: [String: String]] {
            ["referer_app_link": ["app_name": appName, "url": url]]
        }

        private func withData(_ url: URL) -> String {
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)!
            let data = appLinkData.merging(["extras": extras]) { $1 }
            let json = try! JSONSerialization.data(withJSONObject: data, options: .sortedKeys)
            parts.queryItems = [URLQueryItem(name: "al_applink_data", value: String(decoding: json, as: UTF8.self))]
            return parts.string!
        }
    }

    struct AppLinkURL {
        let inputURL: URL, targetURL: URL, targetQueryParameters: [String: Any]
        let appLinkData: [String: Any]?, appLinkExtras: [String: Any]?, appLinkReferer: AppLink?, isAutoAppLink: Bool

        /// Posts `al_link_parse` and `al_nav_in` for a URL with data.
        init(inboundURL url: URL, sourceApplication: String?, center: NotificationCenter? = nil) {
            func query(of url: URL) -> [String: String] {
                let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
                return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
            }
            let text = query(of: url)["al_applink_data"]
            let data = text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
            inputURL = url
            appLinkData = data
            targetURL = (data?["target_url"] as? String).flatMap { URL(string: $0) } ?? url
            targetQueryParameters = query(of: targetURL)
            appLinkExtras = data?["extras"] as? [String: Any]
            isAutoAppLink = data?["is_auto_applink"] as? Bool ?? false
            let back = data?["referer_app_link"] as? [String: Any]
            appLinkReferer = (back?["url"] as? String).map { text in
                let target = AppLinkTarget(
                    url: URL(string: text),
                    appStoreId: nil,
                    appName: back?["app_name"] as? String ?? ""
                )
                return AppLink(sourceURL: nil, targets: [target], webURL: nil)
            }
            for event in data == nil ? [] : ["al_link_parse", "al_nav_in"] {
                let name = Notification.Name("com.facebook.facebook-objc-sdk.measurement_event")
                center?.post(name: name, object: nil, userInfo: ["event_name": event])
            }
        }
    }

    enum AppLinkUtility {
        static func fetchDeferredAppLink(in world: World, _ handler: (URL?, (any Error)?) -> Void) {
            handler(world.deferred, world.deferred == nil ? Refused() : nil)
        }

        static func appInvitePromotionCode(from url: URL) -> String? {
            let text = AppLinkURL(inboundURL: url, sourceApplication: nil).appLinkExtras?["deeplink_context"] as? String
            let json = text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
            return json?["promo_code"] as? String
        }
    }
}
