import BoltsPageMetadata
import CHeapCount
import Testing

/// Exact counts of what reading a page does to the heap: it grows with the tags that are kept, not with the page.
@Suite(.serialized) struct ReaderCostsTests {
    /// The allocator may give a block up to 16 bytes more than requested, depending on the free blocks, and a few dozen blocks are
    /// alive at a time.
    private static let roundingOfBlocks: Int64 = 1024
    /// An array uses all the room of its block, so a larger block saves a growth, and a smaller one costs one.
    private static let roundingOfGrowth: ClosedRange<Int64> = -4...4

    @Test(arguments: [nil, "utf-8", "windows-1251"]) func aPageThirtyTimesAsLongCostsTheSame(charset: String?) {
        let short = cost(of: Self.article(byteCount: 64 * 1024), charset: charset)
        let long = cost(of: Self.article(byteCount: 2 * 1024 * 1024 - 1024), charset: charset)
        #expect(short.tags == 8)
        #expect(long.tags == 8)
        #expect(Self.roundingOfGrowth.contains(long.heap.allocations - short.heap.allocations))
        #expect(long.heap.peak_live_bytes - short.heap.peak_live_bytes < Self.roundingOfBlocks)
        // If the counter did not work, all other expectations would hold: each tag has at least two strings.
        #expect(short.heap.allocations > 16)
    }

    @Test func aPageInPiecesCostsTheSame() {
        let short = cost(of: Self.article(byteCount: 64 * 1024), charset: "utf-8", pieceSize: 1_000)
        let long = cost(of: Self.article(byteCount: 2 * 1024 * 1024 - 1024), charset: "utf-8", pieceSize: 1_000)
        #expect(long.tags == 8)
        #expect(Self.roundingOfGrowth.contains(long.heap.allocations - short.heap.allocations))
        #expect(long.heap.peak_live_bytes - short.heap.peak_live_bytes < Self.roundingOfBlocks)
    }

    @Test func transcodingCostsTheSame() {
        let short = cost(of: Self.utf16(Self.article(byteCount: 64 * 1024)), charset: "utf-16le")
        let long = cost(of: Self.utf16(Self.article(byteCount: 1024 * 1024 - 1024)), charset: "utf-16le")
        #expect(long.tags == 8)
        #expect(Self.roundingOfGrowth.contains(long.heap.allocations - short.heap.allocations))
        #expect(long.heap.peak_live_bytes - short.heap.peak_live_bytes < Self.roundingOfBlocks)
    }

    @Test func eachKeptTagCostsAFewAllocations() {
        func page(_ tags: Int) -> [UInt8] {
            let tag = "<meta property=\"al:ios:app_name\" content=\"A name of more than fifteen bytes\">"
            return Array(String(repeating: tag, count: tags).utf8)
        }
        let some = cost(of: page(1_000), charset: "utf-8").heap
        let more = cost(of: page(2_000), charset: "utf-8").heap
        // Each tag has its two values as bytes and as strings; growing lists add a few.
        #expect((more.allocations - some.allocations) <= 4 * 1_000 + 16)
        #expect((more.peak_live_bytes - some.peak_live_bytes) < 600 * 1_000)
    }

    /// Each page has two mebibytes of text that must not be kept.
    @Test(arguments: [
        ("", "<"), ("", "&"), ("", "&#3"), ("<meta content=\"", "x"), ("<meta property=\"al:", "x"),
        ("<meta property=al:x content=", "x"), ("<meta ", "a=b "), ("<meta ", "content=x "), ("<meta ", "b "),
        ("<", "a"), ("<meta ", "a"), ("<!--", "-"), ("", "<!--x-->"), ("", "<!x>"), ("<script>", "<!--<script "),
        ("<title>", "</titl"), ("", "<div>"), ("", "<b><p>"), ("", "<svg>"), ("", "<template>"),
        ("", "<svg><foreignObject>"), ("", "<math><mi>"), ("", "<table><td>"), ("", "<table>"), ("<svg>", "</x>"),
        ("", "\0"), ("<meta charset=iso-2022-jp>", "\u{1B}$B00"), ("<meta property=al:x content=\"", "&amp;"),
        ("<frameset>", "<frame>"), ("<template>", "<meta property=al:x content=1>"), ("<svg>", "<![CDATA[]]>"),
    ])
    func discardedTagsCostLittle(before: String, unit: String) {
        let size = 2 * 1024 * 1024
        let page = Array((before + String(repeating: unit, count: size / unit.utf8.count)).prefix(size).utf8)
        for pieceSize in [Int.max, 1_400] {
            let found = cost(of: page, charset: nil, pieceSize: pieceSize)
            #expect(found.tags == 0)
            // At most one value of 64 KiB is held, in a buffer that grew to this size.
            #expect(found.heap.peak_live_bytes < 300 * 1024, "\(before)\(unit)")
            // The first kilobyte is searched for its encoding, attribute by attribute.
            #expect(found.heap.allocations < 100 + 512, "\(before)\(unit)")
            #expect(found.heap.live_bytes == 0)
        }
    }

    // MARK: Pages

    /// A page with eight tags, and text between tags up to a size.
    private static func article(byteCount: Int) -> [UInt8] {
        var page = "<!DOCTYPE html><html><head><meta charset=utf-8><title>A long article</title>"
        for number in 0..<8 {
            page += "<meta property=\"al:ios:url\" content=\"recipes://a-rather-long-path/\(number)\">"
        }
        page += "</head><body>"
        let paragraph =
            "<p class=\"text\">Text <a href='/x?a=1&amp;b=2'>and a link</a>, <img src=x><br> <!-- and so on --></p>\n"
        page += String(repeating: paragraph, count: max(byteCount - page.utf8.count, 0) / paragraph.utf8.count)
        return Array(page.utf8)
    }

    private static func utf16(_ page: [UInt8]) -> [UInt8] { page.flatMap { [$0, 0] } }

    // MARK: Counting

    private func cost(of page: [UInt8], charset: String?, pieceSize: Int = .max) -> (tags: Int, heap: heap_count_t) {
        let pieces = stride(from: 0, to: page.count, by: pieceSize).map { Array(page[$0...].prefix(pieceSize)) }
        return withExtendedLifetime(pieces) {
            // Tables are created when they are first needed, which must not count for a page.
            _ = readTags(of: pieces, charset)
            heap_count_begin()
            let count = readTags(of: pieces, charset)
            return (count, heap_count_end())
        }
    }

    @inline(never)
    private func readTags(of pieces: [[UInt8]], _ charset: String?) -> Int {
        var reader = PageMetadataReader(declaredCharset: charset)
        for piece in pieces { reader.feed(piece) }
        return reader.finish().tags.count
    }
}
