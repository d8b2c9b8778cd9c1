import Testing

@testable import BoltsPageFetching

@Suite(.tags(.l7)) struct PageContentTypeTests {
    @Test(
        arguments: [
            ("text/html", "text/html", nil), ("Text/HTML;charset=UTF-8", "text/html", "UTF-8"),
            ("text/html; charset=\"utf-8\"", "text/html", "utf-8"), ("text/html ; CharSet = x", "text/html", nil),
            ("text/html;charset=", "text/html", nil), ("text/html;charset=\"\"", "text/html", ""),
            ("text/html;charset=\"\"; charset=koi8-r", "text/html", ""),
            ("text/html;charset=\tgbk\t", "text/html", "gbk"),
            ("text/html; charset=koi8-r, text/html", "text/html", "koi8-r"), ("text/html;x, */*", "text/html", nil),
            ("image/png, text/html;charset=x", "text/html", "x"), ("text/html;charset=x, text/css", "text/css", nil),
            ("text/html;charset=\"a,b\"", "text/html", "a,b"), ("text/html, nonsense", "text/html", nil),
            ("text/html;a=\";charset=x\";charset=y", "text/html", "y"),
            ("text/html;charset=\"a\\\"b\"", "text/html", "a\"b"),
            ("text/html;charset=a;charset=b", "text/html", "a"), ("text/html;;;charset=gbk;", "text/html", "gbk"),
            ("text/html;charset=\"unclosed", "text/html", "unclosed"),
            ("application/xhtml+xml", "application/xhtml+xml", nil),
            (" image/png ", "image/png", nil), ("text/html;charset=ut\u{1}f", "text/html", nil),
        ] as [(String, String, String?)]
    )
    func typeAndCharsetAreRead(_ field: String, _ mediaType: String, _ charset: String?) throws {
        let type = try #require(PageContentType(field))
        #expect(type.mediaType == mediaType)
        #expect(type.charset == charset)
    }

    @Test(arguments: [
        "", "text", "text/", "/html", "te xt/html", "text/ht ml", "text/html/x", ";charset=utf-8", "tëxt/html",
    ])
    func invalidTypesAreRejected(_ field: String) {
        #expect(PageContentType(field) == nil)
    }

    @Test func onlyTheStartOfALongFieldIsRead() {
        let field = "text/html;" + String(repeating: "a=\"\\\"", count: 100_000) + ";charset=x"
        #expect(PageContentType(field)?.charset == nil)
    }
}
