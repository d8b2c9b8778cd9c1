import BoltsBase
import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAppLinks

/// Tests that data in an unusual form is read anyway, and that a warning names the form.
@Suite struct AppLinkDataResultTests {
    private let codec = AppLinkDataCodec()
    private let json = #"{"target_url":"https://e.com/?a=1&b=2","extras":{"n":1}}"#

    private func escaped(_ text: String) -> String { String(decoding: PercentCoding.encode(text.utf8), as: UTF8.self) }

    @Test(.tags(.l3)) func dataEscapedUpToThreeTimesIsRead() throws {
        var value = escaped(json)
        for layer in 1...3 {
            let result = try #require(try codec.result(from: "app://x?al_applink_data=\(value)&z=1"))
            #expect(result.data.targetURLText == "https://e.com/?a=1&b=2")
            #expect(result.tolerated == (layer > 1 ? [.escapedAgain] : []))
            value = escaped(value)
        }
        #expect(throws: AppLinkDataError.self) { try codec.result(from: "app://x?al_applink_data=\(value)") }
    }

    @Test(.tags(.l3)) func jsonInAJSONStringIsRead() throws {
        let inner = try AppLinkValue.string(json).jsonText()
        let result = try #require(try codec.result(from: "app://x?al_applink_data=\(escaped(inner))"))
        #expect(result.data.extras == ["n": 1])
        #expect(result.tolerated == [.inString])
    }

    @Test(.tags(.l3)) func everyWarningIsReported() throws {
        func warnings(_ query: String) throws -> [AppLinkDataResult.Warning]? {
            try codec.result(from: "app://x?\(query)")?.tolerated
        }
        let name = "al_applink_data="
        #expect(try warnings(name + json) == [.unescaped])
        #expect(try warnings(name + escaped(#"{"a":1,"a":2}"#)) == [.repeatedNames])
        #expect(try warnings(name + escaped(#"{"a":{"b":1,"b":1}}"#)) == [.repeatedNames])
        #expect(try warnings(name + escaped(#"{"a":"\ud800"}"#)) == [.replacements])
        #expect(try warnings(name + "%7B%22a%22%3A%22%A0%22%7D") == [.replacements])
        #expect(try warnings(name + "&" + name + escaped(json)) == [.severalParameters])
        #expect(try warnings(name + #"{"target_url":"https%3A%2F%2Fe.com%2F"}"#) == [.textsEscaped])
        #expect(try warnings(name + escaped(json)) == [])
        #expect(try warnings("a=b") == nil)
    }

    /// The data is as Python's `urlencode` writes it, with and without blanks between the members.
    @Test(.tags(.l3)) func aFormsPlusSignsAreBlanks() throws {
        let referrer = #"{"app_name": "Book Club", "url": "b://"}"#
        let spaced = #"{"target_url": "https://e.com/a+b?q=1", "referer_app_link": "# + referrer + "}"
        let form = escaped(spaced).replacing("%20", with: "+")
        let result = try #require(try codec.result(from: "app://x?al_applink_data=\(form)&z=1"))
        #expect(result.data.targetURLText == "https://e.com/a+b?q=1")
        #expect(result.data.referrer?.appName == "Book Club")
        #expect(result.tolerated == [.formEncoded])
        let raw = spaced.replacing("+", with: "%2B").replacing(" ", with: "+").replacing("%2B", with: "%252B")
        #expect(try codec.result(from: "app://x?al_applink_data=\(raw)")?.data.referrer?.appName == "Book Club")
        // If the JSON needs no blanks, the plus signs cannot be recognized, and the name keeps its plus sign.
        let compact = form.replacing(":+", with: ":").replacing(",+", with: ",").replacing("%3A+", with: "%3A")
            .replacing("%2C+", with: "%2C")
        let odd = try #require(try codec.result(from: "app://x?al_applink_data=\(compact)"))
        #expect(odd.data.referrer?.appName == "Book+Club")
        #expect(odd.tolerated == [.plusInName])
        #expect(odd.warnings.count == 1)
    }

    @Test(.tags(.l3)) func aPlusSignThatIsOneStays() throws {
        let value = #"{"a":1e+5,"referer_app_link":{"app_name":"C++ Club"}}"#
        let result = try codec.result(from: "app://x?al_applink_data=\(escaped(value))")
        #expect(result?.data.referrer?.appName == "C++ Club")
        #expect(result?.tolerated == [])
        #expect(throws: AppLinkDataError.self) { try codec.result(from: "app://x?al_applink_data=%7B%22a%22%3A+%7D") }
    }

