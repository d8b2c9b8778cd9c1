@_spi(Bolts) import BoltsAppLinks
import BoltsPageMetadata
import Foundation
import Testing

/// Tests the link that results from a page's tags.
@Suite struct AppLinkTagsTests {
    private let page = URL(string: "https://example.com/page")!

    private func link(_ tags: [(String, String?)], truncated: Bool = false) -> AppLink {
        AppLink(
            sourceURL: page,
            metadata: PageMetadata(
                tags: tags.map { MetaTag(property: $0.0, content: $0.1) },
                isTruncated: truncated
            )
        )
    }

    @Test(.tags(.oa12, .oa13, .ft06, .l2), arguments: ["0", "fAlse", "No", "NO"])
    func noFalseAnd0InAnyLetterCaseMeanNoFallback(answer: String) {
        let link = link([
            ("al:ios:url", "bolts://"), ("al:web:should_fallback", answer), ("al:web:url", "https://w.example/"),
        ])
        #expect(link.webURL == nil)
        #expect(link.webURLText == nil)
        #expect(link.web.urlText == "https://w.example/")
        #expect(link.targets.count == 1)
    }

    @Test(.tags(.ft06, .l2), arguments: [nil, "", "yes", "true", "1", " false", "nope", "00"])
    func anyOtherValueMeansFallback(answer: String?) {
        let link = link([("al:web:should_fallback", answer)])
        #expect(link.webURL == page)
    }

    @Test(.tags(.l2)) func webURLIsTheFirstValueOfTheFirstGroup() {
        let link = link([
            ("al:web:url", "https://first.example/"), ("al:web:url", "https://second.example/"), ("al:web", nil),
            ("al:web:url", "https://third.example/"), ("al:web:should_fallback", "false"),
        ])
        #expect(link.webURL == URL(string: "https://first.example/"))
        #expect(link.unusedTags.map(\.content) == ["https://second.example/", "https://third.example/", "false"])
    }

    @Test(.tags(.l2, .a9)) func relativeWebURLIsResolvedAgainstThePage() {
        #expect(link([("al:web:url", "/other?x=1")]).webURL == URL(string: "https://example.com/other?x=1"))
        #expect(link([("al:web:url", "//cdn.example/a")]).webURL == URL(string: "https://cdn.example/a"))
    }

    @Test(
        .tags(.th4, .l4, .a9),
        arguments: ["javascript:alert(2)", "ftp://e.com/", "app://x", "https://", "https://a\\@b/", "https://a b/", ""]
    )
    func anUnsafeWebURLCountsAsMissing(text: String) {
        let link = link([("al:web:url", text)])
        #expect(link.webURL == page)
        #expect(link.web.urlText == text)
    }

    @Test(.tags(.gx17, .ft05, .l2)) func unequalCountsPairUpToTheLongestList() {
        let link = link([
            ("al:ios:url", "a://"), ("al:ios:url", "b://"), ("al:ios:app_name", "A"), ("al:ios:app_store_id", "1"),
            ("al:ios:app_store_id", "2"), ("al:ios:app_store_id", "3"),
        ])
        #expect(link.targets.map(\.urlText) == ["a://", "b://", nil])
        #expect(link.targets.map(\.appName) == ["A", nil, nil])
        #expect(link.targets.map(\.appStoreID) == ["1", "2", "3"])
    }

    @Test(.tags(.gx16, .l2, .a1)) func aGroupWithoutAURLIsKeptForItsStoreId() {
        let link = link([("al:ios:app_store_id", "1108187390"), ("al:ios:app_name", "Music")])
        #expect(link.targets.count == 1)
        #expect(link.targets[0].urlText == nil)
        #expect(link.targets[0].url == nil)
        #expect(link.targets[0].appStoreID == "1108187390")
    }

