import SharedData
import Testing

@testable import BoltsPageMetadata

/// Tests that the result does not depend on the pieces in which a page arrives.
struct ChunkingTests {
    private static let fragments = [
        "<meta property=al:x content='a&amp;b'>", "<meta content=\"&eacute;&notin;\" name=al:y>",
        "<meta charset=koi8-r>", "<meta http-equiv=content-type content='text/html; charset=iso-2022-jp'>", "<svg>",
        "</svg>", "<title>", "</title>", "<style>", "</style>", "<script>", "</script>", "<!--", "-->", "--!>",
        "<![CDATA[", "]]>", "<math>", "<mi>", "</mi>", "<foreignObject>", "<desc>", "<template>", "</template>", "<p>",
        "</p>", "<div a='>'>", "</div>", "<table>", "<td>", "</td>", "</table>", "<tr>", "<col>", "<frameset>",
        "<body>", "x", " ", "\0", "&", "<", "</", "<!", "<?", ">", "'", "\"", "=", "/", "\r\n", "<a b=c/>",
        "<A =b =c / = d=/>", "<br/>", "<g a= 'x' b = \"y\" c/>", "<LONGERNAME>", "<b\0>", "&#32;", "&Tab;", "&#x2",
        "<annotation-xml encoding=text/html>", "<font color=x>", "<input type=hidden>", "<noscript>", "</noscript>",
        "<textarea>", "</textarea>", "\u{E9}", "\u{65E5}\u{672C}", "\u{1B}$B", "\u{1B}(B", "<plaintext>",
    ]

