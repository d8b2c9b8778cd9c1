@_spi(Bolts) import BoltsPageMetadata
import Testing

/// Tests which `link` elements are kept, and which of their attributes.
@Suite struct LinkTagTests {
    private static func page(
        _ text: String,
        relations: [String] = ["canonical", "alternate", "manifest"],
        change: (inout PageMetadataReader.Options) -> Void = { _ in }
    ) -> PageMetadata {
        page(Array(text.utf8), relations: relations, change: change)
    }

    private static func page(
        _ bytes: [UInt8],
        relations: [String] = ["canonical", "alternate", "manifest"],
        charset: String? = nil,
        change: (inout PageMetadataReader.Options) -> Void = { _ in }
    ) -> PageMetadata {
        var options = PageMetadataReader.Options()
        options.linkRelations = relations
        change(&options)
        return PageMetadataReader.read(bytes, options: options, declaredCharset: charset)
    }

    @Test func linksAreReadOnlyIfRelationsAreNamed() {
        let text = "<base href=/b><link rel=canonical href=/a><meta property=al:ios:url content=x://1>"
        let without = PageMetadataReader.read(Array(text.utf8))
        #expect(without.links.isEmpty && without.baseHref == nil && without.tags.count == 1)
        let with = Self.page(text)
        #expect(with.links == [LinkTag(rel: "canonical", href: "/a")])
        #expect(with.baseHref == "/b")
        #expect(with.tags == without.tags)
    }

    @Test(arguments: [
        ("<link rel=CaNonical href=/a>", "/a"),
        ("<link rel='x  canonical\ty' href=/a>", "/a"),
        ("<link rel=canonicals href=/a>", nil),
        ("<link rel=stylesheet href=/a>", nil),
        ("<link rel=canonical>", nil),
        ("<link href=/a>", nil),
        ("<link rel=canonical href>", ""),
        ("<LINK HREF='/a' REL=canonical REL=stylesheet HREF=/b>", "/a"),
        ("<link rel='&#99;anonical' href='/a?b=1&amp;c=2&copy=3'>", "/a?b=1&c=2&copy=3"),
        ("<link/rel=canonical/href=/a>", nil),
        ("<link rel=canonical href=' /a\n'>", " /a\n"),
    ])
    func relationAndAddressDecide(text: String, href: String?) {
        #expect(Self.page(text).links.first?.href == href)
    }

    @Test(arguments: [
        ("<template><link rel=canonical href=1></template><link rel=canonical href=2>", "2"),
        ("<svg><link rel=canonical href=1></svg><link rel=canonical href=2>", "2"),
        ("<svg><foreignObject><link rel=canonical href=1></svg>", "1"),
        ("<title><link rel=canonical href=1></title>", ""),
        ("<!-- <link rel=canonical href=1> --><body><p><link rel=canonical href=2>", "2"),
        ("<noscript><link rel=canonical href=1></noscript>", ""),
        ("<p><link rel=canonical href=1><frameset><link rel=canonical href=2>", ""),
        ("<table><td><link rel=canonical href=1></td><link rel=canonical href=2></table>", "2 1"),
        ("<head></head><link rel=canonical href=1><body>", "1"),
        ("<select><link rel=canonical href=1></select>", "1"),
        ("<link rel=canonical href=1", ""),
    ])
    func placeDecidesWhetherALinkCounts(text: String, hrefs: String) {
        #expect(Self.page(text).links.map(\.href).joined(separator: " ") == hrefs)
    }

    @Test func languageAndTypeAreKept() {
        let page = Self.page(
            "<link rel=alternate hreflang=da type='text/&#104;tml' href=/da><link rel=alternate href=x>"
        )
        #expect(
            page.links == [
                LinkTag(rel: "alternate", href: "/da", hreflang: "da", type: "text/html"),
                LinkTag(rel: "alternate", href: "x"),
            ]
        )
    }

    @Test func theFirstBaseWithAnAddressCounts() {
        #expect(Self.page("<base target=_top><base href=/1><base href=/2>").baseHref == "/1")
        #expect(Self.page("<template><base href=/1></template>").baseHref == nil)
        #expect(Self.page("<table><td><base href=/1></td><base href=/2></table>").baseHref == "/2")
        #expect(Self.page("<p><base href=/1><frameset>").baseHref == nil)
    }

    @Test func addressesAreDecodedLikeTheValuesOfMetas() {
        let windows1252: [UInt8] =
            Array("<meta charset=windows-1252><link rel=canonical href=/caf".utf8) + [0xE9, 0x3E]
        #expect(Self.page(windows1252).links.first?.href == "/café")
        let undeclared: [UInt8] = Array("<link rel=canonical href=/caf".utf8) + [0xE9, 0x3E]
        #expect(Self.page(undeclared).links.first?.href == "/café")
        let wide = "<link rel=canonical href=/å><base href=/ö>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let page = Self.page(wide, charset: "utf-16le")
        #expect(page.links.first?.href == "/å" && page.baseHref == "/ö")
        let japanese =
            Array("<link rel=canonical href=/".utf8) + [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x3E]
        #expect(Self.page(japanese, charset: "iso-2022-jp").links.first?.href == "/日")
    }

    @Test func linksShareTheLimitsOfMetas() {
        let link = "<link rel=canonical href=/a>"
        let full = Self.page(String(repeating: link, count: 3) + "<meta property=al:ios>") { $0.tagLimit = 2 }
        #expect(full.links.count == 2 && full.tags.isEmpty && full.isTruncated)
        let long = Self.page("<link rel=canonical href=/\(String(repeating: "a", count: 50))>\(link)") {
            $0.valueByteLimit = 20
        }
        #expect(long.links.map(\.href) == ["/a"] && long.isTruncated)
    }

    @Test func anyPiecesOfAPageGiveTheSameLinks() {
        let text = Array(
            "<base href='/x'><link rel=\"alternate\" hreflang=da href='/a&amp;b'><meta property=al:ios>".utf8
        )
        var options = PageMetadataReader.Options()
        options.linkRelations = ["alternate"]
        let whole = PageMetadataReader.read(text, options: options)
        for size in 1...7 {
            var reader = PageMetadataReader(options: options)
            for start in stride(from: 0, to: text.count, by: size) {
                reader.feed(Array(text[start...].prefix(size)))
            }
            #expect(reader.finish() == whole)
        }
    }
}
