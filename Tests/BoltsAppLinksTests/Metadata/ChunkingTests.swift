@testable import BoltsAppLinks
import Testing

/// How a page is cut into pieces never changes what is read.
@Suite
struct ChunkingTests {
    private static let fragments = [
        "<meta property=al:x content='a&amp;b'>", "<meta content=\"&eacute;&notin;\" name=al:y>",
        "<meta charset=koi8-r>",
        "<meta http-equiv=content-type content='text/html; charset=iso-2022-jp'>", "<svg>", "</svg>", "<title>",
        "</title>", "<style>", "</style>", "<script>", "</script>", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "<math>",
        "<mi>", "</mi>", "<foreignObject>", "<desc>", "<template>", "</template>", "<p>", "</p>", "<div a='>'>",
        "</div>",
        "<frameset>", "<body>", "x", " ", "\0", "&", "<", "</", "<!", "<?", ">", "'", "\"", "=", "/", "\r\n",
        "<a b=c/>",
        "<annotation-xml encoding=text/html>", "<font color=x>", "<input type=hidden>", "<noscript>", "</noscript>",
        "<textarea>", "</textarea>", "\u{E9}", "\u{65E5}\u{672C}", "\u{1B}$B", "\u{1B}(B", "<plaintext>",
    ]

    @Test(.timeLimit(.minutes(1)))
    func L1_anyCutGivesTheSamePage() {
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

    @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3, 7])
    func L1_anyCutGivesTheSameTokens(pieceSize: Int) {
        var random = SeededRandom(seed: UInt64(pieceSize))
        for _ in 0..<1_000 {
            let page = Self.page(&random)
            let whole = RecordingSink.tokens(of: page, pieceSize: .max)
            #expect(RecordingSink.tokens(of: page, pieceSize: pieceSize) == whole)
        }
    }

    /// A random page; some have their beginning so far in front that nothing of them is looked at in advance.
    private static func page(_ random: inout SeededRandom) -> [UInt8] {
        var page = Bool.random(using: &random) ? "" : "<p>" + String(repeating: "lorem ", count: 200)
        for _ in 0..<Int.random(in: 1...25, using: &random) {
            page += fragments.randomElement(using: &random) ?? ""
        }
        return Array(page.utf8)
    }
}
