import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests how the Android Open Source Project compares dynamic rules, in contrast to Google's documentation.
struct DynamicRuleReadingTests {
    /// The rule, the URL's path, query and fragment, and the decision of the system's code.
    private static let cases: [(rule: String, url: String, allows: Bool)] = [
        (#"{"/":"/x/*"}"#, "/x", false), (#"{"/":"/x/*"}"#, "/x/", true), (#"{"/":"/x*"}"#, "/xy", true),
        (#"{"/":"/a.html"}"#, "/a.html", true), (#"{"/":"/v1.2/*"}"#, "/v1.2/x", true),
        (#"{"/":"*/terms/*"}"#, "/en/terms/x", false), (#"{"/":"/*/terms/*"}"#, "/en/terms/x", true),
        (#"{"/":"/*/terms"}"#, "/en/us/terms", false), (#"{"/":"/*.html"}"#, "/a.html", true),
        (#"{"/":"/*.html"}"#, "/a.b.html", false), (#"{"/":"/p/?*"}"#, "/p/", false), (#"{"/":"/p/?*"}"#, "/p/1", true),
        (#"{"/":"/?*/x"}"#, "/ab/x", true), (#"{"/":"/?*/x"}"#, "//x", false), (#"{"/":"/**"}"#, "/x", false),
        (#"{"/":"/**"}"#, "/x.*", true), (#"{"/":"/a*?c"}"#, "/abc", false), (#"{"/":"/a*?c"}"#, "/ab.c", true),
        (#"{"/":"*"}"#, "", true), (#"{"/":"/"}"#, "", false), (#"{"/":"/A"}"#, "/a", false),
        (#"{"/":"/caf%C3%A9"}"#, "/caf%C3%A9", false), (#"{"/":"/café"}"#, "/caf%C3%A9", true),
        (#"{"/":"/a/b"}"#, "/a%2Fb", true), (#"{"/":"/admin/*"}"#, "//admin/x", false),
        (#"{"/":"/?"}"#, "/%F0%9F%98%80", false), (#"{"/":"/??"}"#, "/%F0%9F%98%80", true),
        (#"{"/":"/*é"}"#, "/%C3%A0%C3%A9", true), (#"{"/":"/by/?/x"}"#, "/by/%C3%85/x", true),
        (##"{"#":"*"}"##, "/x", false), (##"{"#":"*"}"##, "/x#", true), (#"{"?":{"dl":"*"}}"#, "/?dl", false),
        (#"{"?":{"dl":"*"}}"#, "/?dl=", true), (#"{"?":{"q":"a&b"}}"#, "/?q=a%26b", false),
        (#"{"?":{"id":"1"}}"#, "/?id=1%262", true), (#"{"?":{"b":"2"}}"#, "/?a=1;b=2", true),
        (#"{"?":{"id":"1"}}"#, "/?id=1&id=2", true), (#"{"?":{"q":"a b"}}"#, "/?q=a+b", false),
        (#"{"exclude":false}"#, "/x", false), (#"{"/":"/private/*","exclude":true}"#, "/pub", false),
    ]

    @Test(arguments: cases)
    func theSystemsReadingOfADynamicRule(_ item: (rule: String, url: String, allows: Bool)) throws {
        let document = try JSONDocument(Array("[\(item.rule)]".utf8))
        let text = try #require(WebURLText("https://site.com\(item.url)"))
        var budget = MatchBudget()
        #expect(try DynamicRules(document.root).systemAllows(text.system, &budget) == item.allows, "\(item)")
    }

    private func route(_ rules: String, _ url: String) throws -> LinkRoute {
        let file = AssetLinksRuleCases.dynamic(rules)
        let site = SiteAssociations("site.com", android: file)
        let link = try #require(URL(string: "https://site.com\(url)"))
        return try #require(DeviceRoutes(url: link, site: site, devices: [.android]).devices[0].routes.first)
    }

    @Test(arguments: [
        (#"[{"/":"/**"}]"#, "/x"), (#"[{"/":"/a*?c"}]"#, "/abc"), (#"[{"/":"/?"}]"#, "/%F0%9F%98%80"),
        (##"[{"#":"*"}]"##, "/x"), (#"[{"?":{"dl":"*"}}]"#, "/?dl"), (#"[{"?":{"q":"a&b"}}]"#, "/?q=a%26b"),
        (#"[{"?":{"b":"2"}}]"#, "/?a=1;b=2"), (#"[{"?":{"id":"1"}}]"#, "/?id=1%262"),
    ])
    func whereTheReadingsDifferTheRouteIsUndecidedAndSaysBoth(_ rules: String, _ url: String) throws {
        let route = try route(rules, url)
        #expect(route.outcome == .undecided, "\(route)")
        #expect(route.explanation.contains("by the documentation the outcome is "), "\(route.explanation)")
    }

    @Test(arguments: [("/*é", "/%C3%A0%C3%A9"), ("/*д", "/%D0%B0%D0%B4"), ("/*日", "/%E6%97%A7%E6%97%A5")])
    func aStarStopsAtACharacterNotAtAByte(_ pattern: String, _ path: String) throws {
        #expect(try route("[{\"/\": \"\(pattern)\"}]", path).outcome == .eligible)
    }

    @Test func thePatternOfALongTextIsMatchedInOnePass() {
        let text = Array(String(repeating: "a", count: 200_000).utf16)
        let pattern = SystemPattern("/" + String(repeating: "*a", count: 1_000))
        #expect(!pattern.matches(text))
    }
}
