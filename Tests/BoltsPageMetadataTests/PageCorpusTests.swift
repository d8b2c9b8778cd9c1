import BoltsPageMetadata
import Foundation
import SharedData
import Testing

/// Compares the tags of recorded pages with those that browsers saw; the tests are skipped if the recorded pages are not available.
@Suite(.enabled(if: SharedData.isUsable("pages"), "the recorded pages are not on this machine"))
struct PageCorpusTests {
    private static let strict = PageMetadataReader.Options(acceptsNameAttribute: false)

    private struct Case {
        let file: String
        let bytes: [UInt8]
        let charset: String?
        let strict: [MetaTag]
        let all: [MetaTag]
    }

    /// The cases of a folder's `expected.json`; `reduced` has the same expectations as `real`.
    private static func cases(_ folder: String) throws -> [Case] {
        let base = folder == "derived" ? "pages/derived/" : "pages/"
        let expected = try #require(try SharedData.json(base + "expected.json") as? [String: [String: Any]])
        let manifest = try #require(try SharedData.json(base + "manifest.json") as? [[String: Any]])
        return try manifest.map { entry in
            let listed = try #require(entry["file"] as? String)
            let file = folder == "reduced" ? try #require(entry["reduced"] as? String) : listed
            let page = try #require(expected[listed])
            // Both browsers saw these tags; the other expectations also list tags that browsers do not show.
            let seen = page["chromium"] as? [[Any]] ?? page["bolts_rule"] as? [[Any]]
            let tags = try #require(seen)
                .map { tag in
                    MetaTag(property: try #require(tag[0] as? String), content: tag[1] as? String)
                }
            let all = try #require(page["all"] as? [[Any]])
            let names: [MetaTag] = all.compactMap { tag in
                guard tag[0] as? String == "name", let property = tag[1] as? String else { return nil }
                return MetaTag(property: property, content: tag[2] as? String, attribute: .name)
            }
            let contentType = (entry["content_type"] as? String).map { Array($0.utf8) }
            let declared = contentType.flatMap(Self.charset)
            return Case(
                file: file,
                bytes: try SharedData.bytes("pages/" + file),
                charset: declared ?? entry["charset_to_use"] as? String,
                strict: tags,
                all: tags + names
            )
        }
    }

    private static func charset(_ contentType: [UInt8]) -> String? {
        String(decoding: contentType, as: UTF8.self).components(separatedBy: "charset=").dropFirst().first
    }

    @Test(.tags(.gx21, .l1), arguments: ["real", "reduced", "derived"])
    func strictReadingSeesWhatBrowsersSee(folder: String) throws {
        let cases = try Self.cases(folder)
        #expect(cases.count >= 39)
        for page in cases {
            let read = PageMetadataReader.read(page.bytes, options: Self.strict, declaredCharset: page.charset)
            #expect(read.tags == page.strict, "\(page.file)")
            #expect(!read.isTruncated, "\(page.file)")
        }
    }

    @Test(.tags(.l1), arguments: ["real", "reduced", "derived"])
    func nameAttributesCountBesideProperty(folder: String) throws {
        for page in try Self.cases(folder) {
            let read = PageMetadataReader.read(page.bytes, declaredCharset: page.charset)
            // The expectations do not define an order between the two kinds.
            #expect(read.tags.filter { $0.attribute == .property } == page.strict, "\(page.file)")
            let names = page.all.filter { $0.attribute == .name }
            #expect(read.tags.filter { $0.attribute == .name } == names, "\(page.file)")
        }
    }

    @Test(.tags(.l1), arguments: ["real", "derived"]) func anyCutGivesTheSameTags(folder: String) throws {
        for page in try Self.cases(folder) {
            let whole = PageMetadataReader.read(page.bytes, declaredCharset: page.charset)
            for size in [1, 1460] where size > 1 || page.bytes.count < 2_000 {
                var reader = PageMetadataReader(declaredCharset: page.charset)
                for start in stride(from: 0, to: page.bytes.count, by: size) {
                    reader.feed(Array(page.bytes[start..<min(start + size, page.bytes.count)]))
                }
                let cut = reader.finish()
                #expect(cut == whole, "\(page.file) in pieces of \(size)")
            }
        }
    }

    @Test(.tags(.l1)) func pagesDeclareTheirOwnEncoding() throws {
        for page in try Self.cases("real") {
            let read = PageMetadataReader.read(page.bytes, options: Self.strict)
            #expect(read.tags == page.strict, "\(page.file) without the header's charset")
        }
    }
}
