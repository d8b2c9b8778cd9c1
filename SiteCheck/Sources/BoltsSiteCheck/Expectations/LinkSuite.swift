@_spi(Bolts) import BoltsAssociations
public import Foundation

/// A first test suite of links: the current outcomes of a site's own rules and pages.
public enum LinkSuite {
    private static let maximumCount = 200

    /// Lists links of a site's rules and pages, each with its outcome, except those that the files leave undecided.
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
