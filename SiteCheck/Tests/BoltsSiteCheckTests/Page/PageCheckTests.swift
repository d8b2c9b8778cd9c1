import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct PageCheckTests {
    static let cases = PageRuleCases.appLinks + PageRuleCases.others

    @Test(arguments: cases) func thePageThatBreaksARuleIsFoundTheOneThatNearlyDoesIsNot(_ item: PageRuleCase) {
        let broken = PageCheck.findings(in: item.broken)
        #expect(broken.contains { $0.rule.id == item.rule }, "\(broken)")
        let near = PageCheck.findings(in: item.sound)
        #expect(!near.contains { $0.rule.id == item.rule }, "\(near)")
    }

    @Test func everyRuleAboutTagsHasItsCase() {
        let tested = Set(Self.cases.map(\.rule))
        let missing = (AssociationRule.tagAppLinksRules + AssociationRule.tagBannerRules).map(\.id)
            .filter { !tested.contains($0) }
        #expect(missing.isEmpty)
    }

    @Test func anyTextInAnyTagIsJudgedNeverATrap() {
        let texts = [
            "", ":", "=", ",", "al:", "al::", "://", "intent:", "%", "a,b=c", "android-app://", "\u{0}", "é🙂", "{{",
        ]
        let names = [
            "al:", "al:ios", "al::url", "al:ios:url", "al:web:url", "apple-itunes-app", "twitter:app:id:iphone",
        ]
        for text in texts {
            for name in names {
                let page = PageTags(
                    url: PageRuleCases.url,
                    metas: [
                        MetaTag(property: name, content: text), MetaTag(property: name, content: nil, attribute: .name),
                    ],
                    links: [.init(rel: text, href: text)],
                    hyperlinks: [text, "intent:" + text, "intent:#Intent;" + text + ";end"],
                    manifest: Array(text.utf8)
                )
                _ = PageCheck.findings(in: page)
            }
        }
    }
}

struct CrossCheckTests {
    private static let appleOpen = AppleRuleCases.path("/recipes/*")
    private static let androidOpen = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())

    private func site(_ apple: String? = appleOpen, _ android: String? = androidOpen, host: String = "site.com")
        -> SiteAssociations
    {
        SiteAssociations(host, apple: apple, android: android)
    }

    private func ids(_ page: PageTags, _ sites: SiteAssociations...) -> Set<String> {
        Set(PageCheck.findings(in: page, sites: sites).map(\.rule.id))
    }

    @Test func storeIdsAndPackagesThatDifferAreFound() {
        let ios = "al:ios:app_store_id=1"
        #expect(ids(PageRuleCases.page(ios, "name:apple-itunes-app=app-id=2")).contains("cross-ios-store-id"))
        #expect(!ids(PageRuleCases.page(ios, "name:apple-itunes-app=app-id=1")).contains("cross-ios-store-id"))
        #expect(ids(PageRuleCases.page(ios, "name:twitter:app:id:iphone=2")).contains("cross-twitter-store-id"))
        let android = "al:android:package=com.site.app"
        #expect(
            ids(PageRuleCases.page(android, "twitter:app:id:googleplay=com.site.x")).contains("cross-android-package")
        )
        #expect(
            !ids(PageRuleCases.page(android, "twitter:app:id:googleplay=com.site.app")).contains(
                "cross-android-package"
            )
        )
        let intent = ["intent:x#Intent;package=com.other.app;end"]
        #expect(ids(PageRuleCases.page(android, hyperlinks: intent)).contains("cross-intent-package"))
        #expect(
            ids(PageRuleCases.page("al:ios:url=app://a", "twitter:app:url:iphone=old://a")).contains("cross-ios-url")
        )
    }

    @Test(arguments: ["", " ", "&#10;"]) func theIntentsOfAPageThatWasReadAreJudged(space: String) throws {
        let text = "<a href='https://a.test/'>x</a><a href='\(space)intent:x#Intent;package=a.b'>x</a>"
        let url = try #require(URL(string: "https://example.com/"))
        let findings = PageCheck.findings(in: PageTags.read(Array(text.utf8), url: url))
        #expect(findings.map(\.rule.id).contains("intent-syntax"))
        let good = text.replacing("package=a.b", with: "package=a.b;end")
        #expect(
            !PageCheck.findings(in: PageTags.read(Array(good.utf8), url: url)).map(\.rule.id).contains("intent-syntax")
        )
    }

    @Test func aPageThatItsOwnHostsFilesCloseIsFound() {
        let ios = PageRuleCases.page("al:ios:url=app://a")
        let excluding = AppleRuleCases.components("{\"/\": \"/recipes/*\", \"exclude\": true}, {\"/\": \"*\"}")
        #expect(ids(ios, site(excluding)).contains("cross-page-excluded"))
        #expect(ids(ios, site(AppleRuleCases.path("/other"))).contains("cross-page-not-matched"))
        #expect(ids(ios, site()).isDisjoint(with: ["cross-page-excluded", "cross-page-not-matched"]))
        let android = PageRuleCases.page("al:android:package=com.site.app")
        let closing = AssetLinksRuleCases.dynamic("[{\"/\": \"/other\"}]")
        #expect(ids(android, site(nil, closing)).contains("cross-page-dynamic"))
        #expect(ids(android, site(Self.appleOpen, closing)).contains("cross-aasa-android"))
        let other = PageRuleCases.page("al:android:package=com.site.other")
        #expect(ids(other, site()).contains("cross-android-package-unassociated"))
        #expect(!ids(android, site()).contains("cross-android-package-unassociated"))
        let finding = PageCheck.findings(in: other, sites: [site()]).first { $0.rule.id.hasSuffix("unassociated") }
        #expect(finding?.message.contains("; the file names \"com.site.app\".") == true, "\(finding?.message ?? "")")
        // The statement exists but is invalid, which the check of the file reports.
        let print = (0..<32).map { _ in "ab" }.joined(separator: ":")
        let invalid = site(nil, AssetLinksRuleCases.print(print))
        #expect(!ids(android, invalid).contains("cross-android-package-unassociated"))
    }

    @Test func hostsWithoutFilesAreFoundWhereAPageLeadsToThem() {
        let target = PageRuleCases.page("al:ios:url=https://site.com/a")
        #expect(ids(target, site(nil, nil)).contains("cross-https-target"))
        #expect(!ids(target, site()).contains("cross-https-target"))
        #expect(ids(PageRuleCases.page(), site(), site(nil, nil, host: "www.site.com")).contains("cross-host-missing"))
        let canonical = PageRuleCases.page(links: [.init(rel: "canonical", href: "https://m.site.com/a")])
        #expect(ids(canonical, site(), site(nil, nil, host: "m.site.com")).contains("cross-canonical-host"))
        var redirected = PageRuleCases.page()
        redirected.requestedURL = URL(string: "https://short.link/a")
        #expect(ids(redirected, site()).contains("cross-link-redirects"))
        #expect(
            ids(PageRuleCases.page("name:apple-itunes-app=app-clip-bundle-id=com.x.Clip"), site()).contains(
                "cross-clip"
            )
        )
        #expect(ids(PageRuleCases.page("al:windows:url=app://a"), site()).contains("windows-missing"))
        let play = PageRuleCases.page("twitter:app:id:googleplay=com.site.app")
        #expect(ids(play, site()).contains("assetlinks-single-fingerprint"))
    }
}
