@_spi(Bolts) import BoltsAssociations
public import Foundation

/// Compares expectations about a site's links with what the site's files and the apps' own files allow.
///
/// Values that do not depend on the link are computed once, so each further expectation costs one judgement.
public struct ExpectationCheck {
    private let site: SiteAssociations
    private let claims: AppClaims
    private let others: [SiteAssociations]
    private let now: Date
    /// The total size of the site's files in bytes.
    private let size: Int
    /// The apps to judge for each list of requested ids; an empty list stands for all apps.
    private var sides: [[String]: AppSide?] = [:]

    /// Creates a check.
    public init(
        site: SiteAssociations,
        claims: AppClaims = AppClaims(),
        others: [SiteAssociations] = [],
        now: Date = Date()
    ) {
        self.site = site
        self.claims = claims
        self.others = others
        self.now = now
        let files = [site.appleResponse.bytes, site.androidResponse.bytes, site.windowsResponse?.bytes]
        size = files.reduce(0) { $0 + ($1?.count ?? 0) }
    }

    /// Compares one expectation.
    public mutating func result(of expectation: LinkExpectation) -> ExpectationResult {
        // A judgement examines each rule.
        ReadingSteps.addRead(size)
        let parts =
            switch expectation.outcome {
            case .opens: SiteDifference.Platform.allCases.flatMap { opening(expectation, on: $0) }
            case .stays: staying(expectation)
            }
        return ExpectationResult(expectation: expectation, parts: Self.joined(parts))
    }

    /// Groups devices with the same outcome.
    private static func joined(_ parts: [ExpectationResult.Part]) -> [ExpectationResult.Part] {
        var joined: [ExpectationResult.Part] = []
        for part in parts {
            let same = joined.firstIndex { other in
                other.status == part.status && other.app == part.app && other.text == part.text && other.fix == part.fix
            }
            if let same { joined[same].devices += part.devices } else { joined.append(part) }
        }
        return joined
    }

    private mutating func side(of apps: [String]) -> AppSide? {
        if let known = sides[apps] { return known }
        var own = claims
        if !apps.isEmpty {
            own.android.removeAll { !($0.package.map(apps.contains) ?? false) }
            own.apple.removeAll { app in
                !apps.contains { $0 == app.identifier || $0 == app.bundleIdentifier }
            }
        }
        let side =
            own.android.isEmpty && own.apple.isEmpty && own.deviceReports.isEmpty
            ? nil : AppSide(own, site, others: others, now: now)
        sides[apps] = .some(side)
        return side
    }

    // MARK: - Links that must open an app

    private mutating func opening(
        _ expectation: LinkExpectation,
        on platform: SiteDifference.Platform
    ) -> [ExpectationResult.Part] {
        guard expectation.platforms.contains(platform), let apps = expectation.apps(on: platform),
            let family = LinkFamily.allCases.first(where: { $0.platform == platform })
        else { return [] }
        let devices = family.devices.flatMap { $0 }
        let verdict = LinkVerdict(expectation.url, site: site, apps: apps, side: side(of: apps), devices: devices)
        var parts = verdict.answers.map { answer in
            let status: ExpectationResult.Status =
                switch answer.outcome {
                case .opens: .met
                case .undecided: .undecided
                case .excluded, .closed, .notNamed: .failed
                }
            let text = answer.text.hasSuffix(".") ? String(answer.text.dropLast()) : answer.text
            let names = apps.map { Clip.clip($0) }.joined(separator: " or ")
            let other = status == .failed ? otherName(expectation, on: family) : nil
            let fix = other ?? answer.finding?.fix ?? "Serve \(family.fileName) with \(names) and a rule for the link."
            return ExpectationResult.Part(
                devices: answer.devices,
                status: status,
                app: answer.app,
                text: text,
                fix: status == .met ? nil : fix
            )
        }
        // There are no parts if the site has no apps for the devices, for example no file for Windows.
        if parts.isEmpty {
            parts.append(
                ExpectationResult.Part(
                    devices: devices,
                    status: .failed,
                    app: nil,
                    text: "opens no app: the site names none for these devices",
                    fix: "Serve \(family.fileName) with \(apps.map { Clip.clip($0) }.joined(separator: " or "))."
                )
            )
        }
        return parts
    }

    /// The fix if one id is expected on all platforms but the site names another one on Android; `nil` if an Android app was given,
    /// whose own files state its id.
    private func otherName(_ expectation: LinkExpectation, on family: LinkFamily) -> String? {
        guard family == .android, claims.android.isEmpty, case .opens(let ids) = expectation.outcome, ids.count == 1,
            let expected = expectation.apps(on: .android)
        else { return nil }
        let stated = StatedPackages(site).all
        let isApple = site.appSiteAssociation?.apps.contains { $0.hasSuffix(".\(ids[0])") } ?? false
        guard isApple, stated.count == 1, let package = stated.first, !expected.contains(package) else { return nil }
        let list = "[\(Clip.clip(ids[0])), \(Clip.clip(package))]"
        return "If Android's app is \(Clip.clip(package)), write opens: \(list)."
    }

