import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests the answer about a link that does not open an app, and the place to which it refers the reader.
struct ClosedLinkTests {
    private static let url = URL(string: "https://site.com/recipes/42")!

    private func site(_ apple: String?, _ android: String? = nil, host: String = "site.com") -> SiteAssociations {
        SiteAssociations(host, apple: apple, android: android)
    }

    private func routes(
        _ device: LinkDevice,
        _ site: SiteAssociations,
        _ url: URL = url,
        page: PageTags? = nil,
        apps: [String]? = nil
    ) -> [LinkRoute] {
        DeviceRoutes(url: url, site: site, page: page, apps: apps, devices: [device]).devices[0].routes
    }

    @Test(arguments: [
        (
            "/Recipes/*", "recipes/42",
            "The only rule for the app does not match. The path \"/recipes/42\" does not match \"/Recipes/*\". "
                + "It would match if letter case did not matter."
        ),
        ("/søg", "s%C3%B8g", "It would match if the URL were decoded first; write the pattern as the URL is encoded."),
        ("/s%c3%b8g", "s%C3%B8g", "It would match if letter case did not matter."),
        ("/$(nothing)/*", "recipes/42", "$(nothing) is not defined."),
        ("https://site.com/*", "recipes/42", "The path \"/recipes/42\" does not match \"/https:/site.com/*\"."),
    ])
    func theOnlyRuleIsExplained(_ pattern: String, _ path: String, _ expected: String) throws {
        let url = try #require(URL(string: "https://site.com/\(path)"))
        let route = try #require(routes(.iphone, site(AppleRuleCases.path(pattern)), url).first)
        #expect(route.outcome == .noMatch)
        #expect(route.explanation.hasSuffix(expected), "\(route.explanation)")
    }

    /// Each rule is expensive to compare, and would be compared again in two other forms for each app.
    @Test func appsOfAnEntryShareAnExplanationAndItsCost() throws {
        let apps = (0..<10).map { "\"R2TQ9MZ7K4.app\($0)\"" }.joined(separator: ",")
        let rules = (0..<100).map { "{\"/\": \"/*a*a*a*A\($0)\"}" }.joined(separator: ",")
        let file = "{\"applinks\": {\"details\": [{\"appIDs\": [\(apps)], \"components\": [\(rules)]}]}}"
        let url = try #require(URL(string: "https://site.com/" + String(repeating: "a", count: 2_000)))
        let routes = routes(.iphone, site(file), url).filter { $0.kind == .universalLink }
        #expect(routes.count == 10 && Set(routes.map(\.explanation)).count == 1)
        #expect(routes[0].outcome == .noMatch)
        #expect(routes[0].explanation.hasPrefix("None of the 100 rules for the app matches"))
    }

    /// Old devices do not read dynamic rules, and open the link.
    @Test func dynamicRulesBeyondTheLimitLeaveALinkUndecided() throws {
        let rules = (0..<2_000).map { "{\"/\": \"b\($0)\"}" }.joined(separator: ",")
        let url = try #require(URL(string: "https://site.com/" + String(repeating: "a", count: 20_000)))
        let site = site(nil, AssetLinksRuleCases.dynamic("[\(rules)]"))
        let new = try #require(routes(.android, site, url).first { $0.kind == .appLink })
        #expect(new.outcome == .undecided, "\(new)")
        #expect(new.explanation == "The dynamic rules are too complex to be matched.")
        let old = try #require(routes(.android12, site, url).first { $0.kind == .appLink })
        #expect(old.outcome == .eligible, "\(old)")
    }

    @Test func ofSeveralRulesTheNearestIsNamed() throws {
        let item = "{\"/\": \"/recipes/*\", \"?\": {\"id\": \"?*\"}}"
        let rules = "{\"/\": \"/a\"}, \(item), {\"/\": \"/b\", \"exclude\": true}"
        let query = try #require(routes(.iphone, site(AppleRuleCases.components(rules))).first)
        let missing = "The missing query item \"id\" does not match \"?*\"."
        #expect(query.explanation.hasPrefix("None of the 3 rules for the app matches. The nearest is the rule at 1:"))
        #expect(query.explanation.hasSuffix(missing), "\(query.explanation)")
        let folded = "{\"/\": \"/a\"}, {\"/\": \"/RECIPES/*\"}"
        let route = try #require(routes(.iphone, site(AppleRuleCases.components(folded))).first)
        #expect(route.explanation.hasSuffix("It would match if letter case did not matter."), "\(route.explanation)")
        let two = site(AppleRuleCases.components("{\"/\": \"/a\"}, {\"/\": \"/b\"}"))
        let far = try #require(routes(.iphone, two).first)
        #expect(far.explanation == "None of the 2 rules for the app matches the path \"/recipes/42\".")
        let decoded = "{\"/\": \"/s%C3%B8g\", \"percentEncoded\": false}"
        let encoded = try #require(URL(string: "https://site.com/s%C3%B8g"))
        let hint = try #require(routes(.iphone, site(AppleRuleCases.components(decoded)), encoded).first)
        #expect(hint.explanation.contains("It would match without \"percentEncoded\": false"), "\(hint.explanation)")
        let none = try #require(routes(.iphone, site(AppleRuleCases.components(""))).first)
        #expect(none.explanation == "The app's entry has no rules.")
    }

