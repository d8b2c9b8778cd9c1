import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import Testing

/// What there is to offer (rule L9).
@Suite struct ReturnToReferrerTests {
    private func url(referrer: JSONValue?) throws -> AppLinkURL {
        var json: [String: JSONValue] = ["target_url": "https://example.com/"]
        json["referer_app_link"] = referrer
        let text = try AppLinkDataCodec().encode(AppLinkData(json: json), into: "recipes://42")
        return try AppLinkURL(parsing: text)
    }

    @Test("L9: the sender's URL and name make a way back")
    func L9_urlAndNameAreOffered() throws {
        let url = try url(referrer: ["url": "notes://back?to=7", "app_name": "Notes"])
        let referrer = try ReturnToReferrer(url)
        #expect(referrer.appName == "Notes")
        #expect(referrer.destination.text == "notes://back?to=7")
        #expect(referrer.text().description == "Touch to return to Notes")
        #expect(referrer.link.isBackToReferrer)
        #expect(referrer.link.targets.map(\.urlText) == ["notes://back?to=7"])
        #expect(referrer.link.webURL == nil)
        #expect(try ReturnToReferrer(try #require(url.appLinkReferrer)) == referrer)
    }

    @Test(
        "L9: without a URL or a name of any use there is nothing to offer, and it is said why",
        arguments: [
            (nil, .noReferrer), ("notes://back", .noReferrer), (.null, .noReferrer), (7, .noReferrer),
            (["app_name": "Notes"], .noURL), (["url": "", "app_name": "Notes"], .noURL),
            (["url": 1, "app_name": "Notes"], .noURL),
            (["url": "notes://back"], .noName), (["url": "notes://back", "app_name": " "], .noName),
            (["url": "notes://back", "app_name": "\u{202E}"], .noName),
            (["url": "notes://back", "app_name": ["Notes"]], .noName),
            (["url": "back", "app_name": "Notes"], .unusableURL),
            (["url": "notes://a b", "app_name": "Notes"], .unusableURL),
            (["url": "https://", "app_name": "Notes"], .unusableURL),
            (["url": "javascript:alert(1)", "app_name": "Notes"], .schemeDenied),
            (["url": "file:///etc/passwd", "app_name": "Notes"], .schemeDenied),
            (["url": "tel:112", "app_name": "Notes"], .schemeDenied),
            (["url": "ms-settings:x", "app_name": "Notes"], .schemeDenied),
        ] as [(JSONValue?, ReturnToReferrerError.Code)]
    )
    func L9_nothingToOffer(referrer: JSONValue?, code: ReturnToReferrerError.Code) throws {
        let url = try url(referrer: referrer)
        let error = #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrer(url) }
        #expect(error?.code == code)
        #expect(error?.description.isEmpty == false)
        #expect(error?.localizedDescription == error?.description)
    }

    @Test("L9: a URL that is no App Link offers nothing")
    func L9_plainURLsOfferNothing() throws {
        let error = #expect(throws: ReturnToReferrerError.self) {
            try ReturnToReferrer(AppLinkURL(text: "recipes://42"))
        }
        #expect(error?.code == .noReferrer)
    }

    @Test("L9: the policy decides which schemes are offered")
    func L9_policyDecides() throws {
        let own = try url(referrer: ["url": "Recipes://back", "app_name": "Recipes"])
        var policy = SchemePolicy.standard
        #expect(throws: Never.self) { try ReturnToReferrer(own, schemePolicy: policy) }
        policy.denied.insert("recipes")
        #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrer(own, schemePolicy: policy) }
        policy = SchemePolicy(denied: [])
        let call = try url(referrer: ["url": "tel:112", "app_name": "Notes"])
        #expect(try ReturnToReferrer(call, schemePolicy: policy).destination.text == "tel:112")
        let script = try url(referrer: ["url": "javascript:1", "app_name": "Notes"])
        #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrer(script, schemePolicy: policy) }
    }

    @Test("L9: a scheme with an underscore leads back too")
    func L9_underscores() throws {
        let url = try url(referrer: ["url": "my_notes://back", "app_name": "Notes"])
        #expect(try ReturnToReferrer(url).destination.text == "my_notes://back")
    }

    @Test("L9: a way back to a page has that page as its web fallback")
    func L9_pagesAreTheirOwnFallback() throws {
        let url = try url(referrer: ["url": "https://news.example/7", "app_name": "News"])
        #expect(try ReturnToReferrer(url).link.webURL?.absoluteString == "https://news.example/7")
    }

    @Test("GX22, D-L12: a link with an empty list of targets offers nothing")
    func L9_emptyTargets() {
        let link = AppLink(sourceURL: URL(fileURLWithPath: "/"), targets: [], webURL: nil, isBackToReferrer: true)
        let error = #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrer(link) }
        #expect(error?.code == .noReferrer)
    }

    @Test("L9: a link made by hand is a way back once it is offered as one")
    func L9_linksByHandAreFlagged() throws {
        let target = AppLinkTarget(url: URL(string: "notes://back"), appName: "Notes")
        let link = AppLink(sourceURL: URL(fileURLWithPath: "/"), targets: [target], webURL: nil)
        #expect(try ReturnToReferrer(link).link.isBackToReferrer)
    }
}
