@_spi(Bolts) import BoltsAssociations
@_spi(Bolts) import BoltsAppLinks
import BoltsBase
import Foundation

struct DescriptionCheck {
    let description: SiteDescription
    private var problems: [SiteDescriptionProblem] = []

    /// Limits on the work of comparing every rule with the others, for each app.
    private static let maximumApps = 100
    private static let maximumRules = 2_000

    private init(_ description: SiteDescription) { self.description = description }

    /// Returns the problems in the order of the description, including warnings.
    static func problems(_ description: SiteDescription) -> [SiteDescriptionProblem] {
        var check = DescriptionCheck(description)
        guard description.apps.count <= maximumApps, description.open.count + description.exclude.count <= maximumRules
        else {
            let message = "The site has more than \(maximumApps) apps or \(maximumRules) rules."
            check.report(.badValue, "", message, fix: "Write fewer rules with wildcards, or several descriptions.")
            return check.problems
        }
        check.checkHosts()
        check.checkApps()
        check.checkLinks(description.open, "open")
        check.checkLinks(description.exclude, "exclude")
        check.checkRepetitions()
        check.checkWebFallback()
        check.checkSignIn()
        return check.problems
    }

    mutating func report(_ code: SiteDescriptionProblem.Code, _ pointer: String, _ message: String, fix: String) {
        problems.append(SiteDescriptionProblem(code, at: pointer, message, fix: fix))
    }

    // MARK: - Hosts

    private mutating func checkHosts() {
        if description.hosts.isEmpty {
            report(.missingKey, "/hosts", "The site has no host.", fix: "Name it, such as hosts: [lakrids.dk].")
        }
        var seen = Set<String>()
        for (index, host) in description.hosts.enumerated() {
            let pointer = "/hosts/\(index)"
            if !Self.isHost(host) {
                let fix = "Write the name alone, such as lakrids.dk, without scheme, port and path, in its xn-- form."
                report(.badValue, pointer, "\(Clip.quoted(host)) is not a public host name.", fix: fix)
            } else if !seen.insert(host.lowercased()).inserted {
                report(.duplicate, pointer, "\(Clip.quoted(host)) is listed twice.", fix: "Remove one.")
            }
        }
    }

