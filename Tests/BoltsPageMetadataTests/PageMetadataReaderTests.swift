import BoltsPageMetadata
import Testing

/// Tests the tags of small pages.
struct PageMetadataReaderTests {
    @Test(.tags(.l1)) func tagsComeInDocumentOrder() {
        let page = read(
            """
            <!DOCTYPE html><html><head><title>Soup</title>
            <meta property="al:ios:url" content="recipes://42">
            <META PROPERTY='al:ios:app_name' CONTENT='Recipes' />
            <meta content=recipes property=al:android:package>
            <meta property="og:title" content="Soup">
            </head><body><div><meta property="al:web:url" content="https://example.com/42"></div>
            """
        )
        #expect(
            page.tags == [
                MetaTag(property: "al:ios:url", content: "recipes://42"),
                MetaTag(property: "al:ios:app_name", content: "Recipes"),
                MetaTag(property: "al:android:package", content: "recipes"),
                MetaTag(property: "al:web:url", content: "https://example.com/42"),
            ]
        )
        #expect(page.encoding == "UTF-8")
        #expect(!page.isTruncated)
    }

    @Test(
        .tags(.gx21, .l1),
        arguments: [
            ("<meta property='al:x'>", nil),
            ("<meta property='al:x' content>", ""),
            ("<meta property='al:x' content=''>", ""),
            ("<meta property='al:x' content=' a '>", " a "),
            ("<meta property='al:x' content='a&amp;b&#61;&#x41;&copy&notit;'>", "a&b=A\u{A9}&notit;"),
            ("<meta property='al:x' content='?a=1&copy=2&lt;3'>", "?a=1&copy=2<3"),
            ("<meta property='al:x' content='&#128;&#0;&#xD800;&#99999999999;'>", "\u{20AC}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("<meta property='al:x' content='a\r\nb\rc\0'>", "a\nb\nc\u{FFFD}"),
            ("<meta property='al:x' content=a/>", "a/"),
            ("<meta/property='al:x'/content='a'>", "a"),
            ("<meta property='al:x'content='a'>", "a"),
            ("<meta content='a' property='al:x' content='b'>", "a"),
            ("<meta property = 'al:x' content\n=\n'a'>", "a"),
            ("<meta =property property='al:x' content='a'>", "a"),
            ("<meta property='&#97;l:x' content='a'>", "a"),
        ]
    )
    func attributesAreReadByTheStandard(tag: String, content: String?) {
        #expect(read(tag).tags == [MetaTag(property: "al:x", content: content)])
    }

    @Test(
        .tags(.l1),
        arguments: [
            "", "<", "<meta", "<meta property='al:x' content='a'", "<meta property='al:x' content='a",
            "&lt;meta property=al:x>",
            "<metaproperty='al:x'>", "<meta property='AL:x'>", "<meta property=' al:x'>", "<meta propertyx='al:x'>",
            "</meta property='al:x'>", "<!-- <meta property='al:x'> -->", "<!--><!-- <meta property='al:x'>",
            "<!--x--!-><meta property='al:x'>", "<!doctype html \"<meta property='al:x'\">",
            "<?xml <meta property='al:x'?>", "<script><meta property='al:x'></script>",
            "<script><!--<script></script><meta property='al:x'>--></script>", "<style><meta property='al:x'></style>",
            "<title><meta property='al:x'></title>", "<textarea><meta property='al:x'></textarea>",
            "<noscript><meta property='al:x'></noscript>", "<iframe><meta property='al:x'></iframe>",
            "<xmp><meta property='al:x'></xmp>", "<noembed><meta property='al:x'></noembed>",
            "<noframes><meta property='al:x'></noframes>", "<plaintext></plaintext><meta property='al:x'>",
            "<title></titles><meta property='al:x'>", "<svg><![CDATA[<meta property='al:x'>]]></svg>",
            "<a title='<meta property=\"al:x\">'>",
        ]
    )
    func textThatLooksLikeATagIsNotATag(page: String) {
        #expect(read(page).tags.isEmpty)
    }

    @Test(
        .tags(.l1),
        arguments: [
            "<!--><meta property='al:x'>", "<!---><meta property='al:x'>", "<!--x--!><meta property='al:x'>",
            "<!--<!--x--><meta property='al:x'>", "<!--x--!--><meta property='al:x'>",
            "<script><!--><script></script><meta property='al:x'>", "<!doctype html '><meta property='al:x'>",
            "</><meta property='al:x'>",
            "<![CDATA[><meta property='al:x'>]]>", "<script>'</script>'<meta property='al:x'>",
            "<script><!--</script><meta property='al:x'>", "<script><!--<script>--></script><meta property='al:x'>",
            "<script><!--<script></script></script><meta property='al:x'>", "<TITLE></Title ><meta property='al:x'>",
            "<style></style/x='>'><meta property='al:x'>", "<svg><![CDATA[]]]><meta property='al:x'>",
            "<svg/><title></title><meta property='al:x'>", "<<<meta property='al:x'>",
            "<p <meta property='al:y'><meta property='al:x'>",
        ]
    )
    func unusualTagsAreTags(page: String) {
        #expect(read(page).tags == [MetaTag(property: "al:x", content: nil)])
    }

    @Test(.tags(.gx21, .l1)) func propertyIsStrictAndNameIsAnOption() {
        let page = "<meta name='al:a' content='1'><meta name='al:b' property='al:c' content='2'><meta name='AL:d'>"
        #expect(
            read(page).tags == [
                MetaTag(property: "al:a", content: "1", attribute: .name),
                MetaTag(property: "al:c", content: "2"),
                MetaTag(property: "al:b", content: "2", attribute: .name),
            ]
        )
        #expect(read(page, .init(acceptsNameAttribute: false)).tags == [MetaTag(property: "al:c", content: "2")])
    }

    @Test(.tags(.gx21, .l1)) func noscriptIsTextOnlyWithScriptingEnabled() {
        let page = "<noscript><meta property='al:x'></noscript>"
        #expect(read(page, .init(isScriptingEnabled: false)).tags.count == 1)
        #expect(read(page).tags.isEmpty)
    }

    // MARK: Limits

    @Test(.tags(.l1)) func aLongPageIsTruncatedAndMarked() {
        let tag = "<meta property=al:x>"
        let whole = read(tag + tag, .init(byteLimit: 2 * tag.utf8.count))
        #expect(whole.tags.count == 2)
        #expect(!whole.isTruncated)
        let cut = read(tag + tag, .init(byteLimit: 2 * tag.utf8.count - 1))
        #expect(cut.tags.count == 1)
        #expect(cut.isTruncated)
    }

    @Test(.tags(.l1)) func readerReportsWhenItHasEnough() {
        var reader = PageMetadataReader(options: .init(byteLimit: 4), declaredCharset: "utf-8")
        reader.feed(Array("<p>".utf8))
        let wantsMore = reader.wantsMore
        #expect(wantsMore)
        reader.feed(Array("ab".utf8))
        let wantsNoMore = !reader.wantsMore
        #expect(wantsNoMore)
        reader.feed(Array("<meta property=al:x>".utf8))
        let page = reader.finish()
        #expect(page.tags.isEmpty)
        #expect(page.isTruncated)
    }

    @Test(.tags(.l1)) func tooManyTagsEndTheReading() {
        let tag = "<meta property=al:x>"
        let options = PageMetadataReader.Options(tagLimit: 3)
        #expect(!read(String(repeating: tag, count: 3), options).isTruncated)
        var reader = PageMetadataReader(options: options, declaredCharset: "utf-8")
        reader.feed(Array(String(repeating: tag, count: 5).utf8))
        let wantsNoMore = !reader.wantsMore
        #expect(wantsNoMore)
        let page = reader.finish()
        #expect(page.tags.count == 3)
        #expect(page.isTruncated)
    }

    @Test(.tags(.l1), arguments: [1, 700, 3_000]) func nothingAfterTheLastTagCounts(pieceSize: Int) {
        let tag = "<meta property=al:x content='\u{E9}'>"
        let filler = String(repeating: "<link>", count: 200)
        let page = Array((tag + tag + filler + "<meta charset=koi8-r>" + filler).utf8)
        var reader = PageMetadataReader(options: PageMetadataReader.Options(tagLimit: 1))
        for start in stride(from: 0, to: page.count, by: pieceSize) {
            reader.feed(Array(page[start...].prefix(pieceSize)))
        }
        let read = reader.finish()
        let kept = [MetaTag(property: "al:x", content: "\u{E9}")]
        #expect(read == PageMetadata(tags: kept, encoding: "UTF-8", isTruncated: true))
    }

    @Test(.tags(.l1)) func anOverlongValueCountsAsMissing() {
        let options = PageMetadataReader.Options(valueByteLimit: 5)
        #expect(read("<meta property=al:x content=12345>", options).tags.first?.content == "12345")
        let page = read(
            "<meta property=al:x content=123456 content=1><meta property=al:long><meta property=al:y>",
            options
        )
        #expect(page.tags == [MetaTag(property: "al:x", content: nil), MetaTag(property: "al:y", content: nil)])
        #expect(page.isTruncated)
    }

    private func read(_ page: String, _ options: PageMetadataReader.Options = .init()) -> PageMetadata {
        PageMetadataReader.read(Array(page.utf8), options: options)
    }

    @Test func otherPropertiesAreKeptIfTheOptionsNameTheirPrefix() {
        let page = Array("<meta property=al:a content=1><meta name=&#111;g:b content=2><meta name=x content=3>".utf8)
        var options = PageMetadataReader.Options()
        #expect(PageMetadataReader.read(page, options: options).tags.map(\.property) == ["al:a"])
        options.propertyPrefixes = ["og:", "al:"]
        #expect(PageMetadataReader.read(page, options: options).tags.map(\.property) == ["al:a", "og:b"])
        options.propertyPrefixes = [""]
        #expect(PageMetadataReader.read(page, options: options).tags.count == 3)
        options.propertyPrefixes = []
        #expect(PageMetadataReader.read(page, options: options).tags.isEmpty)
    }
}
