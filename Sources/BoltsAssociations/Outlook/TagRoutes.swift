import BoltsAppLinks
import BoltsPageMetadata
import Foundation

/// The routes that the tags of a page offer.
struct TagRoutes {
    let page: PageTags
    let device: LinkDevice

    private var address: String { page.url.absoluteString }

    var routes: [LinkRoute] {
        var routes = targets
        if device.isApple { routes += banner }
        if device.isAndroid {
            routes += page.links.compactMap { AndroidAppAddress($0.href) }.prefix(10).map { alternate in
                LinkRoute(
                    .alternate,
                    .eligible,
                    app: alternate.package,
                    target: alternate.url,
                    conditions: [.appInstalled, .tagReader],
                    explanation: "The page names an android-app alternate.",
                    file: address,
                    evidence: [.init(.googleDocumentation, "App Indexing")]
                )
            }
        }
        return routes
    }

    private var appLinkDevice: AppLinkDevice? {
        switch device {
        case .iPhone: .iphone
        case .iPad: .ipad
        case .android, .android12, .android11: .android
        case .windows: .windows
        case .desktop: nil
        }
    }

    private var targets: [LinkRoute] {
        guard let appLinkDevice else { return [] }
        let tags = page.metas.filter { $0.property.hasPrefix("al:") }
        let link = AppLink(sourceURL: page.url, metadata: PageMetadata(tags: tags))
        return link.targets(for: appLinkDevice).prefix(32).compactMap { target in
            guard let url = target.urlText ?? (device.isAndroid ? page.url.absoluteString : nil) else { return nil }
            let app = target.package ?? target.appName ?? target.appStoreID
            guard TagText.hasScheme(url) else {
                return LinkRoute(
                    .appLinksTarget,
                    .targetInvalid,
                    app: app,
                    target: url,
                    explanation: "The URL that the page names does not begin with a scheme, such as recipes://.",
                    file: address,
                    evidence: [.init(.specification, "App Links navigation protocol")]
                )
            }
            let isWeb = TagText.isWeb(url)
            return LinkRoute(
                .appLinksTarget,
                .eligible,
                app: app,
                target: url,
                conditions: [.tagReader, .appInstalled] + (isWeb || device.isAndroid ? [] : [.scheme]),
                explanation: isWeb && !device.isAndroid
                    ? "The page names a web address as its target, which is a universal link or nothing."
                    : "The page names this target in its al: tags.",
                file: address,
                evidence: [.init(.specification, "App Links navigation protocol")]
            )
        }
    }

    private var banner: [LinkRoute] {
        guard let banner = page.banner else { return [] }
        var routes: [LinkRoute] = []
        if let clip = banner["app-clip-bundle-id"] {
            routes.append(
                LinkRoute(
                    .appClip,
                    .eligible,
                    app: clip,
                    conditions: [.safari, .appStore],
                    explanation: "The banner names an App Clip.",
                    file: address,
                    evidence: [.init(.appleDocumentation, "App Clips: supporting invocations")]
                )
            )
        }
        if let id = banner["app-id"], TagText.isDigits(id) {
            routes.append(
                LinkRoute(
                    .smartAppBanner,
                    .eligible,
                    app: id,
                    target: banner["app-argument"],
                    conditions: [.safari, .appStore],
                    explanation: "Safari shows a banner for the app above the page.",
                    file: address,
                    evidence: [.init(.appleDocumentation, "Promoting apps with Smart App Banners")]
                )
            )
        }
        return routes
    }
}
