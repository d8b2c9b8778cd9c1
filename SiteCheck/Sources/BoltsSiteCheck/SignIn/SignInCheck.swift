@_spi(Bolts) import BoltsAssociations
import Foundation

struct SignInCheck {
    let site: SiteAssociations
    /// The apps that are judged.
    let claims: AppClaims

    private var apple: String { site.appleResponse.url.absoluteString }
    private var android: String { site.androidResponse.url.absoluteString }

    /// The findings, those of Apple's file first.
    var findings: [Finding] {
        let isMeant = { (family: LinkFamily) in family.isMeant(by: site) }
        if claims.isEmpty, !isMeant(.apple), !isMeant(.android) {
            return [Finding(.linkNoApp, Self.noFile, file: "https://\(site.host)/", fix: Self.serveBoth)]
        }
        let packages = SignInPackages(site)
        let root = site.appSiteAssociation?.file.document.root
        let hasApple = site.appSiteAssociation.map { !$0.apps(of: "webcredentials").isEmpty } ?? false
        var collector = FindingCollector(file: apple)
        if let root, root.isObject {
            if hasApple {
                checkApps(&collector)
            } else if let service = root["webcredentials"],
                let wrong = NearestKey.misspelling(of: ["apps"], in: service, among: ["apps"])
            {
                collector.add(misspelled: .signInNoWebcredentials, wrong, of: service, "webcredentials has no apps")
            } else {
                let message = Self.patterns(root).first?.name.map {
                    "webcredentials has \(Clip.quoted($0)) and no apps."
                }
                let node = root["webcredentials"] ?? root
                collector.add(.signInNoWebcredentials, node, message, fix: namingApps)
            }
            for member in Self.patterns(root) where hasApple {
                let name = member.name ?? ""
                let message = "\(Clip.quoted(name)) is in webcredentials, which has no rules for URLs."
                collector.add(member: .signInWebcredentialsPatterns, member, message)
            }
        } else if site.appleResponse.isAbsent {
            let isOther = claims.apple.isEmpty && !isMeant(.apple)
            let rule: AssociationRule = isOther ? .signInOnePlatform : .signInNoWebcredentials
            let fix = isOther ? nil : Self.serveApple
            collector.add(rule, nil, absent("Apple's file"), fix: fix, detail: isOther ? nil : .unserved)
        }
        var other = FindingCollector(file: android)
        if let file = site.assetLinks, file.document.root.isArray {
            // Nothing is reported as missing if a statement was refused, which is fixed first, or if an unread list may contain
            // one.
            if !packages.isMeant, packages.dropped == nil, site.unreadIncludes.isEmpty {
                let names = packages.all.map(\.name)
                let (noun, verb) = names.count == 1 ? ("statement", "lacks") : ("statements", "lack")
                let message = names.isEmpty ? nil : "The \(noun) of \(names.clippedList(3)) \(verb) get_login_creds."
                let linking = packages.all.count == 1 ? packages.all.first : nil
                let place = linking.flatMap { $0.source == nil ? $0.place : nil }
                other.add(.signInNoLoginCreds, place ?? file.document.root.place, message)
            }
            for package in packages.all where !package.passwords.isEmpty { check(package, &other) }
        } else if site.androidResponse.isAbsent {
            let isOther = claims.android.isEmpty && !isMeant(.android)
            let rule: AssociationRule = isOther ? .signInOnePlatform : .signInNoLoginCreds
            let fix = isOther ? nil : Self.serveAndroid
            other.add(rule, nil, absent("Google's file"), fix: fix, detail: isOther ? nil : .unserved)
        }
        return collector.sorted + other.sorted
    }

    /// The members of webcredentials that are for links.
    private static func patterns(_ root: JSONNode) -> [JSONNode] {
        root["webcredentials"]?.children.filter { member in
            member.name.map(["details", "components", "paths", "defaults"].contains) ?? false
        } ?? []
    }

    /// The fix with the apps that open the site's links, or `nil` unless they are few.
    private var namingApps: String? {
        let apps = site.appSiteAssociation?.apps.filter { AppIdentifier.isWellFormed($0) && Clip.clip($0) == $0 } ?? []
        guard (1...3).contains(apps.count) else { return nil }
        let list = apps.map { "\"\($0)\"" }.joined(separator: ", ")
        return "Name the apps in which people sign in: \"webcredentials\": {\"apps\": [\(list)]}."
    }

    private static let noFile = "The host serves neither apple-app-site-association nor assetlinks.json."
    private static let serveBoth =
        "Serve the file of each platform that has an app: /.well-known/apple-app-site-association with the app's identifier in "
        + "webcredentials, /.well-known/assetlinks.json with get_login_creds and handle_all_urls for it."
    private static let serveApple =
        "Serve /.well-known/apple-app-site-association with the identifiers of the apps in webcredentials."
    private static let serveAndroid =
        "Serve /.well-known/assetlinks.json with get_login_creds and handle_all_urls for each app."

    private func absent(_ name: String) -> String { "The host does not serve \(name)." }

    private func checkApps(_ collector: inout FindingCollector) {
        guard let file = site.appSiteAssociation, let service = file.file.document.root["webcredentials"] else {
            return
        }
        let named = Set(file.apps(of: "webcredentials"))
        for app in file.apps where !named.contains(app) {
            let message = "\(Clip.clip(app)) opens the site's links and is not in webcredentials."
            collector.add(.signInWebcredentialsAppMissing, service, message)
        }
    }

    private func check(_ package: SignInPackages.Package, _ collector: inout FindingCollector) {
        let name = Clip.clip(package.name)
        // The place is that of the statement only if the statement is in the site's own file.
        let place = package.source == nil ? package.place : nil
        if package.passkeys.isEmpty {
            collector.add(.signInNoPasskeyRelation, place, "\(name) has get_login_creds without handle_all_urls.")
        } else if !package.agrees {
            let message = "The statements of \(name) name other certificates for passwords than for passkeys."
            collector.add(.signInCertificatesDiffer, place, message)
        }
    }
}
