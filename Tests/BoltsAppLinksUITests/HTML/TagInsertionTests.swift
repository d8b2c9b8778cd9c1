import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import Testing

@Suite(.tags(.l9), .timeLimit(.minutes(20))) struct TagInsertionTests {
    typealias Inserter = ReturnToReferrerHTMLInserter

    private static let tags = [
        MetaTag(property: "al:ios", content: nil),
        MetaTag(property: "al:ios:url", content: "recipes://42?a=\"<>&é"),
        MetaTag(property: "apple-itunes-app", content: "app-id=1", attribute: .name),
    ]
    private static let markup = """
        <meta property="al:ios">
        <meta property="al:ios:url" content="recipes://42?a=&quot;&lt;&gt;&amp;&#xE9;">
        <meta name="apple-itunes-app" content="app-id=1">

        """

    private func run(
        _ page: String,
        pieces: Int,
        banner: ReturnToReferrerHTML? = nil,
        held: Int = 64 * 1_024
    ) -> (page: String, outcome: Inserter.Outcome) {
        var inserter = Inserter(banner, tags: Self.tags, contentType: "text/html", heldByteLimit: held)
        let bytes = Array(page.utf8)
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            out += inserter.feed(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        out += inserter.finish()
        return (String(decoding: out, as: UTF8.self), inserter.outcome)
    }

    /// A `^` marks the place of the tags, a `|` that of the banner.
    static let pages = [
        "<!doctype html><html><head><meta charset=utf-8><title>x</title>^</head>\n<body>|<h1>Pie</h1></body></html>",
        "<head>^</head><!-- between -->\n<body class=x>|text", "<!doctype html><title>x</title>\n^|<p>hi",
        "<!doctype html>^<body>|x", "<title>x</title> \n^|hello", "^|<p>x", "<script>'</head>'</script>^</head>|<main>",
        "<head><template></head><body></template>^</head><body>|", "<!-- </head> --><title></head></title>^</head>|x",
        "<head><noscript><style></style></noscript>^</head>|<noscript>x</noscript><p>y",
        "<head><meta name=description content='al:ios:url'>^</head><body>|<meta property=al:ios:url content=x>",
    ]

    @Test(arguments: pages) func tagsAreLastInTheHead(marked: String) throws {
        let banner = try ReturnToReferrerHTML(requestURL: ReturnToReferrerHTMLTests.requestURL("Notes"))
        let page = marked.filter { $0 != "^" && $0 != "|" }
        for pieces in [1, 2, 3, 7, 64, 1_025, page.utf8.count] {
            let tagged = run(page, pieces: pieces)
            #expect(
                tagged.page == marked.replacing("^", with: Self.markup).replacing("|", with: ""),
                "in pieces of \(pieces)"
            )
            #expect(tagged.outcome == .inserted)
            let both = run(page, pieces: pieces, banner: banner)
            #expect(both.page == marked.replacing("^", with: Self.markup).replacing("|", with: banner.fragment))
        }
    }

    /// A reader of the page finds the inserted tags.
    @Test(arguments: pages) func aReaderFindsTheTags(marked: String) {
        let page = marked.filter { $0 != "^" && $0 != "|" }
        let tagged = run(page, pieces: 16).page
        var reader = PageMetadataReader()
        reader.feed(Array(tagged.utf8))
        let found = reader.finish().tags
        #expect(found.starts(with: Self.tags.filter { $0.property.hasPrefix("al:") }))
    }

    @Test func aPageWithTagsOfItsOwnGetsTheBannerOnly() throws {
        let banner = try ReturnToReferrerHTML(requestURL: ReturnToReferrerHTMLTests.requestURL("Notes"))
        for own in ["<meta property=al:web:url content=x>", "<META NAME='AL:android:url'>"] {
            let page = "<head>\(own)</head><body>x"
            for pieces in [1, 100] {
                let alone = run(page, pieces: pieces)
                #expect(alone.page == page)
                #expect(alone.outcome == .unchanged(.nothingToInsert))
                let both = run(page, pieces: pieces, banner: banner)
                #expect(both.page == "<head>\(own)</head><body>\(banner.fragment)x")
            }
        }
    }

    @Test func withoutBannerAndTagsNothingIsHeldBack() {
        var inserter = Inserter(nil, contentType: "text/html")
        #expect(inserter.feed(Array("<p".utf8)) == Array("<p".utf8))
        #expect(inserter.outcome == .unchanged(.nothingToInsert))
    }

    @Test func whatIsHeldBetweenHeadAndBodyIsBounded() {
        let comment = "<!--\(String(repeating: "x", count: 5_000))-->"
        let page = "<head></head>\(comment)<body>x"
        for pieces in [1, 100, page.utf8.count] {
            #expect(run(page, pieces: pieces, held: 2_000).outcome == .unchanged(.tooLong))
            #expect(run(page, pieces: pieces, held: 2_000).page == page)
            #expect(run(page, pieces: pieces, held: 6_000).outcome == .inserted)
        }
    }

    @Test func onlyTheInsertionChangesThePageHoweverItIsSplit() {
        var random = SystemRandomNumberGenerator()
        let words = [
            "<body>", "<", ">", "</", "<!--", "-->", "<script>", "</script>", "<p ", "'", " ", "x", "\u{0}", "<svg>",
            "<template>", "</template>", "&#32;", "&am", "<title>", "</title>", "<frameset>", "<head>", "</head>", "é",
            "<noscript>", "</noscript>", "<meta charset=utf-8>", "\n", "<html>", "</body>",
        ]
        for _ in 0..<2_000 {
            let page = (0..<Int.random(in: 0..<24)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            let whole = run(page, pieces: max(page.utf8.count, 1))
            let cut = run(page, pieces: Int.random(in: 1...9))
            #expect(whole.page == cut.page && whole.outcome == cut.outcome, "\(page)")
            let isInserted = whole.outcome == .inserted
            #expect(isInserted || whole.page == page)
            if isInserted { #expect(whole.page.replacing(Self.markup, with: "") == page) }
        }
    }
}
