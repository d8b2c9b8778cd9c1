import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The `config.xml` from which Cordova writes the native projects below `platforms/` beside it.
struct CordovaProject {
    /// The folder of the project, as shown.
    let place: String
    private let file: String
    private let widget: XMLElement?
    private let text: String
    private let package: String
    /// The plugins that the project names, and other names of its package.json.
    private let plugins: [String]
    private let hasLinkPlugin: Bool
    /// The hosts for cordova-universal-links-plugin.
    private let linkHosts: [LinkHost]
    /// The intent filters that cordova-universal-links-plugin writes.
    private let linkFilters: [ManifestElement]
    /// The intent filters that the file contains literally, and ``linkFilters``.
    private let filters: [ManifestElement]

    private typealias LinkHost = (name: String, scheme: String, paths: [String], line: Int)

    /// The maximum number of filters to look for in the manifests of the platforms.
    private static let maximumFilterCount = 1_000

    /// Whether a file's name is that of a variant of the configuration, such as `config-staging.xml`.
    static func isVariant(_ name: String) -> Bool { name.wholeMatch(of: #/config[-_.][A-Za-z0-9._-]+\.xml/#) != nil }

    /// Reads a file, or returns `nil` if it is not Cordova's own: the platforms and Capacitor contain copies.
    init?(_ path: String, in folder: ProjectFolder) {
        let parts = path.split(separator: "/")
        guard !parts.contains("platforms"), !path.hasSuffix("res/xml/config.xml"),
            !folder.exists(ProjectFolder.joined(ProjectFolder.parent(of: path), "Info.plist")),
            let text = folder.text(path), text.contains("<widget")
        else { return nil }
        // Older versions keep the file in www/.
        let parent = ProjectFolder.parent(of: path)
        let base = parts.dropLast().last == "www" ? ProjectFolder.parent(of: parent) : parent
        place = String(folder.shown(ProjectFolder.joined(base, "x")).dropLast())
        file = folder.shown(path)
        self.text = text
        package = folder.text(ProjectFolder.joined(base, "package.json")) ?? ""
        // Cordova's own reader also accepts a comment before the declaration.
        let start = text.firstRange(of: "<widget")?.lowerBound ?? text.startIndex
        let lines = text[..<start].utf8.filter { $0 == UInt8(ascii: "\n") }
        let root = try? XMLReader.root(of: lines + Array(text[start...].utf8))
        widget = root?.name == "widget" ? root : nil
        let children = widget?.children ?? []
        plugins =
            children.filter { $0.name == "plugin" }.compactMap { $0.attributes["name"] } + PackageNames.all(in: package)
        hasLinkPlugin = plugins.contains(where: Self.isLinkPlugin)
        linkHosts = Self.linkHosts(in: children)
        linkFilters = Self.filters(of: linkHosts, hasLinkPlugin: hasLinkPlugin)
        filters = Self.filters(in: children) + linkFilters
    }

    /// Whether the file is certainly Cordova's, because other tools have widgets too.
    private var isCertain: Bool {
        ["http://cordova.apache.org", "http://phonegap.com", "<platform name=", "<engine name=", "<plugin name="]
            .contains(where: text.contains) || package.contains(#/\x22cordova\x22\s*:\s*\{/#)
    }

    /// Whether a name is that of cordova-universal-links-plugin or a fork, which read `<universal-links>`.
    private static func isLinkPlugin(_ name: String) -> Bool {
        name.contains(#/^(@[^\/]+\/)?cordova-[^\/]*(universal-links|deeplinks)/#)
    }

    /// Whether a plugin or a program of the project may add links that the file does not contain.
    private var mayAddOthers: Bool {
        widget == nil || text.contains("<hook") || hasOwnPlugin
            || plugins.contains { !Self.isLinkPlugin($0) && PackageNames.mayNameHosts($0) }
    }

    /// Whether a plugin is the project's own, which may be written for any of its hosts.
    private var hasOwnPlugin: Bool {
        let specs = (widget?.children ?? []).filter { $0.name == "plugin" }.compactMap { $0.attributes["spec"] }
        return !specs.allSatisfy(PackageNames.isPublished(version:))
            || !package.isEmpty && !PackageNames.isPublished(in: package)
    }

    /// The hosts that may be missing among intent filters that contain those of the file.
    private var missingHosts: SourceGap.Hosts {
        // Filters for files other than the manifest are not read.
        let isWhole = text.matches(of: #/<intent-filter\b/#).count == filters.count - linkFilters.count
        guard isWhole, !filters.isEmpty else { return .any }
        return !mayAddOthers ? .noHost : hasLinkPlugin && !linkFilters.isEmpty ? .others : .any
    }

    private static let domains = "com.apple.developer.associated-domains"

    private func gap(_ more: String = "") -> SourceGap {
        // The plugin writes the hosts of this element.
        let host =
            text.contains("<universal-links")
            ? "If <universal-links> lacks the host, add <host name=\"HOST\" scheme=\"https\"> to it. " : ""
        return SourceGap(
            "\(file.sanitized(limit: 400)) adds links when the platforms are prepared",
            fix: "\(host)Run cordova prepare and ask again, or give the built app too: --app PATH.\(more)"
        )
    }

    private func isBelow(_ path: String) -> Bool { path.hasPrefix(place) }

    /// Adds the gap to the project's apps, and the apps whose platforms are missing.
    func add(to content: inout AppFileContent) {
        let words = ["<universal-links", "<intent-filter", Self.domains]
        let adds = words.map(text.contains)
        let android = content.claims.android.indices.filter { index in
            isBelow(content.claims.android[index].file)
                && content.claims.android[index].filterSource != .configuration
        }
        let apple = content.claims.apple.indices.filter { index in
            isBelow(content.claims.apple[index].file) && content.claims.apple[index].domainSource != .configuration
        }
        // Cordova's scripts take the application id from the file.
        let id = widget?.attributes["id"]
        let package = widget?.attributes["android-packageName"] ?? id
        if adds[0] || adds[1] {
            for index in android where content.claims.android[index].rank == .source {
                var gap = gap()
                if place(&content.claims.android[index].filters) { gap.hosts = missingHosts }
                content.claims.android[index].gap = gap
                if content.claims.android[index].package == nil { content.claims.android[index].package = package }
            }
        }
        if adds[0] || adds[2] {
            let more = " If the links are still missing, add them in Xcode: Signing & Capabilities, Associated Domains."
            for index in apple {
                let app = content.claims.apple[index]
                // What is written into other files does not reach a target that names its own.
                let isKnown = !adds[0] && app.domainSource == .entitlements && !writesDomains(to: app.file)
                if !isKnown { content.claims.apple[index].gap = gap(more) }
            }
        }
        guard isCertain else { return }
        if android.isEmpty, mayBuild("android") {
            var app = claims(of: filters, package)
            (app.gap, app.valueGap) = (gap(), gap())
            app.gap?.hosts = missingHosts
            if !hasLinkPlugin, !linkFilters.isEmpty {
                app.valueGap = SourceGap(
                    "neither config.xml nor package.json names cordova-universal-links-plugin or a fork of it",
                    fix: "Add the plugin (cordova plugin add), or give the built app too: --app PATH."
                )
            }
            app.filterSource = .configuration
            if filters.isEmpty { app.filters = nil }
            // Cordova writes the activity, whose launch mode and code are not here.
            for index in app.filters?.indices ?? 0..<0 { app.filters?[index].activity = nil }
            content.claims.android.append(app)
        }
        if apple.isEmpty, mayBuild("ios") {
            var app = AppleAppClaims(identifier: nil, file: file, rank: .source)
            app.bundleIdentifier = widget?.attributes["ios-CFBundleIdentifier"] ?? id
            if !domains.isEmpty { app.domains = domains }
            app.domainSource = .configuration
            app.gap = gap()
            let isWhole = text.matches(of: #/com\.apple\.developer\.associated-domains/#).count == changedDomains.count
            if isWhole, linkHosts.isEmpty, !domains.isEmpty, !mayAddOthers { app.gap?.hosts = .noHost }
            content.claims.apple.append(app)
        }
        if android.isEmpty || apple.isEmpty { content.files.append(file) }
    }

    /// The app with some intent filters in the activity that Cordova writes.
    private func claims(of filters: [ManifestElement], _ package: String?) -> AndroidAppClaims {
        let activity = ManifestElement("activity", ["android:name": ".MainActivity"], filters)
        let manifest = ManifestElement("manifest", [:], [ManifestElement("application", [:], [activity])])
        return AndroidAppClaims(manifest: manifest, file: file, rank: .source, package: package) { _ in nil }
    }

    /// Names the `<host>` of each filter that the plugin has written, and returns whether a platform has all filters of the
    /// file: then it is not older than the file.
    private func place(_ filters: inout [AndroidIntentFilter]?) -> Bool {
        guard self.filters.count <= Self.maximumFilterCount else { return false }
        let written = claims(of: self.filters, nil).filters ?? []
        let found = written.map { own in
            filters?.firstIndex { $0.hosts == own.hosts && $0.schemes == own.schemes && $0.paths == own.paths }
        }
        guard hasLinkPlugin || linkHosts.isEmpty, !written.isEmpty, !found.contains(nil) else { return false }
        for case (let own, let index?) in zip(written, found) where own.origin == .host {
            filters?[index].origin = .host
            filters?[index].file = file
            filters?[index].line = own.line
        }
        return true
    }

    /// Whether the file is for a platform: a file that names none is for each of them.
    private func mayBuild(_ name: String) -> Bool {
        let named = Set((widget?.children ?? []).filter { $0.name == "platform" }.compactMap { $0.attributes["name"] })
        return named.isDisjoint(with: ["android", "ios"]) || named.contains(name)
    }

    /// The elements that change a file of a platform.
    private static func changes(
        in children: [XMLElement],
        _ platform: String,
        _ isMeant: (String) -> Bool
    ) -> [XMLElement] {
        let own = children.filter { $0.name == "platform" && $0.attributes["name"] == platform }
        return (children + own.flatMap(\.children)).filter { change in
            ["config-file", "edit-config"].contains(change.name)
                && change.attributes[change.name == "config-file" ? "target" : "file"].map(isMeant) == true
        }
    }

    /// Whether the domains are written into the file that a target names; a file with faults may write anything.
    private func writesDomains(to file: String) -> Bool {
        guard let widget else { return true }
        let name = (file as NSString).lastPathComponent
        return Self.changes(in: widget.children, "ios") { fnmatch(($0 as NSString).lastPathComponent, name, 0) == 0 }
            .contains { $0.attributes.values.contains(Self.domains) }
    }

    /// The intent filters that the file contains literally.
    private static func filters(in children: [XMLElement]) -> [ManifestElement] {
        let added = changes(in: children, "android") { $0.hasSuffix("AndroidManifest.xml") }.flatMap(\.children)
        let elements = added.flatMap { $0.name == "activity" ? $0.children : [$0] }
        return elements.filter { $0.name == "intent-filter" }.map(\.manifestElement)
    }

    /// The hosts for cordova-universal-links-plugin, which reads the first of its elements.
    private static func linkHosts(in children: [XMLElement]) -> [LinkHost] {
        let links = children.first { $0.name == "universal-links" }?.children ?? []
        return links.filter { $0.name == "host" }.compactMap { host in
            host.attributes["name"].map { name in
                let paths = host.children.filter { $0.name == "path" }.compactMap { $0.attributes["url"] }
                let all = paths.contains("*") || paths.isEmpty
                return (name, host.attributes["scheme"] ?? "http", all ? ["*"] : paths, host.line)
            }
        }
    }

    /// The intent filters that cordova-universal-links-plugin writes: one for each path of a host.
    ///
    /// Source: manifestWriter.js and configXmlParser.js of nordnet/cordova-universal-links-plugin and its forks, which write
    /// `autoVerify`, and http for a host without a scheme; they read no scheme of a path.
    private static func filters(of hosts: [LinkHost], hasLinkPlugin: Bool) -> [ManifestElement] {
        hosts.flatMap { host in
            host.paths.map { path in
                var data = ["android:scheme": host.scheme, "android:host": host.name]
                if path != "*" {
                    let isPattern = path.contains("*")
                    let text = (path.hasPrefix("/") ? "" : "/") + path.replacing("*", with: ".*")
                    data[isPattern ? "android:pathPattern" : "android:path"] = text
                }
                let names = [
                    ("action", AndroidIntentFilter.view), ("category", AndroidIntentFilter.default),
                    ("category", AndroidIntentFilter.browsable),
                ]
                var attributes = [
                    "android:autoVerify": "true",
                    AndroidIntentFilter.originMark: AndroidIntentFilter.Origin.host.rawValue,
                ]
                if !hasLinkPlugin { attributes[AndroidIntentFilter.openMark] = "autoVerify for <universal-links>" }
                return ManifestElement(
                    "intent-filter",
                    attributes,
                    names.map { ManifestElement($0.0, ["android:name": $0.1]) } + [ManifestElement("data", data)],
                    line: host.line
                )
            }
        }
    }

    /// The elements that write associated domains into entitlements.
    private var changedDomains: [XMLElement] {
        let names = ["Entitlements-Release.plist", "Entitlements-Debug.plist", ".entitlements"]
        return Self.changes(in: widget?.children ?? [], "ios") { target in names.contains { target.hasSuffix($0) } }
            .filter { $0.attributes["parent"] == Self.domains }
    }

    /// The associated domains that the file contains literally, and those that cordova-universal-links-plugin writes.
    private var domains: [String] {
        let written = changedDomains.flatMap(\.children).flatMap(\.children).filter { $0.name == "string" }.map(\.text)
        var seen: Set<String> = []
        return (written + linkHosts.map { "applinks:\($0.name)" }).filter { seen.insert($0).inserted }
    }
}
