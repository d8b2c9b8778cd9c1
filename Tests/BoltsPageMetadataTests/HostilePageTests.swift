import BoltsPageMetadata
import SharedData
import Testing

/// Tests pages that are built to cost time or memory; each is read to its end, with all its tags.
struct HostilePageTests {
    private static let size = 1 << 21
    private static let tag = "<meta property=al:x content=1>"

    /// The beginning, the part that is repeated to fill two mebibytes, the end, and the number of tags.
    @Test(
        .tags(.th21, .l1),
        .timeLimit(.minutes(20)),
        arguments: [
            ("", "<", "<meta property=al:x>", 1),
            ("", "&", tag, 1),
            ("<p>", "<div>", tag, 1),
            ("", "<b><p>", tag, 1),
            ("", "<svg>", tag, 1),
            ("", "<template>", tag, 0),
            ("<template>", "<template></template>", "</template>" + tag, 1),
            ("", "<svg><foreignObject>", tag, 1),
            ("<svg>" + String(repeating: "<g>", count: 500), "</x>", tag, 1),
            ("<!--", "-", ">" + tag, 1),
            ("", "<!--x", tag, 0),
            ("<script>", "</scrip", "</script>" + tag, 1),
            ("<script><!--", "<script ", tag, 0),
            ("<meta content=\"", "x", tag, 0),
            ("<meta content=\"", "x", "\">" + tag, 1),
            ("", "<a b=\"", tag, 0),
            ("<meta ", "a=b ", "property=al:x>" + tag, 2),
            ("<meta ", "content ", "property=al:x>" + tag, 2),
            ("<", "a", ">" + tag, 1),
            ("<meta property=al:x ", "a", ">" + tag, 2),
            ("</", " ", ">" + tag, 1),
            ("<frameset>", "<frameset>", tag, 0),
            (tag + "<p>", "<meta property=al:y>", "<frameset>", 1),
            ("\u{0}", "\u{0}", tag, 1),
        ]
    )
    func repetitionIsReadToItsEnd(before: String, unit: String, behind: String, count: Int) {
        let repeated = String(repeating: unit, count: Self.size / unit.utf8.count)
        let options = PageMetadataReader.Options(byteLimit: 2 * Self.size, tagLimit: .max)
        let page = PageMetadataReader.read(Array((before + repeated + behind).utf8), options: options)
        #expect(page.tags.count == count)
    }

    @Test(.tags(.th21, .l1), .timeLimit(.minutes(20))) func manyAttributesTakeLinearTime() {
        let attributes = (0..<100_000).map { "a\($0)=x " }.joined()
        let page = PageMetadataReader.read(Array("<meta \(attributes) property=al:x content=1>".utf8))
        #expect(page.tags == [MetaTag(property: "al:x", content: "1")])
    }

    @Test(.tags(.th21, .l1), .timeLimit(.minutes(20))) func manyTagsAreKeptToTheLimit() {
        let page = PageMetadataReader.read(Array(String(repeating: Self.tag, count: 20_000).utf8))
        #expect(page.tags.count == 10_000)
        #expect(page.isTruncated)
    }

    @Test(.tags(.th21, .l1), .timeLimit(.minutes(20))) func fourHundredThousandNestedTagsLoseNothing() {
        let nested = String(repeating: "<div>", count: 400_000)
        let page = PageMetadataReader.read(
            Array((Self.tag + nested + Self.tag).utf8),
            options: .init(byteLimit: 4 << 20)
        )
        #expect(page.tags.count == 2)
        #expect(!page.isTruncated)
    }

    /// Any bytes are a page, in any declared encoding.
    @Test(.tags(.th22, .l1), .timeLimit(.minutes(20))) func anyBytesInAnyEncodingAreAPage() {
        var random = SeededRandom(seed: 7)
        let labels = [
            "utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "gbk", "big5", "euc-kr",
            "windows-1252", "koi8-u", "x-user-defined", "hz-gb-2312",
        ]
        for label in labels {
            for _ in 0..<30 {
                let noise = (0..<Int.random(in: 0...60, using: &random))
                    .map { _ in
                        UInt8.random(in: 0...255, using: &random)
                    }
                let clean = noise.map { [0x22, 0x1B, 0].contains($0) ? 0x41 : $0 }
                let page = Array("<meta property=al:x content=\"".utf8) + clean + Array("\"><meta property=al:y>".utf8)
                let read = PageMetadataReader.read(page, declaredCharset: label)
                let expected = label.hasPrefix("utf-16") || label.hasPrefix("hz") ? [] : ["al:x", "al:y"]
                #expect(read.tags.map(\.property) == expected, "\(label): \(clean)")
            }
        }
    }
}
