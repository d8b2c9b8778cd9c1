import Testing

@testable import BoltsPageMetadata

struct EncodingTests {
    @Test(.tags(.l1)) func allLabelsAreKnown() {
        #expect(WebEncoding.byLabel.count == 228)
        #expect(Set(WebEncoding.byLabel.values) == Set(WebEncoding.allCases))
        #expect(WebEncoding.allCases.count == 40)
        for encoding in WebEncoding.allCases {
            #expect(WebEncoding(label: encoding.rawValue.utf8) == encoding)
        }
        #expect(WebEncoding(label: " \tLATIN1\n".utf8) == .windows1252)
        #expect(WebEncoding(label: "latin 1".utf8) == nil)
        #expect(WebEncoding(label: "".utf8) == nil)
    }

    /// The bytes of a page and their text: in each encoding, with a character that only it has, and an error.
    @Test(
        .tags(.l1),
        arguments: [
            ("utf-8", [0xC3, 0xA9, 0xFF, 0xE2, 0x82], "\u{E9}\u{FFFD}\u{FFFD}"),
            ("latin1", [0xE9, 0x80, 0x93, 0x81], "\u{E9}\u{20AC}\u{201C}\u{81}"),
            ("iso-8859-7", [0xE1, 0xA4, 0xAE], "\u{3B1}\u{20AC}\u{FFFD}"),
            ("iso-8859-8-i", [0xE0, 0xA1], "\u{5D0}\u{FFFD}"),
            ("koi8-u", [0xA4, 0xAE, 0xC1], "\u{454}\u{45E}\u{430}"),
            ("windows-1251", [0xCF, 0x98], "\u{41F}\u{98}"),
            ("windows-1255", [0xCA, 0xD9], "\u{5BA}\u{FFFD}"),
            ("windows-874", [0xA1, 0x81, 0xDB], "\u{E01}\u{81}\u{FFFD}"),
            ("macintosh", [0x8E, 0xDB], "\u{E9}\u{20AC}"),
            ("x-mac-cyrillic", [0xA2, 0xFF], "\u{490}\u{20AC}"),
            ("ibm866", [0x80, 0xFC], "\u{410}\u{2116}"),
            ("x-user-defined", [0x80, 0xFF], "\u{F780}\u{F7FF}"),
            ("shift_jis", [0x93, 0xFA, 0xB1, 0x5C, 0x83, 0x5C], "\u{65E5}\u{FF71}\\\u{30BD}"),
            ("shift_jis", [0x87, 0x40, 0xF0, 0x40, 0x80, 0xFD, 0x81, 0x20], "\u{2460}\u{E000}\u{80}\u{FFFD}\u{FFFD} "),
            ("shift_jis", [0xA0, 0x91, 0x9A, 0x47], "\u{FFFD}\u{971C}G"),
            ("big5", [0x9E, 0xA9, 0x8E, 0x69, 0xA3, 0xC0], "\u{6062}\u{7BB8}\u{2400}"),
            ("euc-jp", [0xC6, 0xFC, 0x8E, 0xB1, 0xAD, 0xA1, 0xC6, 0x41], "\u{65E5}\u{FF71}\u{2460}\u{FFFD}A"),
            ("euc-jp", [0x8F, 0xB0, 0xA1, 0x8F, 0xA2, 0xB7, 0x8F, 0xB0, 0x41], "\u{4E02}\u{FF5E}\u{FFFD}A"),
            ("gbk", [0xC4, 0xE3, 0x80, 0xFF, 0x81, 0x20], "\u{4F60}\u{20AC}\u{FFFD}\u{FFFD} "),
            ("gb18030", [0xC4, 0xE3, 0x94, 0x39, 0xFC, 0x36, 0x81, 0x30, 0x81, 0x30], "\u{4F60}\u{1F600}\u{80}"),
            ("gb18030", [0x81, 0x30, 0x41], "\u{FFFD}0A"),
            ("gb18030", [0x41, 0x81, 0x30], "A\u{FFFD}0"),
            ("gbk", [0x81, 0x30, 0x81], "\u{FFFD}0\u{FFFD}"),
            ("big5", [0xA7, 0x41, 0x88, 0x62, 0x80, 0x81, 0x41], "\u{4F60}\u{CA}\u{304}\u{FFFD}\u{FFFD}A"),
            ("big5", [0x88, 0x55, 0x8C, 0xDA, 0x87, 0x7A], "\u{31CE}\u{9FAF}\u{3875}"),
            ("euc-kr", [0xB0, 0xA1, 0x81, 0x41, 0xFE, 0x41], "\u{AC00}\u{AC02}\u{FFFD}A"),
            (
                "iso-2022-jp",
                [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x49, 0x31, 0x1B, 0x28, 0x4A, 0x5C, 0x1B, 0x28, 0x42, 0x5C],
                "\u{65E5}\u{FF71}\u{A5}\\"
            ),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x1B, 0x28, 0x42, 0x1B, 0x28, 0x5A], "\u{FFFD}\u{FFFD}(Z"),
        ] as [(String, [UInt8], String)]
    )
    func valuesAreDecodedByTheStandard(label: String, bytes: [UInt8], text: String) {
        let page = Array("<meta property='al:x' content='".utf8) + bytes + Array("'>".utf8)
        let read = PageMetadataReader.read(page, declaredCharset: label)
        #expect(read.tags.first?.content == text)
        #expect(read.encoding == WebEncoding(label: label.utf8)?.rawValue)
    }

    /// The second byte of a character can be `]`, which then does not end a CDATA section.
    @Test(arguments: ["shift_jis", "gbk", "gb18030", "big5"])
    func aBracketInACharacterDoesNotEndACDATASection(label: String) {
        let one = "<meta property=al:1>"
        let bracket: [UInt8] = label == "big5" ? [0xA5, 0x5D] : [0x81, 0x5D]
        let page = Array("<svg><![CDATA[".utf8) + bracket + Array("]>\(one)<p>]]></svg><meta property=al:2>".utf8)
        let late = Array("<meta charset=\(label)>".utf8)
        #expect(PageMetadataReader.read(page, declaredCharset: label).tags.map(\.property) == ["al:2"])
        #expect(PageMetadataReader.read(late + page).tags.map(\.property) == ["al:2"])
        // It ends the section in other encodings, and if the two bytes are no character.
        #expect(PageMetadataReader.read(page, declaredCharset: "koi8-r").tags.map(\.property) == ["al:1", "al:2"])
        let error = Array("<svg><![CDATA[".utf8) + [0xFF, 0x5D] + Array("]>\(one)".utf8)
        #expect(PageMetadataReader.read(error, declaredCharset: label).tags.map(\.property) == ["al:1"])
    }

    /// Character references are decoded after the encoding, here one whose number is split by a two-byte character.
    @Test(.tags(.l1)) func referencesAreDecodedAfterTheEncoding() {
        let page = Array("<meta property='al:x' content='&#4".utf8) + [0x81, 0x30, 0x81, 0x30] + Array(";'>".utf8)
        #expect(PageMetadataReader.read(page, declaredCharset: "gb18030").tags.first?.content == "\u{4}\u{80};")
    }

    @Test(.tags(.l1), arguments: [false, true]) func utf16IsReadByItsMarkOrTheHeader(isBigEndian: Bool) {
        func bytes(_ text: String) -> [UInt8] {
            text.utf16.flatMap { unit -> [UInt8] in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? pair : pair.reversed()
            }
        }
        let page = "<meta charset=koi8-r><meta property='al:x' content='\u{65E5}\u{1F600}'>"
        let expected = PageMetadata(
            tags: [MetaTag(property: "al:x", content: "\u{65E5}\u{1F600}")],
            encoding: isBigEndian ? "UTF-16BE" : "UTF-16LE"
        )
        #expect(PageMetadataReader.read(bytes("\u{FEFF}" + page), declaredCharset: "utf-8") == expected)
        #expect(PageMetadataReader.read(bytes(page), declaredCharset: expected.encoding) == expected)
        #expect(PageMetadataReader.read(bytes("<?xml version='1.0'?>" + page)) == expected)
    }

    /// The sources of the encoding in their order: mark, header, tag, beginning, guess.
    @Test(
        .tags(.l1),
        arguments: [
            ("\u{FEFF}<meta charset=koi8-r>", "windows-1251", "UTF-8"),
            ("<meta charset=koi8-r>", "windows-1251", "windows-1251"),
            ("<meta charset=koi8-r>", "no-such-charset", "KOI8-R"),
            ("<meta charset=koi8-r><meta charset=utf-8>", nil, "KOI8-R"),
            ("<meta charset=unknown><meta charset=koi8-r>", nil, "KOI8-R"),
            ("<meta charset=utf-16>", nil, "UTF-8"),
            ("<meta charset=x-user-defined>", nil, "windows-1252"),
            ("<meta http-equiv=Content-Type content='text/html; charset = \"koi8-r\"'>", nil, "KOI8-R"),
            ("<meta http-equiv=refresh content='text/html; charset=koi8-r'>", nil, "UTF-8"),
            ("<meta http-equiv=Content-Type content='charsetx; charset=koi8-r;x'>", nil, "KOI8-R"),
            ("<meta http-equiv=Content-Type content='charset=\"koi8-r'>", nil, "UTF-8"),
            ("<script><meta charset=koi8-r></script>", nil, "KOI8-R"),
            ("<script><meta charset=koi8-r></script><meta charset=gbk>", nil, "GBK"),
            ("<title><meta charset=iso-2022-jp></title><meta charset=utf-8>", nil, "UTF-8"),
            ("<title><meta charset=iso-2022-jp></title>", nil, "ISO-2022-JP"),
            ("<title><meta charset=koi8-r></title><meta charset=iso-2022-jp>", nil, "ISO-2022-JP"),
            ("<script>\"<meta charset=shift_jis>\"</script>", nil, "Shift_JIS"),
            ("<!--<meta charset=koi8-r>-->", nil, "UTF-8"),
            ("<template><meta charset=koi8-r></template>", nil, "KOI8-R"),
            ("<?xml version='1.0' encoding='koi8-r'?>", nil, "KOI8-R"),
            ("", nil, "UTF-8"),
        ]
    )
    func theFirstDeclarationOfTheEncodingWins(page: String, charset: String?, encoding: String) {
        #expect(PageMetadataReader.read(Array(page.utf8), declaredCharset: charset).encoding == encoding)
    }

    @Test(.tags(.l1)) func aDeclarationMayComeLate() {
        let value = Array("<meta property='al:x' content='".utf8) + [0xCF] + Array("'>".utf8)
        let filler = Array(String(repeating: "<link>", count: 1_000).utf8)
        let late = Array("<meta charset=windows-1251>".utf8)
        let read = PageMetadataReader.read(value + filler + late)
        #expect(read == PageMetadata(tags: [MetaTag(property: "al:x", content: "\u{41F}")], encoding: "windows-1251"))
    }

    @Test(.tags(.l1)) func aLateISO2022JPIsReadFromThereOn() {
        let filler = Array(String(repeating: "<link>", count: 1_000).utf8)
        let late = Array("<meta charset=iso-2022-jp>".utf8)
        let escaped: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]
        let value = Array("<meta property='al:x' content='".utf8) + escaped + Array("'>".utf8)
        #expect(PageMetadataReader.read(filler + late + value).tags == [MetaTag(property: "al:x", content: "\u{65E5}")])
    }

    /// The prescan trusts a title; a later tag with another encoding counts, and the bytes before it are read by it.
    @Test(arguments: [1, 7, 10_000]) func aTagCorrectsAPrescanThatFoundISO2022JP(pieceSize: Int) {
        let title = Array("<title><meta charset=iso-2022-jp></title>".utf8)
        let value = Array("<meta property='al:x' content='\u{E9}'>".utf8)
        let page = title + value + Array("<meta charset=utf-8>".utf8) + value
        var reader = PageMetadataReader()
        for start in stride(from: 0, to: page.count, by: pieceSize) {
            reader.feed(Array(page[start...].prefix(pieceSize)))
        }
        let tag = MetaTag(property: "al:x", content: "\u{E9}")
        #expect(reader.finish() == PageMetadata(tags: [tag, tag], encoding: "UTF-8"))
    }

    @Test(.tags(.l1)) func undeclaredPagesAreUTF8IfTheyAreValidUTF8() {
        func read(_ bytes: [UInt8]) -> PageMetadata {
            PageMetadataReader.read(Array("<meta property='al:x' content='".utf8) + bytes + Array("'>".utf8))
        }
        #expect(read([0xC3, 0xA9]).tags.first?.content == "\u{E9}")
        #expect(read([0xE9]).tags.first?.content == "\u{E9}")
        #expect(read([0xE9]).encoding == "windows-1252")
    }

    /// Reading such a page as ASCII is a known attack, so it has no tags at all.
    @Test(.tags(.l1)) func dangerousEncodingsAreNotDecoded() {
        let page = Array("<meta property='al:x'>".utf8)
        #expect(PageMetadataReader.read(page, declaredCharset: "hz-gb-2312").tags.isEmpty)
        #expect(PageMetadataReader.read(Array("<meta charset=iso-2022-kr>".utf8) + page).tags.isEmpty)
    }

    @Test(.tags(.l1)) func allCharacterReferencesAreKnown() {
        #expect(CharacterReferences.count == 2231)
        func decode(_ text: String, _ inAttribute: Bool = true) -> String {
            String(decoding: CharacterReferences.decoding(Array(text.utf8), inAttribute: inAttribute), as: UTF8.self)
        }
        #expect(
            decode("&AElig;&zwnj;&CounterClockwiseContourIntegral;&nGt;") == "\u{C6}\u{200C}\u{2233}\u{226B}\u{20D2}"
        )
        #expect(decode("&notin;&notit;&not") == "\u{2209}&notit;\u{AC}")
        #expect(decode("&notit;", false) == "\u{AC}it;")
        #expect(decode("&;&#;&#x;&#xg;&") == "&;&#;&#x;&#xg;&")
    }
}
