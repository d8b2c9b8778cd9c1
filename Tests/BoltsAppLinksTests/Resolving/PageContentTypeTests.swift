import Testing

@testable import BoltsAppLinks

@Suite struct PageContentTypeTests {
    @Test(
        arguments: [
            ("text/html", "text/html", nil), ("Text/HTML;charset=UTF-8", "text/html", "UTF-8"),
            ("text/html; charset=\"utf-8\"", "text/html", "utf-8"), ("text/html ; CharSet = x", "text/html", nil),
            ("text/html;charset=", "text/html", nil), ("text/html;charset=\"\"", "text/html", nil),
            ("text/html;a=\";charset=x\";charset=y", "text/html", "y"),
            ("text/html;charset=\"a\\\"b\"", "text/html", "a\"b"),
            ("text/html;charset=a;charset=b", "text/html", "a"), ("text/html;;;charset=gbk;", "text/html", "gbk"),
            ("text/html;charset=\"unclosed", "text/html", "unclosed"),
            ("application/xhtml+xml", "application/xhtml+xml", nil),
            (" image/png ", "image/png", nil), ("text/html;charset=ut\u{1}f", "text/html", nil),
        ] as [(String, String, String?)]
    )
    func L7_theTypeAndTheCharsetAreRead(_ field: String, _ mediaType: String, _ charset: String?) throws {
        let type = try #require(PageContentType(field))
        #expect(type.mediaType == mediaType)
        #expect(type.charset == charset)
    }

    @Test(arguments: [
        "", "text", "text/", "/html", "te xt/html", "text/ht ml", "text/html/x", ";charset=utf-8", "tëxt/html",
    ])
    func L7_whatIsNoTypeGivesNone(_ field: String) {
        #expect(PageContentType(field) == nil)
    }

    @Test func L7_aFieldWithoutEndCostsNoMoreThanItsBeginning() {
        let field = "text/html;" + String(repeating: "a=\"\\\"", count: 100_000) + ";charset=x"
        #expect(PageContentType(field)?.charset == nil)
    }
}

@Suite struct TextSnifferTests {
    private func verdict(_ bytes: [UInt8], _ type: String? = nil, chunk: Int = .max) -> (
        TextSniffer.Verdict, isBlank: Bool
    ) {
        var sniffer = TextSniffer(contentType: type.flatMap { PageContentType($0) })
        var index = 0
        while index < bytes.count {
            let end = chunk > bytes.count - index ? bytes.count : index + chunk
            let piece = bytes[index..<end]
            _ = sniffer.look(at: piece.span)
            index = end
        }
        return (sniffer.finish(), sniffer.isBlank)
    }

    private static let png: [UInt8] = [
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]

    @Test(arguments: [nil, "text/html", "image/png"] as [String?])
    func L7_mediaIsNotTextWhateverItsType(_ type: String?) {
        for bytes in [Self.png, Array("GIF89a,,,,".utf8), Array("%PDF-1.7 text".utf8), [0x1f, 0x8b, 8, 0, 0, 0]] {
            #expect(verdict(bytes, type).0 == .binary)
            #expect(verdict(bytes, type, chunk: 1).0 == .binary)
        }
    }

    @Test func L7_textIsTextWhateverItsType() {
        let page = Array("<!doctype html><p>caf\u{e9} \u{1F600}".utf8)
        for type in [nil, "image/png", "application/octet-stream", "text/html"] {
            #expect(verdict(page, type).0 == .text)
        }
    }

    @Test func L7_UTF16IsTextWhereItSaysSo() {
        let page = Array("<p>x</p>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
        #expect(verdict([0xff, 0xfe] + page).0 == .text)
        #expect(verdict(page, "text/html; charset=utf-16le").0 == .text)
        #expect(verdict(page, nil).0 == .binary)
    }

    @Test func L7_aStrayNULDoesNotMakeAPageBinary() {
        let page = Array("<p>\0".utf8) + [UInt8](repeating: 0x61, count: 100)
        #expect(verdict(page, "text/html").0 == .text)
        #expect(verdict(page, nil).0 == .binary)
    }

    @Test(arguments: ["", " ", "\r\n\t \u{c}", "\u{feff}", "\u{feff}\n"])
    func L7_whiteSpaceAloneIsBlank(_ text: String) {
        #expect(verdict(Array(text.utf8)).isBlank)
        #expect(verdict(Array(text.utf8), chunk: 1).isBlank)
        #expect(!verdict(Array((text + "x").utf8)).isBlank)
        #expect(!verdict([UInt8](repeating: 0x20, count: 5_000) + Array((text + "x").utf8)).isBlank)
    }
}