    @Test(.tags(.l1), .timeLimit(.minutes(20))) func anyCutGivesTheSamePage() {
        var random = SeededRandom(seed: 1)
        var withTags = 0
        for _ in 0..<3_000 {
            let page = Self.page(&random)
            let charset = [nil, "utf-8", "iso-2022-jp", "utf-16le", "shift_jis"].randomElement(using: &random) ?? nil
            let whole = PageMetadataReader.read(page, declaredCharset: charset)
            withTags += whole.tags.isEmpty ? 0 : 1
            var reader = PageMetadataReader(declaredCharset: charset)
            var rest = page[...]
            let longest = Int.random(in: 1...20, using: &random)
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...longest, using: &random))
                reader.feed(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            let cut = reader.finish()
            #expect(cut == whole, "\(String(decoding: page, as: UTF8.self))")
        }
        #expect(withTags > 300)
    }

    /// Each small page in two pieces, split at every place in turn, and byte by byte.
    @Test(.tags(.l1), .timeLimit(.minutes(20)), arguments: [nil, "utf-8"])
    func everyCutGivesTheSamePage(charset: String?) {
        var random = SeededRandom(seed: 2)
        for _ in 0..<60 {
            let page = Self.body(&random)
            Self.expectEveryCut(of: page, charset)
        }
    }

    /// Tests the same in each encoding whose characters can be split; it is declared before the page, by the page, or late in it.
    @Test(
        .tags(.l1),
        .timeLimit(.minutes(20)),
        arguments: [
            ("utf-8", [0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x80, 0xE6, 0x97], "\u{E9}\u{1F600}\u{FFFD}"),
            ("shift_jis", [0x93, 0xFA, 0x83, 0x5C, 0xB1, 0x81], "\u{65E5}\u{30BD}\u{FF71}\u{FFFD}"),
            ("euc-jp", [0xC6, 0xFC, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1], "\u{65E5}\u{FF71}\u{4E02}"),
            ("gb18030", [0xC4, 0xE3, 0x94, 0x39, 0xFC, 0x36, 0x80], "\u{4F60}\u{1F600}\u{20AC}"),
            ("gbk", [0xC4, 0xE3, 0x81, 0x5C], "\u{4F60}\u{4E57}"),
            ("big5", [0xA7, 0x41, 0x88, 0x62, 0xA5, 0x5C], "\u{4F60}\u{CA}\u{304}\u{529F}"),
            ("euc-kr", [0xB0, 0xA1, 0x81, 0x41], "\u{AC00}\u{AC02}"),
            ("windows-1251", [0xCF, 0xF0], "\u{41F}\u{440}"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x41], "\u{65E5}A"),
        ] as [(String, [UInt8], String)]
    )
    func everyCutGivesTheSameCharacters(label: String, bytes: [UInt8], text: String) {
        let value = Array("<p>x<meta property=al:x content='".utf8) + bytes + Array("&amp;'>y</p>".utf8)
        let declaration = Array("<meta charset=\(label)>".utf8)
        let filler = Array(String(repeating: "<link>", count: 180).utf8)
        let expected = [MetaTag(property: "al:x", content: text + "&")]
        #expect(PageMetadataReader.read(value, declaredCharset: label).tags == expected)
        #expect(PageMetadataReader.read(declaration + value).tags == expected)
        #expect(PageMetadataReader.read(filler + declaration + value).tags == expected)
        Self.expectEveryCut(of: value, label)
        Self.expectEveryCut(of: declaration + value, nil)
        Self.expectEveryCut(of: filler + declaration + value, nil)
        // Text before a late declaration is also read by it, if its bytes are ASCII.
        if label != "iso-2022-jp" {
            #expect(PageMetadataReader.read(value + filler + declaration).tags == expected)
            Self.expectEveryCut(of: value + filler + declaration, nil)
        }
    }

    @Test(.tags(.l1), .timeLimit(.minutes(20)), arguments: [false, true])
    func everyCutGivesTheSameUTF16(isBigEndian: Bool) {
        var page: [UInt8] = []
        for unit in "\u{FEFF}<!doctype html><meta property='al:x' content='\u{65E5}\u{1F600}&amp;\u{41}'>\u{E9}".utf16 {
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            page += isBigEndian ? pair : pair.reversed()
        }
        let expected = [MetaTag(property: "al:x", content: "\u{65E5}\u{1F600}&A")]
        #expect(PageMetadataReader.read(page).tags == expected)
        Self.expectEveryCut(of: page, nil)
        Self.expectEveryCut(of: Array(page.dropFirst(2)), isBigEndian ? "utf-16be" : "utf-16le")
        // The end of this page splits a character.
        Self.expectEveryCut(of: Array(page.dropLast()), nil)
    }

    @Test(.tags(.l1), .timeLimit(.minutes(20)), arguments: [1, 2, 3, 7]) func anyCutGivesTheSameTokens(pieceSize: Int) {
        var random = SeededRandom(seed: UInt64(pieceSize))
        for _ in 0..<1_000 {
            let page = Self.page(&random)
            let whole = RecordingHandler.tokens(of: page, pieceSize: .max)
            #expect(RecordingHandler.tokens(of: page, pieceSize: pieceSize) == whole)
        }
    }

    private static func expectEveryCut(of page: [UInt8], _ charset: String?) {
        let whole = PageMetadataReader.read(page, declaredCharset: charset)
        // In a long page, only the two ends matter.
        for cut in 0...page.count where cut < 120 || page.count - cut < 120 {
            var reader = PageMetadataReader(declaredCharset: charset)
            reader.feed(Array(page[..<cut]))
            reader.feed(Array(page[cut...]))
            let read = reader.finish()
            #expect(read == whole, "\(charset ?? "-"), cut at \(cut): \(String(decoding: page, as: UTF8.self))")
        }
        var reader = PageMetadataReader(declaredCharset: charset)
        for byte in page { reader.feed([byte]) }
        let read = reader.finish()
        #expect(read == whole, "\(charset ?? "-"), byte by byte: \(String(decoding: page, as: UTF8.self))")
    }

    /// A random page; some begin with so much text that the prescan sees none of their tags.
    private static func page(_ random: inout SeededRandom) -> [UInt8] {
        Array((Bool.random(using: &random) ? "" : "<p>" + String(repeating: "lorem ", count: 200)).utf8) + body(&random)
    }

    private static func body(_ random: inout SeededRandom) -> [UInt8] {
        var page = ""
        for _ in 0..<Int.random(in: 1...25, using: &random) {
            page += fragments.randomElement(using: &random) ?? ""
        }
        return Array(page.utf8)
    }
}
