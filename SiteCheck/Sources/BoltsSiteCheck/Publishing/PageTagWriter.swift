import BoltsPageMetadata
import Foundation

/// Writes the tags of a page that some apps open.
///
/// Some readers pair the tags of a platform by their index and ignore groups. Groups without a value therefore come after those
/// with one, so both kinds of reader find the same targets.
struct PageTagWriter {
    let description: SiteDescription
    let page: URL
    private let appleApps: [SiteDescription.App]
    private let androidApps: [SiteDescription.App]
    private let windowsApps: [SiteDescription.App]

    init(_ description: SiteDescription, page: URL) {
        self.description = description
        self.page = page
        appleApps = description.apps(opening: page, on: .apple).filter { !$0.isStaging }
        androidApps = description.apps(opening: page, on: .android).filter { !$0.isStaging }
        windowsApps = description.apps(opening: page, on: .windows).filter { !$0.isStaging }
    }

    var tags: [MetaTag] {
        appleApps.isEmpty && androidApps.isEmpty && windowsApps.isEmpty ? [] : appLinks + banner + twitter
    }

    /// Returns the page's address with the scheme of an app: the app finds the same host, path and query in it.
    private func address(_ scheme: String) -> String {
        let text = page.absoluteString
        guard let colon = text.firstIndex(of: ":") else { return text }
        return scheme + text[colon...]
    }

    /// The `android-app:` addresses of the apps that want them.
    var alternates: [String] {
        androidApps.compactMap { app in
            guard let android = app.android, android.writesAlternates else { return nil }
            let target = android.scheme.map(address) ?? page.absoluteString
            guard let colon = target.firstIndex(of: ":") else { return nil }
            return "android-app://\(android.package)/\(target[..<colon])/" + target[colon...].dropFirst(3)
        }
    }

    // MARK: - App Links

    private typealias Group = [(name: String, value: String)]

    private var appLinks: [MetaTag] {
        var tags: [MetaTag] = []
        for (platform, devices) in [
            ("ios", SiteDescription.AppleApp.Devices.all), ("iphone", .iphone), ("ipad", .ipad),
        ] {
            tags += Self.tags(platform, appleGroups(devices))
        }
        tags += Self.tags("android", androidGroups)
        tags += Self.tags("windows", windowsGroups)
        switch description.webFallback {
        case .page: tags.append(MetaTag(property: "al:web:url", content: page.absoluteString))
        case .origin(let origin):
            tags.append(MetaTag(property: "al:web:url", content: Self.moved(page, to: origin)))
        case .none: break
        }
        return tags
    }

    /// Returns the tags of groups, each opened by a bare tag if there are several.
    private static func tags(_ platform: String, _ groups: [Group]) -> [MetaTag] {
        let ordered = groups.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        return ordered.flatMap { _, group in
            let opening = groups.count > 1 ? [MetaTag(property: "al:\(platform)", content: nil)] : []
            return opening + group.map { MetaTag(property: "al:\(platform):\($0.name)", content: $0.value) }
        }
    }

    private func appleGroups(_ devices: SiteDescription.AppleApp.Devices) -> [Group] {
        appleApps.compactMap { app in
            guard let apple = app.apple, apple.devices == devices, let scheme = apple.scheme else { return nil }
            var group: Group = [("url", address(scheme))]
            if let id = apple.appStore { group.append(("app_store_id", id)) }
            group.append(("app_name", app.name))
            return group
        }
    }

    private var androidGroups: [Group] {
        androidApps.compactMap { app in
            guard let android = app.android else { return nil }
            var group: Group = []
            if let scheme = android.scheme { group.append(("url", address(scheme))) }
            group.append(("package", android.package))
            group.append(("app_name", app.name))
            return group
        }
    }

    private var windowsGroups: [Group] {
        windowsApps.compactMap { app in
            guard let windows = app.windows, let scheme = windows.scheme else { return nil }
            var group: Group = [("url", address(scheme))]
            if let id = windows.id { group.append(("app_id", id)) }
            group.append(("app_name", app.name))
            return group
        }
    }

    static func moved(_ page: URL, to origin: String) -> String {
        var base = origin
        while base.hasSuffix("/") { base.removeLast() }
        let text = page.absoluteString
        let rest = text.dropFirst((page.scheme ?? "").count + 3)
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) else { return base + "/" }
        return base + (rest[start] == "/" ? "" : "/") + rest[start...]
    }

    // MARK: - Banner and Twitter

    /// The apps in the App Store, or only those among them that App Links tags name, if there are any.
    private var storeApps: [(name: String, app: SiteDescription.AppleApp, id: String)] {
        let all = appleApps.compactMap { app in
            app.apple.flatMap { apple in apple.appStore.map { (app.name, apple, $0) } }
        }
        let tagged = all.filter { $0.1.scheme != nil }
        return tagged.isEmpty ? all : tagged
    }

    private var banner: [MetaTag] {
        // Prefer the app that Twitter's tag for iPhone names too.
        guard let first = storeApps.first(where: { $0.app.devices != .ipad }) ?? storeApps.first else { return [] }
        let argument = page.absoluteString.replacing(",", with: "%2C")
        let content = "app-id=\(first.id), app-argument=\(argument)"
        return [MetaTag(property: "apple-itunes-app", content: content, attribute: .name)]
    }

    private var twitter: [MetaTag] {
        var tags: [MetaTag] = []
        func add(_ device: String, name: String, id: String, scheme: String?) {
            tags.append(MetaTag(property: "twitter:app:name:\(device)", content: name, attribute: .name))
            tags.append(MetaTag(property: "twitter:app:id:\(device)", content: id, attribute: .name))
            guard let scheme else { return }
            tags.append(MetaTag(property: "twitter:app:url:\(device)", content: address(scheme), attribute: .name))
        }
        for (device, other) in [("iphone", SiteDescription.AppleApp.Devices.ipad), ("ipad", .iphone)] {
            guard let found = storeApps.first(where: { $0.app.devices != other }) else { continue }
            add(device, name: found.name, id: found.id, scheme: found.app.scheme)
        }
        if let found = androidApps.first(where: { $0.android?.isInPlayStore ?? false }), let android = found.android {
            add("googleplay", name: found.name, id: android.package, scheme: android.scheme)
        }
        return tags
    }
}
