@_spi(Bolts) import BoltsAssociations
import Foundation

struct SignInCheck {
    let site: SiteAssociations

    private var apple: String { site.appleResponse.url.absoluteString }
    private var android: String { site.androidResponse.url.absoluteString }

    /// The findings, those of Apple's file first.
    var findings: [Finding] {
        let packages = SignInPackages(site)
        let root = site.appSiteAssociation?.file.document.root
        let hasApple = site.appSiteAssociation.map { !$0.apps(of: "webcredentials").isEmpty } ?? false
        var collector = FindingCollector(file: apple)
        if let root, root.isObject {
            if hasApple {
                checkApps(&collector)
            } else {
                let message = Self.patterns(root).first?.name.map {
                    "webcredentials has \(Clip.quoted($0)) and no apps."
                }
                collector.add(.signInNoWebcredentials, root["webcredentials"] ?? root, message)
            }
            for member in Self.patterns(root) where hasApple {
                let name = member.name ?? ""
                let message = "\(Clip.quoted(name)) is in webcredentials, which has no rules for URLs."
                collector.add(member: .signInWebcredentialsPatterns, member, message)
            }
        } else if site.appleResponse.isAbsent {
            let rule: AssociationRule = packages.isMeant ? .signInOnePlatform : .signInNoWebcredentials
            let fix = rule == .signInNoWebcredentials ? Self.serveApple : nil
            collector.add(rule, nil, absent("Apple's file"), fix: fix, detail: fix == nil ? nil : .unserved)
        }
        var other = FindingCollector(file: android)
        if let file = site.assetLinks, file.document.root.isArray {
            // Nothing is reported as missing if a statement was refused, which is fixed first, or if an unread list may contain
            // one.
            if !packages.isMeant, packages.dropped == nil, site.unreadIncludes.isEmpty {
                other.add(.signInNoLoginCreds, file.document.root)
            }
            for package in packages.all where !package.passwords.isEmpty { check(package, &other) }
        } else if site.androidResponse.isAbsent {
            let rule: AssociationRule = hasApple ? .signInOnePlatform : .signInNoLoginCreds
            let fix = hasApple ? nil : Self.serveAndroid
            other.add(rule, nil, absent("Google's file"), fix: fix, detail: fix == nil ? nil : .unserved)
        }
        return collector.sorted + other.sorted
    }

    /// The members of webcredentials that are for links.
    private static func patterns(_ root: JSONNode) -> [JSONNode] {
        root["webcredentials"]?.children.filter { member in
            member.name.map(["details", "components", "paths", "defaults"].contains) ?? false
        } ?? []
    }

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