    // MARK: - Links that must stay in the browser

    private mutating func staying(_ expectation: LinkExpectation) -> [ExpectationResult.Part] {
        let devices = LinkDevice.allCases.filter(expectation.includes)
        let url = expectation.url
        // Any of the given apps, or of those that the site names, may open the link.
        let claims = claims
        let (listed, stated) = (site.appSiteAssociation?.apps ?? [], StatedPackages(site).all)
        let named: (LinkFamily) -> [String]? = { family in
            let own = claims.identifiers(family) ?? []
            switch family {
            case .apple: return own + listed.filter { !own.contains($0) }
            case .android: return own + stated.filter { !own.contains($0) }
            case .windows: return nil
            }
        }
        var deviceRoutes = DeviceRoutes(url: url, site: site, page: nil, appsOf: named, devices: devices)
        let side = side(of: [])
        if let side { deviceRoutes = deviceRoutes.decided(by: side) }
        return deviceRoutes.devices.map { device in
            let family = LinkFamily(device.device)
            let routes = device.routes.filter { route in
                // An app that cannot be installed on the device opens nothing.
                let own = side?.android.filter { $0.identifier == route.app } ?? []
                return route.kind == family?.kind
                    && (own.isEmpty || !device.device.isAndroid || own.contains { $0.devices.contains(device.device) })
            }
            let part = Self.staying(routes, on: device.device, url)
            guard part.status == .met, let family, let response = family.response(site), response.isInconclusive,
                side?.apps(family).allSatisfy({ $0.namesHost == false }) != true
            else { return part }
            return ExpectationResult.Part(
                devices: part.devices,
                status: .undecided,
                app: nil,
                text: "\(family.fileName) was not read: \(Self.trimmed(response.failure ?? "no answer"))",
                fix: "Check it again, when the server answers."
            )
        }
    }

    private static func staying(_ routes: [LinkRoute], on device: LinkDevice, _ url: URL) -> ExpectationResult.Part {
        // If an app's own files prevent it from opening the link, the link remains in the browser.
        let open = routes.filter { route in route.isOpen && route.facts.allSatisfy(\.holds) }
        func part(_ status: ExpectationResult.Status, _ route: LinkRoute?, _ text: String, _ fix: String?)
            -> ExpectationResult.Part
        {
            ExpectationResult.Part(devices: [device], status: status, app: route?.app, text: text, fix: fix)
        }
        guard !open.isEmpty else { return part(.met, nil, "stays in the browser", nil) }
        // On Android the manifest decides about the path, unless dynamic rules already do.
        let isDecided: (LinkRoute) -> Bool = { route in
            route.outcome != .undecided && !(route.kind == .appLink && route.conditions.contains(.manifest))
        }
        let name = { (route: LinkRoute) in route.app.map { Clip.clip($0) } ?? "an app" }
        if let route = open.first(where: isDecided) {
            let count = Set(open.map(\.app)).count
            let rest = count > 1 ? " (and \(count - 1) more)" : ""
            let place = route.place.map { ", by \(fileName(route.file)):\($0.position)" } ?? ""
            let manifest = route.facts.first { $0.condition == .manifest }.map { "; \($0.text)" } ?? ""
            let text = "\(name(route))\(rest) may open it\(place)\(manifest)"
            return part(.failed, route, text, exclusion(of: url, route))
        }
        let route = open[0]
        guard route.outcome != .undecided else {
            return part(.undecided, route, trimmed(route.explanation), "Write rules that decide the link.")
        }
        let text = "the answer depends on the manifest of \(name(route)), which was not read"
        return part(.undecided, route, text, "Give the app's project or package with --app, or apps: in the settings.")
    }

    private static func trimmed(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    private static func fileName(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

    /// How to keep a link in the browser that an app may open.
    private static func exclusion(of url: URL, _ route: LinkRoute) -> String {
        let path = url.path(percentEncoded: true)
        let shown = Clip.clip(path.isEmpty ? "/" : path)
        switch route.kind {
        case .universalLink where route.place?.pointer.contains("/paths/") == true:
            return "Put \"NOT \(shown)\" before the other paths of the app."
        case .universalLink:
            return "Put {\"/\": \"\(shown)\", \"exclude\": true} before the other components of the app."
        case .appLink:
            return "Remove or narrow the intent filter's path for \(shown), or exclude it by a dynamic rule."
        default: return "Exclude \(shown) in windows-app-web-link."
        }
    }
}
