import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct DeviceRoutesTests {
    private static let url = URL(string: "https://site.com/recipes/42")!

    private func site(_ apple: String?, _ android: String?, windows: String? = nil) -> SiteAssociations {
        SiteAssociations("site.com", apple: apple, android: android, windows: windows)
    }

    private func routes(_ device: LinkDevice, _ site: SiteAssociations, _ page: PageTags? = nil) -> [LinkRoute] {
        DeviceRoutes(url: Self.url, site: site, page: page, devices: [device]).devices[0].routes
    }

    @Test func aLinkThatTheFilesAllowIsEligibleUnderConditionsWithTheDecidingRule() throws {
        let site = site(
            AppleRuleCases.path("/recipes/*"),
            AssetLinksRuleCases.list(AssetLinksRuleCases.statement()),
            windows: "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbwe\", \"paths\": [\"*\"]}]"
        )
        let apple = try #require(routes(.iphone, site).first)
        #expect(apple.outcome == .eligible)
        #expect(apple.place?.pointer == "/applinks/details/0/components/0")
        #expect(apple.conditions.contains(.entitlement) && apple.conditions.contains(.appleCopy))
        #expect(apple.statement.hasPrefix("\(AppleRuleCases.id): eligible, provided that the app is installed, "))
        let android = try #require(routes(.android, site).first)
        #expect(android.outcome == .eligible && Set([.verified, .tapped]).isSubset(of: android.conditions))
        let older = try #require(routes(.android11, site).first)
        #expect(older.conditions.contains(.allHostsVerified))
        #expect(routes(.windows, site).first?.place?.pointer == "/0/paths/0")
        #expect(routes(.desktop, site).map(\.kind) == [.web])
    }

    @Test func noTextClaimsThatAnAppOpens() {
        let page = PageRuleCases.page("al:ios:url=app://a", "name:apple-itunes-app=app-id=1, app-clip-bundle-id=a.b")
        let site = site(AppleRuleCases.path("*"), AssetLinksRuleCases.list(AssetLinksRuleCases.statement()))
        for device in DeviceRoutes(url: Self.url, site: site, page: page).devices {
            for route in device.routes where route.kind != .web {
                #expect(!route.statement.contains(" opens"), "\(route.statement)")
                #expect(!route.isOpen || route.statement.contains("provided that"), "\(route.statement)")
            }
        }
    }

    @Test func aClosedUnreadableOrMissingFileIsSaidToBeSoWithoutACondition() throws {
        let excluding = AppleRuleCases.components("{\"/\": \"/recipes/*\", \"exclude\": true}, {\"/\": \"*\"}")
        #expect(routes(.iphone, site(excluding, nil)).first?.outcome == .excluded)
        #expect(routes(.iphone, site(AppleRuleCases.path("/x"), nil)).first?.outcome == .noMatch)
        #expect(routes(.iphone, site("{", nil)).first?.outcome == .fileInvalid)
        #expect(routes(.iphone, site(nil, nil)).first?.outcome == .fileUnreachable)
        #expect(routes(.iphone, site("{}", nil)).first?.outcome == .noService)
        #expect(routes(.android, site(nil, "[]")).first?.outcome == .appNotListed)
        #expect(routes(.android, site(nil, "[")).first?.outcome == .fileInvalid)
        let closed = try #require(routes(.iphone, site(excluding, nil)).first)
        #expect(closed.conditions.isEmpty)
    }

    @Test func anIdentifierThatNoAppHasIsNotEligibleAndTheRuleThatExcludesIsShownAsItIsWritten() throws {
        let bare = AppleRuleCases.path("/recipes/*").replacing(AppleRuleCases.id, with: "com.site.app")
        let route = try #require(routes(.iphone, site(bare, nil)).first)
        #expect(route.outcome == .appNotListed && route.app == "com.site.app" && route.conditions.isEmpty)
        let template = AppleRuleCases.path("/recipes/*").replacing(AppleRuleCases.id, with: "ABCDE12345.com.site.app")
        let placeholder = try #require(routes(.iphone, site(template, nil)).first)
        #expect(placeholder.outcome == .appNotListed && placeholder.explanation.contains("placeholder"))
        let shadowed = AppleRuleCases.paths("\"NOT /recipes/*\", \"/recipes/42\"")
        let excluded = try #require(routes(.iphone, site(shadowed, nil)).first)
        #expect(excluded.explanation.contains("NOT path \"/recipes/*\""), "\(excluded.explanation)")
    }

    @Test func aStatementThatIsInvalidIsNamedWhereNoAppIsListed() throws {
        let print = (0..<32).map { _ in "ab" }.joined(separator: ":")
        let route = try #require(routes(.android, site(nil, AssetLinksRuleCases.print(print))).first)
        #expect(route.outcome == .appNotListed && route.app == "com.site.app")
        #expect(route.explanation.contains("A fingerprint has lower-case"), "\(route.explanation)")
    }

    @Test(arguments: [
        (LinkDevice.iphone, "al:ios:url=recipes/42"), (.ipad, "al:ipad:url=my_app://42"),
        (.android, "al:android:url=//recipes/42"), (.windows, "al:windows:url=recipes"),
    ]
    )
    func aTargetWithoutASchemeIsNotEligible(_ device: LinkDevice, _ tag: String) throws {
        let page = PageRuleCases.page(tag, "al:android:package=com.site.app")
        let route = try #require(routes(device, site(nil, nil), page).first { $0.kind == .appLinksTarget })
        #expect(route.outcome == .targetInvalid && !route.isOpen && route.conditions.isEmpty)
    }

    @Test func dynamicRulesDecideOnAndroid15OnlyAndMalformedOnesLeaveItToTheManifest() {
        let closing = AssetLinksRuleCases.dynamic("[{\"/\": \"/other\"}]")
        #expect(routes(.android, site(nil, closing)).first?.outcome == .excluded)
        #expect(routes(.android12, site(nil, closing)).first?.outcome == .eligible)
        let malformed = AssetLinksRuleCases.dynamic("[{\"/\": 1}]")
        #expect(routes(.android, site(nil, malformed)).first?.outcome == .dynamicDiscarded)
    }

    @Test func whereSourcesDisagreeAboutAFileBothReadingsAreGivenWhereTheyAgreeOne() throws {
        let second = "{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [{\"/\": \"/recipes/*\"}]}"
        func file(_ first: String) -> String {
            "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [\(first)]}, \(second)]}}"
        }
        let open = try #require(routes(.iphone, site(file("{\"/\": \"/x\"}"), nil)).first)
        #expect(open.outcome == .undecided)
        #expect(open.explanation.contains("noMatch") && open.explanation.contains("match"))
        #expect(routes(.iphone, site(file("{\"/\": \"*\"}"), nil)).first?.outcome == .eligible)
    }

    @Test func theTagsOfThePageOfferTheirOwnRoutes() {
        let page = PageRuleCases.page(
            "al:ios:url=app://recipes/42",
            "al:android:package=com.site.app",
            "name:apple-itunes-app=app-id=123, app-argument=app://recipes/42",
            links: [.init(rel: "alternate", href: "android-app://com.site.app/https/site.com/recipes/42")]
        )
        let site = site(nil, nil)
        #expect(routes(.iphone, site, page).map(\.kind) == [.universalLink, .appLinksTarget, .smartAppBanner, .web])
        #expect(routes(.android, site, page).map(\.kind) == [.appLink, .appLinksTarget, .alternate, .web])
        #expect(routes(.iphone, site, page)[1].target == "app://recipes/42")
    }
}