    @Test func anAppThatTheFileDoesNotNameIsComparedWithThoseItNames() throws {
        let both = site(AppleRuleCases.path("*"), AssetLinksRuleCases.list(AssetLinksRuleCases.statement()))
        let other = try #require(routes(.iphone, both, apps: ["TEAMAAAA01.com.site.App"]).first)
        #expect(other.outcome == .appNotListed)
        #expect(other.explanation == "The file has no entry for the app; it names TEAMAAAA01.com.site.app.")
        let package = try #require(routes(.android, both, apps: ["com.site.other"]).first)
        #expect(package.explanation == "No statement names the app; the file names com.site.app.")
    }

    @Test func anAppIsFoundByItsBundleIdentifierAndAnotherPlatformsAppIsNotSaidToBeMissing() throws {
        let both = site(AppleRuleCases.path("*"), AssetLinksRuleCases.list(AssetLinksRuleCases.statement()))
        let bundle = try #require(routes(.iphone, both, apps: ["com.site.app"]).first)
        #expect(bundle.app == AppleRuleCases.id && bundle.outcome == .eligible)
        let apple = try #require(routes(.android, both, apps: [AppleRuleCases.id]).first)
        #expect(apple.explanation == "None of the apps asked for is an Android package; the file names com.site.app.")
        let android = try #require(routes(.iphone, both, apps: ["com.other.app"]).first)
        #expect(android.explanation == "None of the apps asked for is in the file, which names \(AppleRuleCases.id).")
    }

    @Test func aPackageWhoseStatementIsDroppedIsListedWithTheMistakeAndItsPlace() throws {
        let print = AssetLinksRuleCases.fingerprint.lowercased()
        let dropped = AssetLinksRuleCases.statement(package: "\"com.site.two\"", fingerprints: "[\"\(print)\"]")
        let file = AssetLinksRuleCases.list(AssetLinksRuleCases.statement(), dropped)
        let list = routes(.android, site(nil, file)).filter { $0.kind == .appLink }
        #expect(list.map(\.app) == ["com.site.app", "com.site.two"])
        #expect(list.map(\.outcome) == [.eligible, .appNotListed])
        #expect(list[1].explanation.contains("lower-case hexadecimal digits"), "\(list[1].explanation)")
        #expect(list[1].place?.pointer == "/1/target/sha256_cert_fingerprints/0")
    }

    @Test func aPackageWithAnotherRelationIsListedWithIt() throws {
        let file = AssetLinksRuleCases.relation("[\"delegate_permission/common.handle_all_url\"]")
        let route = try #require(routes(.android, site(nil, file)).first)
        #expect(route.outcome == .appNotListed && route.app == "com.site.app" && route.place?.pointer == "/0")
        let sentence =
            "The statement for the app declares delegate_permission/common.handle_all_url, not "
            + "delegate_permission/common.handle_all_urls."
        #expect(route.explanation == sentence)
    }