    @Test(.tags(.l3)) func dataWithoutAURLIsRead() throws {
        for value in [json, " \n\(json)\n", escaped(json), escaped(escaped(json))] {
            #expect(try codec.result(ofValue: value).data.extras == ["n": 1])
        }
        #expect(try codec.result(ofValue: json).tolerated == [])
        #expect(throws: AppLinkDataError.self) { try codec.result(ofValue: "nothing") }
    }

    @Test(.tags(.l3)) func everyFieldOfMetaSurvivesReadingAndWriting() throws {
        let fields = #"""
            {"target_url":"https://e.com/a?b=1&c=2","version":"1.0","user_agent":"FBSDK 18.1.0","campaign_ids":"ARFU...x",
            "ad_id":"23842746334790628","adgroup_id":"2384","campaign_id":"7","campaign_group_id":"8","account_id":"9",
            "is_auto_applink":true,"new":{"deep":[1,2.5,null,{"x":[]}]},"big":123456789012345678901234567890,"huge":1e999,
            "extras":{"fb_app_id":123456789012345,"fb_access_token":"t","fb_expires_in":"3600",
            "deeplink_context":"{\"promo_code\":\"P\"}"},
            "referer_app_link":{"target_url":"https://r.com/","url":"fb:///?app_id=1","app_name":"Facebook",
            "app_store_id":"284882215","package":"com.facebook.katana"}}
            """#
        let data = try #require(try codec.decode(from: "app://x?al_applink_data=\(escaped(fields))"))
        let again = try #require(try codec.decode(from: codec.encode(data, into: "other://y#f")))
        #expect(again == data)
        #expect(data.json.count == 15)
        #expect(data.campaignIDs == "ARFU...x")
        #expect(data.isAutoAppLink)
        #expect(data["ad_id"] == "23842746334790628")
        #expect(data["big"]?.numberText == "123456789012345678901234567890")
        #expect(data["huge"]?.numberText == "1e999")
        #expect(data.extras?["fb_app_id"]?.integer == 123_456_789_012_345)
        #expect(data.extras?["fb_expires_in"] == "3600")
        let context = try AppLinkValue(jsonText: data.extras?["deeplink_context"]?.string ?? "")
        #expect(context["promo_code"] == "P")
        #expect(data.referrer?.json["target_url"] == "https://r.com/")
        #expect(data.referrer?.json["package"] == "com.facebook.katana")
    }

    @Test(.tags(.l3)) func aFieldOfTheWrongTypeIsKeptAndItsAccessorIsNil() throws {
        let values: [AppLinkValue] = [
            nil, true, 1, 1.5, .decimal("1e999"), "text", [], [[]], [:], ["url": 1, "app_name": [nil]],
        ]
        let fields = [
            "target_url", "extras", "referer_app_link", "user_agent", "campaign_ids", "is_auto_applink", "ad_id",
            "adgroup_id", "campaign_id", "campaign_group_id", "account_id", "unknown",
        ]
        for field in fields {
            for value in values {
                let text = try AppLinkValue.object([field: value]).jsonText()
                let data = try #require(try codec.decode(from: "app://x?al_applink_data=\(escaped(text))"))
                #expect(data[field] == value)
                if value.string == nil {
                    #expect(data.targetURLText == nil && data.userAgent == nil)
                    #expect(field != "campaign_ids" || data.campaignIDs == value.numberText)
                }
                #expect(data.extras == (field == "extras" ? value.object : nil))
                #expect(data.referrer?.json == (field == "referer_app_link" ? value.object : nil))
                #expect(data.referrer?.urlText == nil && data.referrer?.appName == nil)
            }
        }
    }

    @Test(
        .tags(.l3),
        .timeLimit(.minutes(20)),
        arguments: [
            TestText(repeating: "%25", count: 20_000), TestText("\"" + String(repeating: "{", count: 60_000) + "\""),
            TestText(repeating: "9", count: 60_000), TestText("{\"a\":" + String(repeating: "9", count: 60_000) + "}"),
        ]
    )
    func unusualValuesTakeLinearTime(argument: TestText) {
        let value = argument.text
        _ = try? codec.result(ofValue: value)
        _ = try? codec.result(from: "app://x?al_applink_data=\(value)")
    }
}