    @Test(.tags(.l2)) func tagWithoutContentHoldsItsPlace() {
        let link = link([
            ("al:ios:url", nil), ("al:ios:url", "b://"), ("al:ios:app_name", ""), ("al:ios:app_name", "B"),
        ])
        #expect(link.targets.map(\.urlText) == [nil, "b://"])
        #expect(link.targets.map(\.appName) == ["", "B"])
    }

    @Test(.tags(.l2, .a12)) func rawTextOfInvalidURLsIsKept() {
        let link = link([("al:ios:url", "applinks_v2://docs"), ("al:ios:url", "a://\n b")])
        #expect(link.targets.map(\.urlText) == ["applinks_v2://docs", "a://\n b"])
        #expect(link.targets.map(\.url) == [nil, nil])
    }

    @Test(.tags(.l2)) func everyPlatformHasItsProperties() {
        let link = link([
            ("al:android:package", "com.ex"), ("al:android:class", "com.ex.A"), ("al:windows:app_id", "g"),
            ("al:windows_phone:url", "w://"), ("al:windows_universal:app_name", "U"),
        ])
        #expect(link.targets(for: .android).first?.package == "com.ex")
        #expect(link.targets(for: .android).first?.className == "com.ex.A")
        #expect(link.targets(for: .windows).first?.appID == "g")
        #expect(link.targets(for: .windowsPhone).first?.urlText == "w://")
        #expect(link.targets(for: .windowsUniversal).first?.appName == "U")
    }

    @Test(.tags(.l2, .a10)) func deviceFamilyComesBeforeIOS() {
        let link = link([
            ("al:ios:url", "i://"), ("al:ipad:url", "pad://"), ("al:iphone:url", "phone://"),
            ("al:android:url", "an://"),
        ])
        #expect(link.targets(for: .iphone).map(\.urlText) == ["phone://", "i://"])
        #expect(link.targets(for: .ipad).map(\.urlText) == ["pad://", "i://"])
        for device in [AppLinkDevice.mac, .tv, .vision, .watch] {
            #expect(link.targets(for: device).map(\.urlText) == ["i://"])
        }
        #expect(link.targets(for: .desktop).isEmpty)
        #expect(link.targets.map(\.urlText) == ["i://", "pad://", "phone://", "an://"])
    }

