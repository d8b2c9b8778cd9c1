@_spi(Bolts) @testable import BoltsAppLinks
import Foundation
import Testing

/// Tests incoming URLs, as an app reads them.
@Suite struct AppLinkURLTests {
    private let events = MeasurementEventCenter(notificationCenter: nil)

    private func link(_ json: [String: AppLinkValue], base: String = "bolts://") throws -> AppLinkURL {
        let text = try AppLinkDataCodec().encode(AppLinkData(json: json), into: base)
        return AppLinkURL(text: text, events: events)
    }

    @Test(.tags(.oa02, .l3)) func aQueryIsSplitAndANameWithoutAValueIsKept() throws {
        let url = AppLinkURL(url: try #require(URL(string: "bolts://?foo&bar=baz&space=%20")), events: events)
        #expect(url.inputQueryParameters.parameters.count == 3)
        #expect(url.inputQueryParameters.parameters.contains { $0.name == "foo" })
        #expect(url.inputQueryParameters["foo"] == nil)
        #expect(url.inputQueryParameters["bar"] == "baz")
        #expect(url.inputQueryParameters["space"] == " ")
        #expect(!url.isAppLink)
        #expect(url.appLinkData == nil)
        #expect(url.appLinkDataError == nil)
        #expect(url.targetURL == url.inputURL)
        #expect(url.targetQueryParameters == url.inputQueryParameters)
    }

    @Test(.tags(.oa04, .l3)) func theTargetAndTheDataAreRead() throws {
        let value = #"{"user_agent":"Bolts iOS 1.0.0","target_url":"http:\/\/www.example.com\/path"}"#
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let input = try #require(URL(string: "bolts://?al_applink_data=" + (value ?? "")))
        let url = AppLinkURL(url: input, events: events)
        #expect(url.targetURL == URL(string: "http://www.example.com/path"))
        #expect(url.appLinkData?.userAgent == "Bolts iOS 1.0.0")
        #expect(url.inputURL == input)
        #expect(url.inputText == input.absoluteString)
    }

    @Test(.tags(.oa05, .oa06, .l3)) func inputAndTargetHaveTheirOwnParameters() throws {
        let url = try link(["target_url": "http://www.example.com/path?baz=bat"], base: "bolts://?foo=bar")
        #expect(url.targetQueryParameters["baz"] == "bat")
        #expect(url.targetQueryParameters.parameters.count == 1)
        #expect(url.inputQueryParameters["foo"] == "bar")
        #expect(url.inputQueryParameters["al_applink_data"]?.hasPrefix("{") == true)
    }

    @Test(.tags(.oa07, .l3)) func unknownFieldsAreKept() throws {
        let url = try link(["a": "b", "target_url": "http://www.example.com/path"])
        #expect(url.appLinkData?["a"] == "b")
    }

    @Test(
        .tags(.th15, .oa08, .l3),
        arguments: [
            nil, 1, true, [], [:], "", "x", "/path", "javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x",
            "file:///etc/passwd", "app://x", " https://e.com/", "https://e.com\\@evil.example/", "https://e.com/\n",
        ] as [AppLinkValue]
    )
    func anUnusableTargetLeavesTheInputURL(target: AppLinkValue) throws {
        let url = try link(["target_url": target, "n": 1], base: "bolts://x?a=b")
        #expect(url.targetURL == url.inputURL)
        #expect(url.targetURLText == url.inputText)
        #expect(url.targetQueryParameters == url.inputQueryParameters)
        #expect(url.appLinkData?["target_url"] == target)
        #expect(url.appLinkData?.targetURL == nil)
        #expect(url.isAppLink)
    }

    @Test(.tags(.l3)) func urlsThatFoundationRefusesAreRead() throws {
        let url = try link(["target_url": "https://e.com/"], base: "my_app://x")
        #expect(url.inputURL == nil)
        #expect(url.inputText.hasPrefix("my_app://x?al_applink_data="))
        #expect(url.targetURL == URL(string: "https://e.com/"))
    }

    @Test(
        .tags(.th11, .gx19, .l3),
        arguments: [nil, true, 1, 1.5, "x", [], ["x"], [:], ["url": 1, "app_name": []]] as [AppLinkValue]
    )
    func fieldsMayHaveAnyType(value: AppLinkValue) throws {
        for field in ["extras", "referer_app_link", "user_agent", "campaign_ids", "is_auto_applink", "target_url"] {
            let url = try link([field: value])
            #expect(url.isAppLink)
            #expect(url.appLinkData?[field] == value)
            #expect(url.appLinkReferrer == nil)
            #expect(url.appLinkExtras == (field == "extras" ? value.object : nil))
        }
    }

    @Test(.tags(.l3)) func knownFieldsAreTyped() throws {
        let data = try #require(
            try link([
                "campaign_ids": "abc", "is_auto_applink": true, "version": 1,
                "extras": ["fb_app_id": 123_456_789_012_345],
            ]).appLinkData
        )
        #expect(data.campaignIDs == "abc")
        #expect(data.isAutoAppLink)
        #expect(data.version == "1")
        #expect(data.extras?["fb_app_id"]?.integer == 123_456_789_012_345)
    }

