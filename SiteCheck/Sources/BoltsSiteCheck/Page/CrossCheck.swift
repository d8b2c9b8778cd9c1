@_spi(Bolts) import BoltsAssociations
import BoltsAppLinks
import BoltsPageMetadata
import Foundation

/// Checks the tags of a page together with the files of its hosts.
struct CrossCheck {
    let page: PageTags
    let sites: [SiteAssociations]

    private var site: SiteAssociations? { site(of: page.url) }

    private func site(of url: URL) -> SiteAssociations? {
        let hosts = [SiteAddress.host(of: url), SiteAddress.associated(with: url)]
        return sites.first { hosts.contains($0.host.lowercased()) }
    }

    private func values(_ platforms: Set<String>, _ name: String) -> [String] {
        page.metas.compactMap { tag in
            let parts = tag.property.lowercased().split(separator: ":").map(String.init)
            guard parts.count == 3, parts[0] == "al", platforms.contains(parts[1]), parts[2] == name else { return nil }
            return tag.content.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    private var packages: [String] { values(["android"], "package") }

    func check(_ findings: inout PageFindings) {
        checkStoreIDs(&findings)
        checkPackages(&findings)
        checkSchemes(&findings)
        checkHosts(&findings)
        if let site { checkFiles(site, &findings) }
    }

    private func checkStoreIDs(_ findings: inout PageFindings) {
        let tags = Set(values(AppLinksTagCheck.applePlatforms, "app_store_id").filter(TagText.isDigits))
        let banner = page.banner?["app-id"].flatMap { TagText.isDigits($0) ? $0 : nil }
        if let banner, !tags.isEmpty, !tags.contains(banner) {
            findings.add(
                .crossIosStoreId,
                "al:ios:app_store_id is \(Clip.clip(tags.sorted().joined(separator: ", "))), the banner's app-id \(banner).",
                element: "al:ios:app_store_id"
            )
        }
        let others = tags.union([banner].compactMap { $0 })
        if let twitter = page.value("twitter:app:id:iphone"), TagText.isDigits(twitter), !others.isEmpty,
            !others.contains(twitter)
        {
            findings.add(.crossTwitterStoreId, element: "twitter:app:id:iphone")
        }
    }

    private func checkPackages(_ findings: inout PageFindings) {
        let alternates = page.links.compactMap { AndroidAppAddress($0.href)?.package }
        let tags = packages.filter(AndroidApplicationID.isValid)
        let sources = [tags, alternates, page.playStorePackages].filter { !$0.isEmpty }.map(Set.init)
        if let first = sources.first, sources.dropFirst().contains(where: { first.isDisjoint(with: $0) }) {
            let names = Set(sources.flatMap { $0 }).sorted().prefix(5).joined(separator: ", ")
            let message = "The page names the packages \(Clip.clip(names))."
            findings.add(.crossAndroidPackage, message, element: "al:android:package")
        }
        let intents = page.intents.compactMap { IntentAddress($0)?.package }
        if !tags.isEmpty, let other = intents.first(where: { !tags.contains($0) }) {
            findings.add(.crossIntentPackage, "The intent's package is \(Clip.quoted(other)).", element: "a href")
        }
    }

    private func checkSchemes(_ findings: inout PageFindings) {
        let urls =
            values(AppLinksTagCheck.applePlatforms, "url")
            + ["twitter:app:url:iphone", "twitter:app:url:ipad"].compactMap(page.value)
            + [page.banner?["app-argument"]].compactMap { $0 }
        let schemes = Set(urls.filter { !TagText.isWeb($0) }.compactMap(TagText.scheme).filter(TagText.isScheme))
        if schemes.count > 1 {
            let names = Clip.clip(schemes.sorted().joined(separator: ", "))
            findings.add(.crossIosUrl, "The page uses the schemes \(names).", element: "al:ios:url")
        }
    }

    private func checkHosts(_ findings: inout PageFindings) {
        for (text, isApple) in values(AppLinksTagCheck.applePlatforms, "url").map({ ($0, true) })
            + values(["android"], "url").map({ ($0, false) })
        {
            guard let url = TagText.webURL(text), let site = site(of: url) else { continue }
            let isAssociated =
                isApple ? !(site.appSiteAssociation?.apps.isEmpty ?? true) : !site.assetStatements.isEmpty
            if !isAssociated {
                let message = "\(Clip.quoted(site.host)) is not associated with an app."
                findings.add(.crossHttpsTarget, message, element: isApple ? "al:ios:url" : "al:android:url")
            }
        }
        if let requested = page.requestedURL?.host()?.lowercased(), let host = page.url.host()?.lowercased(),
            requested != host
        {
            findings.add(.crossLinkRedirects, "The link redirects from \(Clip.clip(requested)) to \(Clip.clip(host)).")
        }
        let named = [page.canonical, page.appLink.web.urlText.flatMap(TagText.webURL)].compactMap { $0 }
        for url in named where url.host()?.lowercased() != page.url.host()?.lowercased() {
            guard let other = site(of: url), let site, site.appSiteAssociation != nil || site.assetLinks != nil else {
                continue
            }
            if other.appSiteAssociation == nil, other.assetLinks == nil {
                findings.add(.crossCanonicalHost, "\(Clip.quoted(other.host)) has no association files.")
            }
        }
        checkSiblings(&findings)
    }

    private func checkSiblings(_ findings: inout PageFindings) {
        guard let site else { return }
        let sibling = SiblingHost.counterpart(of: site.host)
        guard let other = sites.first(where: { $0.host.lowercased() == sibling }) else { return }
        for difference in SiblingHost.differences(site, other) {
            findings.add(.crossHostMissing, difference.message)
        }
    }

    // MARK: - The page and the files of its host

    private func checkFiles(_ site: SiteAssociations, _ findings: inout PageFindings) {
        let apple = appleOutcome(site)
        if !values(AppLinksTagCheck.applePlatforms, "url").isEmpty {
            if apple == .exclude { findings.add(.crossPageExcluded, exclusion(site), element: "al:ios:url") }
            if apple == .noMatch { findings.add(.crossPageNotMatched, element: "al:ios:url") }
        }
        let android = androidOutcome(site)
        if !packages.isEmpty, android == .exclude { findings.add(.crossPageDynamic, element: "al:android") }
        if apple == .match, android == .exclude {
            findings.add(.crossAasaAndroid, "The app may open the page on iOS, and not on Android.")
        } else if apple == .exclude || apple == .noMatch, android == .match {
            findings.add(.crossAasaAndroid, "The app may open the page on Android, and not on iOS.")
        }
        if let package = packages.first(where: AndroidApplicationID.isValid), site.assetLinks != nil {
            let decision = site.androidDecision(for: page.url, package: package)
            // Invalid statements are already reported for the file.
            if decision.reason == .notAssociated, site.assetLinks?.hasInvalidStatement(for: package) == false {
                var message = "\(Clip.quoted(package)) is not in assetlinks.json with handle_all_urls"
                let named = (site.assetLinks?.statedPackages ?? []).sorted().prefix(3).map { Clip.quoted($0) }
                message +=
                    named.isEmpty || named == [Clip.quoted(package)]
                    ? "." : "; the file names \(named.joined(separator: ", "))."
                findings.add(.crossAndroidPackageUnassociated, message, element: "al:android:package")
            }
        }
        if let clip = page.banner?["app-clip-bundle-id"],
            !(site.appSiteAssociation?.apps(of: "appclips") ?? []).contains(where: { $0.hasSuffix("." + clip) })
        {
            findings.add(.crossClip, "\(Clip.quoted(clip)) is not in appclips.", element: "apple-itunes-app")
        }
        if page.metas.contains(where: { $0.property.lowercased().hasPrefix("al:windows") }),
            site.windowsResponse != nil, site.windowsWebLinks == nil
        {
            findings.add(.windowsMissing, element: "al:windows")
        }
        checkFingerprints(site, &findings)
    }

    /// Whether any app may open the page, or `nil` if the file names no app.
    private func appleOutcome(_ site: SiteAssociations) -> AssociationOutcome? {
        guard let file = site.appSiteAssociation else { return nil }
        var decisions = UniversalLinkDecisions(file, url: page.url.absoluteString)
        let outcomes = Set(file.apps.prefix(100).map { decisions.decision(app: $0).outcome })
        if outcomes.contains(.match) { return .match }
        return outcomes.contains(.exclude) ? .exclude : outcomes.first
    }

    /// Which rule excludes the page, or `nil` if none does.
    private func exclusion(_ site: SiteAssociations) -> String? {
        guard let file = site.appSiteAssociation else { return nil }
        var decisions = UniversalLinkDecisions(file, url: page.url.absoluteString)
        for app in file.apps.prefix(100) {
            let decision = decisions.decision(app: app)
            guard decision.outcome == .exclude, let rule = decision.rule else { continue }
            return "Apple's file excludes the page's own URL at \(rule.place.position), \(rule.exclusion), though the "
                + "page has al:ios tags."
        }
        return nil
    }

    private func androidOutcome(_ site: SiteAssociations) -> AssociationOutcome? {
        let names = site.assetLinks?.packages.prefix(100) ?? []
        var decisions = site.androidDecisions(for: page.url)
        let outcomes = Set(names.map { decisions.decision(package: $0).outcome })
        return outcomes.contains(.match) ? .match : outcomes.first
    }

    private func checkFingerprints(_ site: SiteAssociations, _ findings: inout PageFindings) {
        for package in Set(page.playStorePackages).sorted().prefix(10) {
            var prints = Set<CertificateFingerprint>()
            var isKnown = false
            for statement in site.assetStatements where statement.relations.contains(.handleAllURLs) {
                guard case .androidApp(package, let list) = statement.target else { continue }
                prints.formUnion(list)
                isKnown = isKnown || NearestKey.isKnown(.assetlinksSingleFingerprint, in: statement.node)
            }
            if prints.count == 1, !isKnown {
                let message = "\(Clip.quoted(package)) has one fingerprint, which may be that of the upload key."
                findings.add(.assetlinksSingleFingerprint, message)
            }
        }
    }
}
