@_spi(Bolts) import BoltsAssociations
public import Foundation

/// A first test suite of links: what a site's own rules and pages do today.
public enum LinkSuite {
    /// How many links a suite has at most.
    private static let maximumCount = 200

    /// Lists links that the rules of a site's files and its pages have, each with what the files do with it.
    ///
    /// What the files leave open, such as links that a manifest decides, is left out.
    ///
    /// - Parameters:
    ///   - site: The association files of a host.
    ///   - pages: The URLs of its pages.
    ///   - claims: What the apps themselves say.
    /// - Returns: The expectations, all of which are met; those of rules come first.
    public static func expectations(
        of site: SiteAssociations,
        pages: [URL],
        claims: AppClaims = AppClaims()
    ) -> [LinkExpectation] {
        var check = ExpectationCheck(site: site, claims: claims)
        var seen = Set<URL>()
        var suite: [LinkExpectation] = []
        for url in SiteSamples.all(site) + pages where seen.insert(url).inserted {
            suite += candidates(url, site, claims).filter { check.result(of: $0).status == .met }
            guard suite.count < maximumCount else { break }
        }
        return Array(suite.prefix(maximumCount))
    }

    private static func candidates(_ url: URL, _ site: SiteAssociations, _ claims: AppClaims) -> [LinkExpectation] {
        let verdict = LinkVerdict(url: url, site: site, claims: claims)
        let families = LinkFamily.allCases.filter { $0.response(site)?.bytes != nil }
        var opening: [(app: String, platform: SiteDifference.Platform)] = []
        var staying = Set<SiteDifference.Platform>()
        for family in families {
            let answers = verdict.answers.filter { $0.devices.contains { LinkFamily($0) == family } }
            if let app = answers.first(where: { $0.outcome == .opens })?.app {
                opening.append((app, family.platform))
            } else {
                staying.insert(family.platform)
            }
        }
        var list: [LinkExpectation] = []
        if !opening.isEmpty {
            list.append(LinkExpectation(url: url, .opens(opening.map(\.app)), platforms: Set(opening.map(\.platform))))
        }
        if !staying.isEmpty { list.append(LinkExpectation(url: url, .stays, platforms: staying)) }
        return list
    }
}
