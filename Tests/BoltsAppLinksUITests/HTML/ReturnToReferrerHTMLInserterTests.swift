import BoltsAppLinksUI
import Foundation
import Testing

/// Tests the place of the banner in a page; a `|` marks the place.
@Suite(.tags(.l9), .timeLimit(.minutes(20))) struct ReturnToReferrerHTMLInserterTests {
    typealias Inserter = ReturnToReferrerHTMLInserter

    private let banner: ReturnToReferrerHTML

    init() throws {
        banner = try ReturnToReferrerHTML(requestURL: ReturnToReferrerHTMLTests.requestURL("Notes"))
    }

    private func run(
        _ page: [UInt8],
        pieces: Int,
        contentType: String? = "text/html",
        held: Int = 64 * 1_024
    ) -> (page: [UInt8], outcome: Inserter.Outcome) {
        var inserter = Inserter(banner, contentType: contentType, heldByteLimit: held)
        var out: [UInt8] = []
        for start in stride(from: 0, to: page.count, by: pieces) {
            out += inserter.feed(Array(page[start..<min(start + pieces, page.count)]))
        }
        out += inserter.finish()
        return (out, inserter.outcome)
    }

    static let long = String(repeating: "x", count: 3_000)
    static let pages = [
        "<!doctype html><html><head><title>x</title></head><body>|<h1>Pie</h1></body></html>",
        "<!DOCTYPE html>\n<body class=\"a>b\" onload='x(\"<body>\")' >|text", "<BODY>|", "<body/>|x",
        // These parts look like a body but are none.
        "<!-- <body> --><title><body></title><script>'<body>'</script><style><body></style><body id=a>|<p>",
        "<script><!-- <script></script> <body> --></script><body>|",
        "<head><template><body><p>x</template></head><body>|x",
        "<noscript><body></noscript><body>|", "<!doctype html><meta content='<body>'><body>|<body>",
        "<?php <body ?><body>|",
        "|<bodyguard></bodyguard>",
        // These pages omit the tag.
        "<!doctype html><title>x</title>\n |<p>hi", "<title>x</title> \n|hello <b>you</b>", "<title>x</title>|<3 <p>",
        "<title>x</title>|<<p>", "<title>x</title>|</br>",
        "<head></head>\n|<div id=app></div><script src=a.js></script>",
        "<title>x</title>|<svg><title><body></title></svg>", "<html><head></head>|</html>",
        "|<p>x",
        "<title>x</title><script>\(long)</script>|<main>", "<!--\(long)--><body \(long)>|",
        "<title>x</title>|<div \(long)>x", "<link rel=x><meta charset=shift_jis><base><body>|",
        // White space does not open the body, however it is written; a reference is not split.
        "<title>x</title>|&amp;hello", "<title>x</title>\n|&am<p>", "<title>x</title>|&#32;x",
        "<title>x</title>&#32;\n|<p>x",
        "<title>x</title>&Tab;&#x20|&copy;", "<title>x</title>|&#65 x", "<head></head>&NewLine; |é",
        // A frameset could still have replaced this body, but did not.
        "<title>x</title>|<div><div></div></div>",
        "<head></head>|<noscript>x</noscript><p>x",
    ]

    @Test(arguments: pages) func bannerIsFirstInTheBody(marked: String) {
        let parts = marked.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        #expect(parts.count == 2)
        let page = Array(parts.joined().utf8)
        for pieces in [1, 2, 3, 7, 64, 1_025, max(page.count, 1)] {
            let result = run(page, pieces: pieces)
            #expect(String(decoding: result.page, as: UTF8.self) == parts[0] + banner.fragment + parts[1])
            #expect(result.outcome == .inserted)
        }
        #expect(Inserter.insert(banner, into: page).outcome == .inserted)
    }

    static let unchanged: [(page: [UInt8], type: String?, reason: Inserter.Reason)] = [
        (Array("<body>".utf8), "application/json", .notHTML), (Array("<body>".utf8), "application/xhtml+xml", .notHTML),
        (Array("<body>".utf8), "nonsense", .notHTML), ([], "text/html", .noBody), ([], nil, .noBody),
        (Array("<title>x</title>".utf8), nil, .noBody), (Array("<title>x".utf8), nil, .noBody),
        (Array("<!doctype html><frameset><frame src=a></frameset>".utf8), nil, .noBody),
        (Array("<head></head><noscript></noscript><frameset>".utf8), nil, .noBody),
        (Array("plain text <body>".utf8), nil, .noBody), ([0x1F, 0x8B, 8, 0] + Array("<body>".utf8), nil, .encoding),
        ([0x28, 0xB5, 0x2F, 0xFD] + Array("<body>".utf8), nil, .noBody),
        (Array("<title>x</title><p".utf8), nil, .noBody), (Array("<!-- <body>".utf8), nil, .noBody),
        (Array("<body>".utf8), "text/html; charset=utf-16", .encoding),
        (Array("<body>".utf8), "text/html; charset=\"iso-2022-jp\"", .encoding),
        (
            [0xFF, 0xFE] + Array("<body>".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
            "text/html; charset=utf-8", .encoding
        ),
        (Array("<body>".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, nil, .encoding),
        ([0xFE, 0xFF] + Array("<body>".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }, nil, .encoding),
        (Array("<meta charset=iso-2022-jp><title>x</title><body>".utf8), nil, .encoding),
        (Array("<meta http-equiv=content-type content='text/html; charset=csISO2022JP'><body>".utf8), nil, .encoding),
        (
            Array(
                "<title>x</title><!--\(String(repeating: "x", count: 2_000))--><meta charset=iso-2022-jp><body>".utf8
            ), nil, .encoding
        ),
        (Array("<meta charset=hz-gb-2312><body>".utf8), nil, .encoding),
    ]

    @Test(arguments: unchanged.indices) func unsuitablePagesPassUnchangedWithReason(index: Int) {
        let (page, type, reason) = Self.unchanged[index]
        for pieces in [1, 5, max(page.count, 1)] {
            let result = run(page, pieces: pieces, contentType: type)
            #expect(result.page == page)
            #expect(result.outcome == .unchanged(reason), "\(String(decoding: page, as: UTF8.self))")
            #expect(!reason.description.isEmpty)
        }
    }

    @Test func headerAndByteOrderMarkOverrideMeta() {
        let page = Array("<meta charset=iso-2022-jp><body>".utf8)
        #expect(run(page, pieces: 4, contentType: "text/html; charset=utf-8").outcome == .inserted)
        let marked = run([0xEF, 0xBB, 0xBF] + page, pieces: 4)
        #expect(marked.outcome == .inserted && marked.page.starts(with: [0xEF, 0xBB, 0xBF]))
    }

    @Test func invalidBytesPassUnchanged() {
        let page =
            Array("<title>".utf8) + [0x83, 0x5C, 0xFF, 0xC0, 0x80] + Array("</title><body>".utf8) + [
                0xED, 0xA0, 0x80, 0,
            ]
        let result = run(page, pieces: 3, contentType: "text/html; charset=shift_jis")
        #expect(result.outcome == .inserted && result.page == page.dropLast(4) + banner.fragment.utf8 + page.suffix(4))
    }

    @Test(.tags(.th20)) func heldBytesAreBounded() {
        let tag = Array("<title>x</title><p title='\(String(repeating: "x", count: 5_000))'>hi".utf8)
        for pieces in [1, 100, 5_000, tag.count] {
            #expect(run(tag, pieces: pieces, held: 2_000).outcome == .unchanged(.tooLong))
            #expect(run(tag, pieces: pieces, held: 2_000).page == tag)
            #expect(run(tag, pieces: pieces, held: 6_000).outcome == .inserted)
        }
        // A script or a comment is not held back, however long it is.
        var inserter = Inserter(banner, contentType: nil, heldByteLimit: 2_000)
        var sent = inserter.feed(Array("<!doctype html><script>".utf8)).count
        for _ in 0..<100 { sent += inserter.feed(Array(repeating: UInt8(ascii: "x"), count: 1_000)).count }
        #expect(sent >= 98_000)
        // These elements still allow a frameset, but none follows, so the body began at the first of them.
        let empty = Array("<title>x</title>".utf8) + Array(String(repeating: "<i></i>", count: 1_000).utf8)
        for pieces in [1, 100, 5_000] {
            let result = run(empty, pieces: pieces, held: 2_000)
            #expect(result.outcome == .inserted)
            #expect(result.page.starts(with: Array("<title>x</title>".utf8) + Array(banner.fragment.utf8)))
        }
    }

    @Test(.tags(.th20)) func insertionIsTheOnlyChangeHoweverThePageIsSplit() {
        var random = SystemRandomNumberGenerator()
        let words = [
            "<body>", "<", ">", "</", "<!--", "-->", "<script>", "</script>", "<p ", "'", "\"", " ", "x", "\u{0}",
            "<svg>", "<template>", "</template>", "&#32;", "&am", "&", "<title>", "</title>", "<frameset>", "<!", "<?",
            "é", "<head>", "</head>", "\n",
        ]
        for _ in 0..<2_000 {
            let page = Array(
                (0..<Int.random(in: 0..<24)).map { _ in words.randomElement(using: &random) ?? "" }.joined().utf8
            )
            let whole = run(page, pieces: max(page.count, 1))
            let cut = run(page, pieces: Int.random(in: 1...9))
            #expect(whole.page == cut.page && whole.outcome == cut.outcome, "\(String(decoding: page, as: UTF8.self))")
            if whole.outcome == .inserted {
                #expect(
                    String(decoding: whole.page, as: UTF8.self).replacing(banner.fragment, with: "").utf8.elementsEqual(
                        String(decoding: page, as: UTF8.self).utf8
                    )
                )
            } else {
                #expect(whole.page == page)
            }
        }
    }
}
