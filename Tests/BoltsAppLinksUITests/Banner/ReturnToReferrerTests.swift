import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import Testing

/// Tests which way back the banner offers.
@Suite(.tags(.l9)) struct ReturnToReferrerTests {
    private func url(referrer: AppLinkValue?) throws -> AppLinkURL {
        var json: [String: AppLinkValue] = ["target_url": "https://example.com/"]
        json["referer_app_link"] = referrer
        let text = try AppLinkDataCodec().encode(AppLinkData(json: json), into: "recipes://42")
        return try AppLinkURL(parsing: text)
    }

    @Test func referrerWithURLAndNameIsOffered() throws {
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
        ] as [(AppLinkValue?, ReturnToReferrerError.Code)]
    )
    func unusableReferrersAreExplained(referrer: AppLinkValue?, code: ReturnToReferrerError.Code) throws {
        let url = try url(referrer: referrer)
        let error = #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrer(url) }
        #expect(error?.code == code)
        #expect(error?.description.isEmpty == false)
        #expect(error?.localizedDescription == error?.description)
    }

    @Test func plainURLHasNoReferrer() throws {
        let error = #expect(throws: ReturnToReferrerError.self) {
            try ReturnToReferrer(AppLinkURL(text: "recipes://42"))
        }
        #expect(error?.code == .noReferrer)
    }

    @Test(.tags(.th16)) func schemePolicyDecides() throws {
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

    @Test func schemeWithUnderscoreIsAccepted() throws {
        let url = try url(referrer: ["url": "my_notes://back", "app_name": "Notes"])
        #expect(try ReturnToReferrer(url).destination.text == "my_notes://back")
    }

    @Test func linkBackToPageFallsBackToThatPage() throws {
        let url = try url(referrer: ["url": "https://news.example/7", "app_name": "News"])
        #expect(try ReturnToReferrer(url).link.webURL?.absoluteString == "https://news.example/7")
    }

    @Test(.tags(.gx22, .dl12)) func linkWithoutTargetsHasNoReferrer() {
        let link = AppLink(sourceURL: URL(fileURLWithPath: "/"), targets: [], webURL: nil, isBackToReferrer: true)
        let error = #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrer(link) }
        #expect(error?.code == .noReferrer)
    }

    @Test func linkIsMarkedAsLinkBack() throws {
        let target = AppLinkTarget(url: URL(string: "notes://back"), appName: "Notes")
        let link = AppLink(sourceURL: URL(fileURLWithPath: "/"), targets: [target], webURL: nil)
        #expect(try ReturnToReferrer(link).link.isBackToReferrer)
    }
}
