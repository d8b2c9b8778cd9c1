@_spi(Bolts) import BoltsAssociations
@_spi(Bolts) import BoltsAppLinks
import Foundation

/// The routes that the tags of a page offer.
struct TagRoutes {
    let page: PageTags
    let site: SiteAssociations
    let device: LinkDevice

    private var address: String { page.url.absoluteString }

    var routes: [LinkRoute] {
        var routes = targets
        if device.showsBanner { routes += banner }
        if device.isAndroid {
            routes += page.links.compactMap { AndroidAppAddress($0.href) }.prefix(10).map { alternate in
                LinkRoute(
                    .alternate,
                    .eligible,
                    app: alternate.package,
                    target: alternate.url,
                    conditions: [.appInstalled, .tagReader],
                    explanation: "The page names an android-app alternate, which Google's search no longer reads.",
                    file: address,
                    evidence: [.init(.googleDocumentation, "App Indexing")]
                )
            }
        }
        return routes
    }

    private var appLinkDevice: AppLinkDevice? {
        switch device {
        case .iphone: .iphone
        case .ipad: .ipad
        case .mac: .mac
        case .vision: .vision
        case .tv: .tv
        case .watch: .watch
        case .android, .android12, .android11: .android
        case .windows: .windows
        case .desktop: nil
        }
    }

    private var targets: [LinkRoute] {
        guard let appLinkDevice else { return [] }
        return page.appLink.targets(for: appLinkDevice).prefix(32).compactMap { target in
            guard let url = target.urlText ?? (device.isAndroid ? page.url.absoluteString : nil) else { return nil }
            let app = target.package ?? target.appName ?? target.appStoreID
            if let defect = defect(of: target, url) {
                return LinkRoute(
                    .appLinksTarget,
                    .targetInvalid,
                    app: app,
                    target: url,
                    explanation: defect,
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
                    ? "The page names a web address as its target, which opens an app only if it is a universal link."
                    : "The page names this target in its al: tags.",
                file: address,
                evidence: [.init(.specification, "App Links navigation protocol")]
            )
        }
    }

    /// Returns why no reader of the tags can open a target, or `nil` if one can.
    private func defect(of target: AppLinkTarget, _ url: String) -> String? {
        if url.isEmpty { return "The tag for the URL is empty." }
        let url = OpenableURL.standardText(of: url)
        guard TagText.hasScheme(url) else {
            let scheme = TagText.scheme(url).map { Clip.quoted($0) }
            return scheme.map { "\($0) is not a scheme: it has a character that schemes cannot have." }
                ?? "The URL that the page names does not begin with a scheme, such as recipes://."
        }
        if let reason = TagText.refusal(url) { return reason }
        if device.isAndroid, (target.package ?? "").isEmpty {
            return "The page names no package, without which no app is found."
        }
        return nil
    }

    private var banner: [LinkRoute] {
        guard let banner = page.banner else { return [] }
        var routes: [LinkRoute] = []
        if let clip = banner["app-clip-bundle-id"] {
            let clips = site.appSiteAssociation?.apps(of: "appclips") ?? []
            let isNamed = clips.contains { $0.hasSuffix("." + clip) }
            routes.append(
                LinkRoute(
                    .appClip,
                    isNamed ? .eligible : .appNotListed,
                    app: clip,
                    conditions: isNamed ? [.safari, .appStore, .clipEntitlement] : [],
                    explanation: isNamed
                        ? "The banner names an App Clip, and so does Apple's file, in appclips."
                        : "The banner names an App Clip that Apple's file does not name in appclips, which Apple requires for websites "
                            + "and up to iOS 16.3; NFC tags and App Clip Codes need no such entry from iOS 16.4 on.",
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
