@_spi(Bolts) import BoltsPageFetching
import Foundation
import SharedData
import Testing

@testable import BoltsAppLinks

/// Tests the lenient reading of an index's answers.
@Suite struct IndexAnswerTests {
    private let page: URL
    private let id: IndexID

    init() throws {
        page = try #require(URL(string: "https://example.com/page"))
        id = IndexID(page)
    }

    private func link(_ json: String, isOnly: Bool = false) throws -> AppLink? {
        try IndexAnswer(Array(json.utf8), serviceName: "index.example.com").link(for: page, id: id, isOnly: isOnly)
    }

    @Test(.tags(.l6)) func theDocumentedShapeIsRead() throws {
        let link = try #require(
            try link(
                """
                {"https://example.com/page":{"app_links":{
                "android":[{"url":"app://a","package":"com.example","class":"Main","app_name":"A","x":"y"}],
                "ios":[{"url":"app://1","app_store_id":"123","app_name":"One"},{"url":"app://2"}],
                "web":{"url":"https://example.com/web","should_fallback":false}},"id":"https://example.com/page"}}
                """
            )
        )
        #expect(link.sourceURL == page)
        #expect(
            link.targets == [
                AppLinkTarget(platform: .ios, urlText: "app://1", appStoreID: "123", appName: "One"),
                AppLinkTarget(platform: .ios, urlText: "app://2"),
                AppLinkTarget(
                    platform: .android,
                    urlText: "app://a",
                    appName: "A",
                    package: "com.example",
                    className: "Main",
                    additionalProperties: ["x": "y"]
                ),
            ]
        )
        #expect(link.web.urlText == "https://example.com/web")
        #expect(!link.web.shouldFallback)
        #expect(!link.isTruncated)
    }

    @Test(
        .tags(.l6),
        arguments: [
            #"{"https://example.com/page":{"app_links":{"ios":[{"url":"app://1","app_store_id":123}]}}}"#,
            #"{"https://example.com/page":{"app_links":{"ios":[{"url":"app://1","app_store_id":123.0}]}}}"#,
            #"{"https://example.com/page":{"ios":[{"url":"app://1","app_store_id":"123"}],"id":"?"}}"#,
            #"{"https://example.com/page":{"app_links":{"id":"x","ios":[{"url":"app://1","app_store_id":123}]}}}"#,
            #"{"1":{"app_links":{"ios":[{"url":"app://1","app_store_id":123}]},"id":"https://example.com/page"}}"#,
            #"{"1":{"app_links":{"id":"https://example.com/page","ios":[{"url":"app://1","app_store_id":123}]}}}"#,
            #"{"https://example.com/page":{"app_links":{"ios":{"url":"app://1","app_store_id":123}}}}"#,
            #"{"https://example.com/page":{"app_links":{"ios":[null,7,{"app_store_id":123,"url":"app://1","app_name":null}]}}}"#,
        ]
    )
    func undocumentedShapesAreRead(json: String) throws {
        let targets = try link(json)?.targets
        #expect(targets == [AppLinkTarget(platform: .ios, urlText: "app://1", appStoreID: "123")])
    }

    @Test(
        .tags(.l6),
        arguments: [
            #"{"app_links":{"ios":[{"url":"app://1"}]},"id":"other"}"#, #"{"ios":[{"url":"app://1"}]}"#,
        ]
    )
    func aResponseWithoutKeysIsForTheOnlyURL(json: String) throws {
        #expect(try link(json, isOnly: true)?.targets.count == 1)
        #expect(try link(json) == nil)
    }

    @Test(
        .tags(.l6),
        arguments: [
            #"{"https://example.com/page":{"id":"https://example.com/page"}}"#,
            #"{"https://example.com/page":{"app_links":[]}}"#,
            #"{"https://example.com/page":{"app_links":null}}"#, #"{"https://example.com/page":null}"#,
        ]
    )
    func aURLWithoutLinksHasALinkToItself(json: String) throws {
        let link = try #require(try link(json))
        #expect(link.targets.isEmpty)
        #expect(link.webURL == page)
    }

    @Test(.tags(.l6)) func aHostMatchesWithAndWithoutItsSlash() throws {
        for (asked, key) in [
            ("https://example.com", "https://example.com/"), ("https://example.com/", "https://example.com"),
        ] {
            let url = try #require(URL(string: asked))
            let answer = try IndexAnswer(Array(#"{"\#(key)":{"ios":[{"url":"app://1"}]}}"#.utf8), serviceName: "x")
            #expect(answer.link(for: url, id: IndexID(url), isOnly: false)?.targets.count == 1)
        }
        #expect(try link(#"{"https://example.com/page/":{}}"#) == nil)
    }

    @Test(
        .tags(.l6),
        arguments: ["", "<html>", "[]", "\"x\"", #"{"a":"#, TestText(repeating: "[", count: 100_000), "\u{0}"]
    )
    func aMalformedResponseIsAnError(json: TestText) {
        let error = #expect(throws: PageError.self) { try link(json.text) }
        #expect(error?.code == .malformedIndexAnswer)
    }

    @Test(.tags(.l6), arguments: [#"{"error":{"message":"Invalid token","code":190}}"#, #"{"error":"Invalid token"}"#])
    func aRefusalIsAnError(json: String) {
        let error = #expect(throws: PageError.self) { try link(json) }
        #expect(error?.code == .refusedByIndex)
        #expect(error?.detail == "Invalid token")
    }

    @Test(.tags(.l6)) func namesWithColonsAreIgnored() throws {
        let link = try link(
            #"{"https://example.com/page":{"ios:url":[{"url":"x"}],"ios":[{"url:x":"y","url":"app://1"}]}}"#
        )
        #expect(link?.targets == [AppLinkTarget(platform: .ios, urlText: "app://1")])
    }
}