    private static func isHost(_ text: String) -> Bool {
        let name = text.hasPrefix("*.") ? text.dropFirst(2) : Substring(text)
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, name.utf8.count <= 253, let last = labels.last else { return false }
        // A last label of digits is an IPv4 address.
        guard !last.allSatisfy(\.isASCIIDigit) else { return false }
        let hyphen = UInt8(ascii: "-")
        return labels.allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != hyphen && label.last != hyphen
                && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == hyphen }
        }
    }

    // MARK: - Apps

    private mutating func checkApps() {
        if description.apps.isEmpty {
            report(.missingKey, "/apps", "The site has no app.", fix: "Describe at least one.")
        }
        var names = Set<String>()
        var identifiers = Set<String>()
        for (index, app) in description.apps.enumerated() {
            let pointer = "/apps/\(index)"
            let hasControls = app.name.unicodeScalars.contains(where: \.isControlOrLineEnd)
            if hasControls || app.name.allSatisfy(\.isWhitespace) {
                let message = "The app has no name, or one with control characters."
                report(.badValue, pointer + "/name", message, fix: "Write the name that people see.")
            } else if !names.insert(app.name).inserted {
                let message = "Two apps are called \(Clip.quoted(app.name))."
                report(.duplicate, pointer + "/name", message, fix: "Give them different names.")
            }
            if app.apple == nil, app.android == nil, app.windows == nil {
                let fix = "Add apple, android or windows."
                report(.missingKey, pointer, "\(Clip.quoted(app.name)) is on no platform.", fix: fix)
            }
            if let apple = app.apple { check(apple, pointer + "/apple") }
            if let android = app.android { check(android, pointer + "/android") }
            if let windows = app.windows { check(windows, pointer + "/windows") }
            let own =
                (app.apple?.identifiers ?? []).map { ("apple", $0) }
                + [("android", app.android?.package), ("windows", app.windows?.packageFamily)].compactMap { key, name in
                    name.map { (key, $0) }
                }
            for (key, identifier) in own where !identifiers.insert("\(key) \(identifier)").inserted {
                let message = "\(Clip.quoted(identifier)) is described twice."
                report(.duplicate, "\(pointer)/\(key)", message, fix: "Describe every app once.")
            }
            for platform in app.platforms where !description.open.isEmpty {
                guard DescribedRules(description, app: app, on: platform).openings.isEmpty else { continue }
                let message = "No rule under open applies to \(Clip.quoted(app.name)) on this platform."
                report(.badValue, "\(pointer)/\(platform)", message, fix: "Add one, or remove \(platform).")
            }
        }
    }

    private static func isTeam(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { $0.isASCIIUppercase || $0.isASCIIDigit }
    }

    private mutating func check(_ app: SiteDescription.AppleApp, _ pointer: String) {
        for (index, team) in app.teams.enumerated() where !Self.isTeam(team) {
            let fix = "Copy it from the membership page of your developer account."
            let message = "\(Clip.quoted(team)) is not ten capital letters and digits."
            report(.badValue, pointer + (index == 0 ? "/team" : "/otherTeams/\(index - 1)"), message, fix: fix)
        }
        if let clip = app.clip, !clip.hasPrefix(app.bundle + ".") || !AppIdentifier.isWellFormed("AAAAAAAAAA.\(clip)") {
            let message = "\(Clip.quoted(clip)) is not the bundle identifier of a clip of \(Clip.quoted(app.bundle))."
            let fix = "Write the app's bundle identifier, a dot and a name, such as \(app.bundle).Clip."
            report(.badValue, pointer + "/clip", message, fix: fix)
        }
        if Self.isTeam(app.team), !AppIdentifier.isWellFormed(app.identifier) {
            let message = "\(Clip.quoted(app.bundle)) is not a bundle identifier."
            report(.badValue, pointer + "/bundle", message, fix: "Copy it from the target's settings in Xcode.")
        }
        if let id = app.appStore, !TagText.isDigits(id) {
            let fix = "Copy the digits after id from the address of the app's page."
            report(.badValue, pointer + "/appStore", "\(Clip.quoted(id)) is not an App Store id.", fix: fix)
        }
        check(scheme: app.scheme, pointer)
    }

    private mutating func check(_ app: SiteDescription.AndroidApp, _ pointer: String) {
        if !AndroidApplicationID.isValid(app.package) {
            let message = "\(Clip.quoted(app.package)) is not an application id."
            report(.badValue, pointer + "/package", message, fix: "Copy applicationId from the app's build file.")
        }
        if app.fingerprints.isEmpty {
            let fix = "Copy the SHA-256 fingerprint from Play Console, App signing."
            report(.badValue, pointer + "/fingerprints", "The app has no fingerprint.", fix: fix)
        }
        var seen = Set<String>()
        for (index, text) in app.fingerprints.enumerated() {
            let place = "\(pointer)/fingerprints/\(index)"
            if let rule = AssetLinksTargetCheck.rule(for: text) {
                let message = "\(rule.summary.dropLast()): \(Clip.quoted(text))."
                report(.badValue, place, message, fix: rule.fix)
            } else if !seen.insert(text).inserted {
                report(.duplicate, place, "The fingerprint is listed twice.", fix: "Remove one.")
            }
        }
        check(scheme: app.scheme, pointer)
    }

    private mutating func check(_ app: SiteDescription.WindowsApp, _ pointer: String) {
        if !WindowsCheck.isPackageFamilyName(app.packageFamily) {
            let message = "\(Clip.quoted(app.packageFamily)) is not a package family name."
            report(.badValue, pointer + "/packageFamily", message, fix: "Copy what Get-AppxPackage prints.")
        }
        if let id = app.id, !TagText.isGUID(id) {
            report(.badValue, pointer + "/id", "\(Clip.quoted(id)) is not a GUID.", fix: "Write the app's GUID.")
        }
        check(scheme: app.scheme, pointer)
    }

    private mutating func check(scheme: String?, _ pointer: String) {
        guard let scheme else { return }
        let isDenied = SchemePolicy.alwaysDenied.contains { $0.name == scheme.lowercased() }
        if !TagText.isScheme(scheme) || isDenied || ["http", "https"].contains(scheme.lowercased()) {
            let message = "\(Clip.quoted(scheme)) is not a scheme that an app can have."
            report(.badValue, pointer + "/scheme", message, fix: "Write it without colon and slashes, such as kogebog.")
        }
    }

    // MARK: - Links

    private mutating func checkLinks(_ links: [SiteDescription.Link], _ key: String) {
        if links.isEmpty, key == "open" {
            report(.missingKey, "/open", "No link opens in an app.", fix: "Add a path; * stands for all.")
        }
        for (index, link) in links.enumerated() {
            let pointer = "/\(key)/\(index)"
            func report(_ defect: DescribedPattern.Defect?, _ place: String) {
                guard let defect else { return }
                problems.append(SiteDescriptionProblem(.badValue, at: place, defect.message, fix: defect.fix))
            }
            report(DescribedPattern.defect(inPath: link.path), pointer + "/path")
            for (name, value) in link.query.sorted(by: { $0.key < $1.key }) {
                let place = "\(pointer)/query/\(JSONPlace.escape(name))"
                report(DescribedPattern.defect(inQueryName: name) ?? DescribedPattern.defect(inValue: value), place)
            }
            if let fragment = link.fragment {
                report(DescribedPattern.defect(inValue: fragment), pointer + "/fragment")
            }
            checkNames(link.apps, pointer + "/apps")
            if link.platforms?.isEmpty ?? false {
                let fix = "Name platforms, or leave platforms out for all of them."
                self.report(.badValue, pointer + "/platforms", "The rule applies to no platform.", fix: fix)
            } else if !reachesApp(link) {
                let fix = "Name other apps or platforms, or remove the rule."
                self.report(.badValue, pointer, "No app that the rule names is on a platform that it names.", fix: fix)
            }
        }
    }

    /// Whether a rule applies to any app; unknown names are reported elsewhere.
    private func reachesApp(_ link: SiteDescription.Link) -> Bool {
        let named = description.apps.filter { link.apps?.contains($0.name) ?? true }
        return named.isEmpty
            || named.contains { app in app.platforms.contains { link.platforms?.contains($0) ?? true } }
    }

    private mutating func checkNames(_ names: [String]?, _ pointer: String) {
        guard let names else { return }
        if names.isEmpty {
            let fix = "Name apps, or leave apps out for all of them."
            report(.badValue, pointer, "The rule applies to no app.", fix: fix)
        }
        for (index, name) in names.enumerated() where !description.apps.contains(where: { $0.name == name }) {
            let suggestion = NearestKey.suggestion(for: name, among: description.apps.map(\.name))
            let message = "No app is called \(Clip.quoted(name)).\(suggestion)"
            report(.badValue, "\(pointer)/\(index)", message, fix: "Write the name of an app above.")
        }
    }

    private mutating func checkRepetitions() {
        var seen = Set<SiteDescription.Link>()
        for (key, links) in [("exclude", description.exclude), ("open", description.open)] {
            for (index, link) in links.enumerated() where !seen.insert(link).inserted {
                let message = "The same rule is listed before."
                report(.duplicate, "/\(key)/\(index)", message, fix: "Remove one.")
            }
        }
    }

    private mutating func checkWebFallback() {
        guard case .origin(let origin) = description.webFallback else { return }
        if let url = TagText.webURL(origin), TagText.isHome(url), url.fragment() == nil, url.user() == nil { return }
        let message = "\(Clip.quoted(origin)) is neither page, none, nor the address of a site."
        report(.badValue, "/webFallback", message, fix: "Write a scheme and a host only, such as https://m.lakrids.dk.")
    }
}
