import BoltsPageFetching
import BoltsTasks
import FetchingStubs
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests the files of the host with `www` and of the one without it.
@Suite(.timeLimit(.minutes(20))) struct SiblingHostTests {
    private static let apple = AppleRuleCases.path("/a")
    private static let android = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())

    /// Fetches the files of a host whose sibling lacks one of them.
    private func fetch(
        _ host: String,
        comparing: Bool = true,
        origin: String? = nil,
        missing: @escaping @Sendable (URL) -> StubPages.Page?
    ) async -> (site: SiteAssociations, hosts: Set<String>) {
        let pages = StubPages { request in
            if let page = missing(request.url) { return page }
            return StubPages.Page(body: request.url.path().hasSuffix("assetlinks.json") ? Self.android : Self.apple)
        }
        var options = SiteFetchOptions()
        options.comparesWithWWW = comparing
        options.origin = origin.flatMap { URL(string: $0) }
        let site = await SiteAssociations.fetch(host, options: options, fetcher: pages)
        return (site, Set(pages.requests.compactMap { $0.url.host() }))
    }

    private func differences(_ site: SiteAssociations) -> [String] {
        site.findings.filter { $0.rule.id == "cross-host-missing" }.map(\.description)
    }

    @Test func aFileThatTheOtherHostLacksIsFound() async {
        for (host, other) in [
            ("site.com", "www.site.com"), ("www.site.com", "site.com"), ("site.co.uk", "www.site.co.uk"),
        ] {
            let (site, _) = await fetch(host) { url in
                url.host() == other && url.path().hasSuffix("association") ? .init(status: 404) : nil
            }
            let address = "https://\(other)/.well-known/apple-app-site-association"
            let message = "\(host) serves apple-app-site-association, and \(other) does not."
            #expect(differences(site) == ["\(address): warning: \(message) [cross-host-missing]"])
        }
    }

    @Test func aRedirectOfTheOtherHostIsNamed() async throws {
        let target = "https://site.com/.well-known/assetlinks.json"
        let (site, _) = await fetch("site.com") { url in
            guard url.host() == "www.site.com", url.path().hasSuffix("assetlinks.json") else { return nil }
            return .init(
                gate: BoltsTask(
                    error: PageError(
                        .tooManyRedirects,
                        "redirect",
                        hops: [PageHop(url: url, status: 301, location: target)]
                    )
                )
            )
        }
        #expect(differences(site).first?.contains("www.site.com redirects it") == true, "\(site.findings)")
    }

    @Test func hostsThatServeTheSameFilesDoNotDiffer() async {
        let (site, hosts) = await fetch("site.com") { _ in nil }
        #expect(differences(site) == [] && hosts == ["site.com", "www.site.com"])
        let (neither, _) = await fetch("site.com") { _ in .init(status: 404) }
        #expect(differences(neither) == [])
    }

    @Test func aHostThatDoesNotAnswerIsNotMissed() async {
        let (site, hosts) = await fetch("site.com") { url in
            url.host() == "www.site.com"
                ? .init(gate: BoltsTask(error: PageError(.notReachableOrNotAllowed, "no host"))) : nil
        }
        #expect(differences(site) == [] && hosts.contains("www.site.com"))
    }

    @Test func nothingIsComparedUnlessThereIsLikelyAnotherHost() async {
        for host in ["shop.site.com", "a.site.co.uk", "10.0.0.1", "localhost", "com"] {
            #expect(SiblingHost.likely(of: host) == nil, "\(host)")
            let (_, hosts) = await fetch(host) { _ in nil }
            #expect(!hosts.contains { $0.hasPrefix("www.") }, "\(host)")
        }
        #expect(SiblingHost.likely(of: "www.Shop.Site.com") == nil)
        #expect(SiblingHost.likely(of: "www.com") == nil)
        #expect(await fetch("site.com", comparing: false) { _ in nil }.hosts == ["site.com"])
        #expect(await fetch("site.com", origin: "https://127.0.0.1:8443") { _ in nil }.hosts == ["127.0.0.1"])
    }
}