    @Test(
        .tags(.ft14, .l3),
        arguments: [(true, true), (false, false), (1, true), ("true", true), (nil, false)] as [(AppLinkValue, Bool)]
    )
    func theAutoAppLinkFlagIsRead(value: AppLinkValue, isAuto: Bool) {
        #expect(AppLinkData(json: ["is_auto_applink": value]).isAutoAppLink == isAuto)
    }

    @Test(.tags(.l3)) func referrerNeedsURLAndName() throws {
        let whole = try link(["referer_app_link": ["url": "notes://back?x=1", "app_name": "Notes", "package": "p"]])
        let back = try #require(whole.appLinkReferrer)
        #expect(back.isBackToReferrer)
        #expect(back.sourceURL == URL(string: "notes://back?x=1"))
        #expect(back.targets.map(\.urlText) == ["notes://back?x=1"])
        #expect(back.targets.map(\.appName) == ["Notes"])
        #expect(back.webURL == nil)
        #expect(whole.appLinkData?.referrer?.json["package"] == "p")
        #expect(try link(["referer_app_link": ["url": "notes://"]]).appLinkReferrer == nil)
        #expect(try link(["referer_app_link": ["app_name": "Notes"]]).appLinkReferrer == nil)
        #expect(try link([:]).appLinkReferrer == nil)
    }

    @Test(
        .tags(.th16, .l4),
        arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:,x", "-x", "", "notes://a b"]
    )
    func referrersWithDeniedSchemesAreNil(text: String) throws {
        let url = try link(["referer_app_link": ["url": .string(text), "app_name": "Settings"]])
        #expect(url.appLinkReferrer == nil)
        #expect(url.appLinkData?.referrer?.urlText == text)
    }

    @Test(.tags(.l3)) func referrerWithAnUnderscoreSchemeIsGiven() throws {
        let url = try link([
            "referer_app_link": ["url": "my_notes://back", "app_name": "Notes"], "target_url": "https://e.com/",
        ])
        #expect(url.appLinkReferrer?.targets.first?.urlText == "my_notes://back")
    }

    @Test(.tags(.l3)) func strictReadingThrows() throws {
        let error = #expect(throws: AppLinkDataError.self) { try AppLinkURL(parsing: "a://x?al_applink_data=%7B%22a") }
        #expect(error?.code == .truncated)
        #expect(try !AppLinkURL(parsing: "a://x?b=c").isAppLink)
        let lenient = AppLinkURL(text: "a://x?al_applink_data=%7B%22a", events: events)
        #expect(lenient.appLinkDataError?.code == .truncated)
        #expect(lenient.appLinkData == nil)
        #expect(lenient.targetURL == URL(string: "a://x?al_applink_data=%7B%22a"))
    }

    @Test(
        .tags(.dl8),
        arguments: [
            "\"x\"", "7", "null", "[]", "{}", "{\"url\":1,\"app_name\":[]}", "{\"url\":\"a://\"}",
            "{\"app_name\":\"n\"}",
        ]
    )
    func senderDataNeverTraps(referrer: String) {
        let url = AppLinkURL(
            text: "bolts://?%A0=%A0&al_applink_data={\"referer_app_link\":\(referrer)}",
            events: events
        )
        #expect(url.isAppLink)
        #expect(url.appLinkReferrer == nil)
        #expect(url.inputQueryParameters["\u{FFFD}"] == "\u{FFFD}")
    }

    @Test func anIncomingLinkIsHandled() throws {
        let data = AppLinkData(json: [
            "target_url": "https://example.com/profiles/7?query=abc",
            "extras": ["fb_access_token": "t0kEn", "referer": ["name": "Other"]],
        ])
        let url = try #require(
            URL(string: try AppLinkDataCodec().encode(data, into: "example://app/profiles?query=xyz"))
        )

        let parsedURL = AppLinkURL(inboundURL: url, sourceApplication: "com.example.other", events: events)

