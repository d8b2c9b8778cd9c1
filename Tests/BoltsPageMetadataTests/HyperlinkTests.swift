@_spi(Bolts) import BoltsPageMetadata
import Testing

@Suite struct HyperlinkTests {
    private static func hyperlinks(
        _ text: String,
        schemes: [String] = ["intent"],
        tagLimit: Int = 10_000
    ) -> PageMetadata {
        var options = PageMetadataReader.Options(tagLimit: tagLimit)
        options.hyperlinkSchemes = schemes
        return PageMetadataReader.read(Array(text.utf8), options: options)
    }

    @Test func hyperlinksAreReadOnlyIfSchemesAreNamed() {
        let text = "<a href=intent:x>x</a><meta property=al:ios:url content=x://1>"
        let without = PageMetadataReader.read(Array(text.utf8))
        #expect(without.hyperlinks.isEmpty)
        let with = Self.hyperlinks(text)
        #expect(with.hyperlinks == ["intent:x"])
        #expect(with.tags == without.tags && with.links.isEmpty && with.baseHref == nil)
    }

    @Test(arguments: [
        ("<a href=intent:x>", ["intent:x"]), ("<A HREF='INTENT:x'>", ["INTENT:x"]),
        ("<area href=intent:x>", ["intent:x"]), ("<a href=' \nin\ttent:x '>", [" \nin\ttent:x "]),
        ("<a href='&#105;ntent&colon;x&amp;y'>", ["intent:x&y"]), ("<a href=intents:x>", []), ("<a href=intent>", []),
        ("<a href=/intent:x>", []), ("<a href>", []), ("<a name=intent:x>", []), ("<a href=https://a.test/>", []),
        ("<a href=intent:1><a href=intent:2>", ["intent:1", "intent:2"]),
        ("<p><a href=intent:x>1<p>2</a>", ["intent:x"]),
        ("<!-- <a href=intent:x> --><title><a href=intent:x></title><script>'<a href=intent:x>'</script>", []),
        ("<template><a href=intent:x></template>", []), ("<svg><a href=intent:x></a></svg>", []),
        ("<svg><foreignObject><a href=intent:x></foreignObject></svg>", ["intent:x"]),
        ("<table><tr><a href=intent:1></tr><td><a href=intent:2></table>", ["intent:1", "intent:2"]),
        (
            "<a href=intent:0><table><td><a href=intent:1></a><tr><a href=intent:2></table>",
            ["intent:0", "intent:2", "intent:1"]
        ),
        ("<div></div><a href=intent:x></a><frameset>", []), ("<frameset><a href=intent:x>", []),
        ("<noscript><a href=intent:x></noscript>", []),
    ])
    func aHyperlinkIsKeptIfABrowserFollowsIt(_ text: String, _ expected: [String]) {
        #expect(Self.hyperlinks(text).hyperlinks == expected)
    }

    @Test func severalSchemesMayBeNamed() {
        let text = "<a href=mailto:a@b.test><a href=Recipes://1><a href=intent:x>"
        #expect(Self.hyperlinks(text, schemes: ["RECIPES", "intent"]).hyperlinks == ["Recipes://1", "intent:x"])
    }

    @Test func hyperlinksCountTowardTheLimit() {
        let text = String(repeating: "<a href=intent:x>", count: 100_000)
        let page = Self.hyperlinks(text, tagLimit: 500)
        #expect(page.hyperlinks.count == 500)
        #expect(page.isTruncated)
    }

    @Test func addressesAreDecodedLikeTheTags() {
        let page = PageMetadataReader.read(
            Array("<meta charset=iso-8859-1><a href='intent:".utf8) + [0xE9] + Array("'>".utf8),
            options: {
                var options = PageMetadataReader.Options()
                options.hyperlinkSchemes = ["intent"]
                return options
            }()
        )
        #expect(page.hyperlinks == ["intent:é"])
    }
}