    @Test(.tags(.l2)) func targetsCreatedInCodeSuitAnyDevice() {
        let own = AppLinkTarget(url: URL(string: "own://"), appStoreID: "1", appName: "Own")
        let link = AppLink(sourceURL: page, targets: [own], webURL: nil)
        for device in AppLinkDevice.allCases { #expect(link.targets(for: device) == [own]) }
        #expect(link.webURL == nil)
        #expect(!link.isBackToReferrer)
    }

    @Test(.tags(.l2)) func unknownPropertiesAreKept() {
        let link = link([
            ("al:windows_phone:url", "w://"), ("al:windows_phone:package", "p"), ("al:windows_phone:package", "q"),
            ("al:harmony:url", "h://"), ("al:IOS:url", "upper://"), ("AL:ios:url", "shout://"),
        ])
        #expect(link.targets.count == 1)
        #expect(link.targets[0].additionalProperties == ["package": "p"])
        #expect(link.targets[0].package == nil)
        #expect(link.unusedTags.map(\.content) == ["q", "h://", "upper://", "shout://"])
    }

    @Test(.tags(.l2)) func aNestedPropertyImpliesItsParent() {
        let link = link([("al:ios:url:deep", "x"), ("al:ios:url", "a://")])
        #expect(link.targets.map(\.urlText) == [nil, "a://"])
        #expect(link.unusedTags.map(\.content) == ["x"])
    }

    @Test(.tags(.th23, .l2)) func unusualPropertiesAreHarmless() {
        let link = link([
            ("al", "x"), ("al:", nil), ("al::", "y"), ("al::::url", "z"), (":", nil), ("", nil), ("al:web", nil),
        ])
        #expect(link.targets.isEmpty)
        #expect(link.webURL == page)
    }

    @Test(.tags(.th23, .l2), .timeLimit(.minutes(20))) func longestPropertyNamesAreHarmless() {
        let deep = "al" + String(repeating: ":a", count: 200_000)
        let link = link(Array(repeating: (deep, "x"), count: 20) + [("al:ios:url", "a://")])
        #expect(link.targets.map(\.urlText) == ["a://"])
        #expect(link.unusedTags.count == 20)
    }

    @Test(.tags(.th23, .l2), .timeLimit(.minutes(20))) func manyGroupsTakeLinearTime() {
        let tags = (0..<50_000).flatMap { [("al:ios", nil), ("al:ios:url", "a://\($0)")] as [(String, String?)] }
        #expect(link(tags).targets.count == 50_000)
    }

    @Test(.tags(.l1)) func truncationIsReported() {
        #expect(link([], truncated: true).isTruncated)
        #expect(!link([]).isTruncated)
    }

    private func both(_ tags: [(String, String?)], doubling doubled: Set<String>) -> AppLink {
        let all = tags.flatMap { property, content in
            [MetaTag(property: property, content: content)]
                + (doubled.contains(property) ? [MetaTag(property: property, content: content, attribute: .name)] : [])
        }
        return AppLink(sourceURL: page, metadata: PageMetadata(tags: all))
    }

    @Test(.tags(.l2)) func tagsRepeatedByNameDoNotShiftThePairing() {
        let tags: [(String, String?)] = [
            ("al:ios:url", "a://"), ("al:ios:url", "b://"), ("al:ios:app_name", "A"), ("al:ios:app_name", "B"),
        ]
        let shifting = both(tags, doubling: ["al:ios:url"])
        #expect(shifting.targets.map(\.urlText) == ["a://", "b://"])
        #expect(shifting.targets.map(\.appName) == ["A", "B"])
        #expect(shifting.unusedTags.map(\.attribute) == [.name, .name])
        let everything = both(tags, doubling: ["al:ios:url", "al:ios:app_name"])
        #expect(everything.targets.map(\.urlText) == ["a://", "a://", "b://", "b://"])
        #expect(everything.targets.map(\.appName) == ["A", "A", "B", "B"])
        let alone = both([("al:ios:url", "a://")], doubling: ["al:ios:url"])
        #expect(alone.targets.map(\.urlText) == ["a://", "a://"])
    }

    @Test(.tags(.l2)) func aNameTagWithAnotherValueIsNotADuplicate() {
        let tags = [
            MetaTag(property: "al:ios:url", content: "a://"),
            MetaTag(property: "al:ios:url", content: "b://", attribute: .name),
            MetaTag(property: "al:ios:url", content: "b://", attribute: .name),
            MetaTag(property: "al:ios:app_name", content: "A", attribute: .name),
        ]
        let link = AppLink(sourceURL: page, metadata: PageMetadata(tags: tags))
        #expect(link.targets.map(\.urlText) == ["a://", "b://", "b://"])
        #expect(link.targets.map(\.appName) == ["A", nil, nil])
        #expect(link.unusedTags.isEmpty)
    }

    @Test(.tags(.dl2), arguments: 0..<4, 0..<4) func unevenTagListsNeverTrap(urls: Int, names: Int) {
        for ids in 0..<4 {
            let tags =
                (0..<urls).map { MetaTag(property: "al:ios:url", content: "a://\($0)") }
                + (0..<names).map { MetaTag(property: "al:ios:app_name", content: "n\($0)") }
                + (0..<ids).map { MetaTag(property: "al:ios:app_store_id", content: "\($0)") }
            let targets = AppLink(sourceURL: page, metadata: PageMetadata(tags: tags)).targets
            #expect(targets.count == max(urls, names, ids))
            #expect(targets.compactMap(\.urlText).count == urls)
            #expect(targets.compactMap(\.appName).count == names)
            #expect(targets.compactMap(\.appStoreID).count == ids)
        }
    }
}