    @Test func aDocumentOfTheWrongFormIsNotSaidToNameNoApp() throws {
        let object = try #require(routes(.android, site(nil, AssetLinksRuleCases.statement())).first)
        #expect(object.outcome == .fileInvalid && object.explanation.contains("not an array of statements"))
        let array = try #require(routes(.iphone, site("[\(AppleRuleCases.path("*"))]")).first)
        #expect(array.outcome == .noService && array.explanation.contains("not a JSON object"))
        let list = AppleRuleCases.entry("\"components\": {\"/\": \"/a\"}")
        let unlimited = try #require(routes(.iphone, site(list)).first)
        #expect(unlimited.explanation == "The app's entry has no array of components or paths, so every URL matches.")
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 0x08, 0x00], "compressed with gzip"), ([0xFF, 0xFE, 0x7B, 0x00], "in UTF-16"),
            (Array("\n<!DOCTYPE html>".utf8), "an HTML page instead of the file"),
        ] as [([UInt8], String)]
    )
    func contentThatIsNotTextOfJSONIsRecognized(_ bytes: [UInt8], _ expected: String) throws {
        let site = SiteAssociations(host: "site.com", appSiteAssociation: bytes, assetLinks: bytes)
        for device in [LinkDevice.iphone, .android] {
            let route = try #require(routes(device, site).first)
            #expect(route.outcome == .fileInvalid && route.explanation.contains(expected), "\(route.explanation)")
        }
        #expect(site.findings.contains { $0.rule.id == "assetlinks-invalid-json" && $0.message.contains(expected) })
    }

    @Test(arguments: [
        (
            "{\"applinks\": {\"details\": [{\"appIDs\": \"\(AppleRuleCases.id)\"}]}}",
            "appIDs is not an array, so it is ignored."
        ),
        (
            "{\"applinks\": {\"details\": {\"appID\": \"\(AppleRuleCases.id)\"}}}",
            "details is an entry itself, not an array of entries."
        ),
    ])
    func aFileThatNamesNoAppIsExplainedByItsFirstMistake(_ apple: String, _ expected: String) throws {
        let route = try #require(routes(.iphone, site(apple)).first)
        #expect(route.outcome == .appNotListed && route.explanation.hasPrefix("The file names no app. At 1:"))
        #expect(route.explanation.hasSuffix(expected), "\(route.explanation)")
        let android = try #require(routes(.android, site(nil, "[1]")).first)
        #expect(android.explanation == "The file names no app. At 1:2: A statement is not an object.")
    }

    @Test func malformedDynamicRulesAreExplained() throws {
        let file = AssetLinksRuleCases.dynamic("[{\"/\": \"*\", \"exclude\": \"true\"}]")
        let route = try #require(routes(.android, site(nil, file)).first)
        let sentence = "The dynamic rules are malformed, so Android ignores them: exclude is not a Boolean."
        #expect(route.outcome == .dynamicDiscarded && route.explanation == sentence)
    }

    @Test(
        arguments: [
            ("shop.site.com", "*.site.com"), ("www.site.com", "*.site.com"), ("site.com", nil), ("site.co.uk", nil),
            ("shop.a.dk", "*.a.dk"), ("shop.site.co.uk", "*.site.co.uk"), ("192.0.2.1", nil),
        ] as [(String, String?)]
    )
    func aHostWithoutAFileMayBeCoveredByAWildcard(_ host: String, _ wildcard: String?) throws {
        for device in [LinkDevice.iphone, .android] {
            let route = try #require(routes(device, site(nil, nil, host: host)).first)
            #expect(route.outcome == .fileUnreachable)
            #expect(route.explanation.contains("*.") == (wildcard != nil), "\(route.explanation)")
            if let wildcard { #expect(route.explanation.contains("names \(wildcard), "), "\(route.explanation)") }
        }
    }

    @Test(arguments: [
        (LinkDevice.iphone, "al:ios:url=javascript:alert(1)", "javascript: must never be opened from a page."),
        (.iphone, "al:ios:url=my_app://42", "\"my_app\" is not a scheme: it has a character that schemes cannot have."),
        (.iphone, "al:ios:url=", "The tag for the URL is empty."),
        (.android, "al:android:url=app://42", "The page names no package, without which no app is found."),
    ])
    func aTargetThatNoReaderOpensIsInvalid(_ device: LinkDevice, _ tag: String, _ expected: String) throws {
        let page = PageRuleCases.page(tag)
        let route = try #require(routes(device, site(nil), page: page).first { $0.kind == .appLinksTarget })
        #expect(route.outcome == .targetInvalid && route.explanation == expected)
    }

    @Test func theBrowserOpensTheLinkItselfWhateverTheTagsSay() throws {
        let twice = PageRuleCases.page("al:web:url=https://site.com/first", "al:web:url=https://site.com/second")
        let route = try #require(routes(.iphone, site(nil), page: twice).last)
        #expect(route.kind == .web && route.target == Self.url.absoluteString)
        #expect(route.explanation.hasSuffix("opens https://site.com/first instead, as al:web:url says."))
        let page = PageRuleCases.page("al:ios:url=app://a", "al:web:should_fallback=No")
        let stopping = try #require(routes(.iphone, site(nil), page: page).last)
        #expect(stopping.explanation.hasSuffix("stops instead, because al:web:should_fallback is \"No\"."))
    }

    @Test func aLinkThatRedirectsIsExplained() throws {
        var page = PageRuleCases.page()
        page.requestedURL = URL(string: "https://site.com/s/1")
        let route = try #require(routes(.iphone, site(nil), page: page).last)
        let sentence = " The link redirects to https://site.com/recipes/42; apps are chosen by the link that is tapped."
        #expect(route.explanation.hasSuffix(sentence), "\(route.explanation)")
    }
}
