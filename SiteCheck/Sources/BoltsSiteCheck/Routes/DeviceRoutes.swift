@_spi(Bolts) import BoltsAssociations
import BoltsAppLinks
public import Foundation

/// The possible routes of a link on each kind of device, according to the files of its host and the tags of its page.
///
/// Each route is "eligible, provided that …", with the deciding rule and its place. Whether an app opens cannot be determined
/// from outside: installation, entitlements, the user's choice and Apple's cache are not visible.
///
/// ```swift
/// func explain(_ url: URL) async {
///     let site = await SiteAssociations.fetch(url.host() ?? "")
///     for device in LinkVerdict(url: url, site: site).devices {
///         print(device.device.name)
///         for route in device.routes { print("  \(route.kind.rawValue): \(route.statement)") }
///     }
/// }
/// ```
public struct DeviceRoutes: Sendable, Hashable {
    /// The routes of one kind of device, in the order in which the device tries them.
    public struct Device: Sendable, Hashable {
        /// The kind of device.
        public let device: LinkDevice
        /// The routes; the last is the browser.
        public let routes: [LinkRoute]
    }

    /// The link.
    public let url: URL
    /// The routes of each kind of device.
    public private(set) var devices: [Device]

    /// Replaces each route by another.
    mutating func replaceRoutes(_ replace: (LinkRoute, LinkDevice) -> LinkRoute) {
        devices = devices.map { device in
            Device(device: device.device, routes: device.routes.map { replace($0, device.device) })
        }
    }

    /// Determines the routes of a link as it is tapped, to some apps or to all apps of the files, at most 50.
    init(
        url: URL,
        site: SiteAssociations,
        page: PageTags? = nil,
        apps: [String]? = nil,
        devices: [LinkDevice] = LinkDevice.allCases
    ) {
        self.init(url: url, site: site, page: page, appsOf: { _ in apps }, devices: devices)
    }

    /// Determines the routes of a link, for each family of devices with its own apps.
    init(url: URL, site: SiteAssociations, page: PageTags?, appsOf: (LinkFamily) -> [String]?, devices: [LinkDevice]) {
        EvaluationCount.add(.routes)
        self.url = url
        // The routes are the same on all of Apple's devices.
        let apple =
            devices.contains(where: \.isApple)
            ? AppleRoutes(url: url, site: site, apps: appsOf(.apple)).routes : []
        self.devices = devices.map { device in
            var routes: [LinkRoute] = []
            // Only phones have Wallet cards whose links can be tapped.
            if device.isApple { routes += device == .iphone ? apple.map { $0.conditioned(by: [.wallet]) } : apple }
            if !device.isApple, let family = LinkFamily(device) {
                routes += family.routes(url, site, apps: appsOf(family), on: device)
            }
            if let page { routes += TagRoutes(page: page, site: site, device: device).routes }
            routes.append(Self.browser(url, page))
            return Device(device: device, routes: routes)
        }
    }

    /// The routes of a device according to its platform's file, or an empty array if the device is not included.
    func routes(_ family: LinkFamily, on device: LinkDevice) -> [LinkRoute] {
        devices.first { $0.device == device }?.routes.filter { $0.kind == family.kind } ?? []
    }

    /// Returns the route into the browser, with the page's information about clients that follow its tags.
    private static func browser(_ url: URL, _ page: PageTags?) -> LinkRoute {
        var text = "The browser opens the page if no other route is taken."
        if let page {
            if page.requestedURL != nil {
                let target = Clip.clip(page.url.absoluteString)
                text += " The link redirects to \(target); apps are chosen by the link that is tapped."
            }
            let web = page.appLink.web
            if !web.shouldFallback {
                text += " An app that follows App Links tags stops instead, because al:web:should_fallback is "
                text += "\(Clip.quoted(web.shouldFallbackText ?? ""))."
            } else if let other = web.urlText.flatMap(TagText.webURL), other != url {
                let target = Clip.clip(other.absoluteString)
                text += " An app that follows App Links tags opens \(target) instead, as al:web:url says."
            }
        }
        return LinkRoute(
            .web,
            .eligible,
            target: url.absoluteString,
            explanation: text,
            file: page?.url.absoluteString ?? url.absoluteString
        )
    }

    /// The maximum number of a file's apps to include.
    static let maximumApps = 50
}