        // Use the target URL from the App Link to locate content.
        #expect(parsedURL.targetURL?.pathComponents[1] == "profiles")
        // You can also check the query string easily.
        #expect(parsedURL.targetQueryParameters["query"] == "abc")
        // Apps with existing deep links may instead look at the input URL.
        #expect(parsedURL.inputURL?.pathComponents[1] == "profiles")
        #expect(parsedURL.inputQueryParameters["query"] == "xyz")
        // Apps can easily check the extras and App Link data as well.
        #expect(parsedURL.appLinkExtras?["fb_access_token"]?.string == "t0kEn")
        #expect(parsedURL.appLinkExtras?["referer"]?["name"] == "Other")
    }
}

/// The parameters of a query are split as in Bolts, and none is lost.
@Suite struct QueryParametersTests {
    @Test(
        .tags(.l3),
        arguments: [
            ("a:", []), ("a:?", []), ("a:?#x?y=z", []), ("a:?a", [("a", nil)]), ("a:?a=", [("a", "")]),
            ("a:?a=b=c", [("a", "b=c")]), ("a:?a+b=c+d", [("a+b", "c+d")]), ("a:?=b", [("", "b")]),
            ("a:?a&&b", [("a", nil), ("", nil), ("b", nil)]), ("a:?a&", [("a", nil), ("", nil)]),
            ("a:?%26=%3d%C3%A9", [("&", "=é")]), ("a:?%A0=%A0", [("\u{FFFD}", "\u{FFFD}")]),
            ("a:?x=100%&y=%4", [("x", "100%"), ("y", "%4")]),
            ("a:?q?r=/?#f&g", [("q?r", "/?")]), ("a:?&", [("", nil), ("", nil)]),
        ] as [(String, [(String, String?)])]
    )
    func queriesAreSplitIntoParameters(text: String, expected: [(String, String?)]) {
        let parameters = AppLinkURL.QueryParameters(of: text)
        #expect(parameters.parameters.map(\.name) == expected.map(\.0))
        #expect(parameters.parameters.map(\.value) == expected.map(\.1))
    }

    @Test(.tags(.l3)) func theLastDuplicateWinsAndAllAreKept() {
        let parameters = AppLinkURL.QueryParameters(of: "a:?x=1&x=2&y&x=%33")
        #expect(parameters["x"] == "3")
        #expect(parameters.parameters.map(\.name) == ["x", "x", "y", "x"])
        #expect(parameters.parameters.map(\.value) == ["1", "2", nil, "3"])
        #expect(parameters["z"] == nil)
        #expect(!parameters.parameters.contains { $0.name == "z" })
    }

    @Test(.tags(.th13, .l3)) func aMegabyteOfSeparatorsListsABoundedNumberOfParameters() throws {
        let filler = String(repeating: "&", count: 1_000_000)
        let value = try AppLinkDataCodec().encodedValue(of: AppLinkData(json: ["target_url": "https://e.com/"]))
        let text = "app://x?a=1\(filler)al_applink_data=\(value)&z=2#f"
        let url = AppLinkURL(text: text, events: MeasurementEventCenter(notificationCenter: nil))
        #expect(
            url.inputQueryParameters.parameters.count == AppLinkURL.QueryParameters.maximumCount
                && url.inputQueryParameters.isTruncated
        )
        // The data is found after these parameters, and writing keeps them all.
        #expect(url.targetURLText == "https://e.com/")
        #expect(url.inputText == text)
        let written = AppLinkDataCodec().insert("1", into: text)
        #expect(written == "app://x?a=1\(filler)z=2&al_applink_data=1#f")
        #expect(!AppLinkURL.QueryParameters(of: "app://x?a&b").isTruncated)
    }

    @Test(
        .tags(.l3),
        arguments: [
            ("x:?", "x:?D"), ("x:?a=1", "x:?a=1&D"), ("x:?a&", "x:?a&D"), ("x:?a&&", "x:?a&&D"),
            ("x:?al_applink_data=1", "x:?D"), ("x:?a&al_applink_data=1", "x:?a&D"),
            ("x:?al_applink_data=1&b", "x:?b&D"), ("x:?&al_applink_data=1", "x:?&D"),
            ("x:?al_applink_data=1&", "x:?D"), ("x:?al_applink_data=1&&b", "x:?&b&D"),
            ("x:?al_applink_data=1&&", "x:?&D"), ("x:?a&al_applink_data=1&al_applink_data=2&b#f", "x:?a&b&D#f"),
            ("x:#f", "x:?D#f"),
        ]
    )
    func dataReplacesOldDataWithItsSeparator(text: String, expected: String) {
        let written = AppLinkDataCodec().insert("2", into: text)
        #expect(written == expected.replacing("D", with: "al_applink_data=2"))
    }
}
