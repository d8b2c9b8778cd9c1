import Foundation
import SharedData
import Testing

@testable import BoltsPageMetadata

/// Runs html5lib's tests of the encoding that a page declares.
///
/// For a page that declares none, they expect windows-1252; here none must be found. The page whose script writes its declaration
/// is omitted, because scripts are not run here.
@Suite(.enabled(if: SharedData.isUsable("html5lib-tests/encoding"), "html5lib-tests are not on this machine"))
struct EncodingConformanceTests {
    @Test(.tags(.l1), arguments: [Int.max, 1, 3]) func declaredEncodingIsFound(pieceSize: Int) throws {
        var cases = 0
        var undeclared = 0
        for file in try SharedData.files(in: "html5lib-tests/encoding") where file.hasSuffix(".dat") {
            for (page, expected) in try Self.cases(in: file) {
                if page.starts(with: "<!DOCTYPE HTML>\n<script>document.write(".utf8) { continue }
                cases += 1
                var reader = PageMetadataReader()
                for start in stride(from: 0, to: page.count, by: pieceSize) {
                    reader.feed(Array(page[start...].prefix(pieceSize)))
                }
                reader.endInput()
                let text = String(decoding: page, as: UTF8.self)
                // In these tests windows-1252 is also the encoding of a page that declares none, and no page declares it by this
                // name.
                let isUndeclared = expected.lowercased() == "windows-1252" && !text.contains("charset=\"ISO-8859-1\"")
                undeclared += isUndeclared ? 1 : 0
                let named = WebEncoding(label: expected.utf8)
                #expect(named != nil, "\(expected)")
                let declared = isUndeclared ? nil : named
                let found = reader.knownEncoding
                #expect(found == declared, "\(file): \(text)")
            }
        }
        #expect(cases >= 59)
        #expect(undeclared >= 20)
    }

    private static func cases(in file: String) throws -> [(page: [UInt8], encoding: String)] {
        var cases: [(page: [UInt8], encoding: String)] = []
        var page: [UInt8] = []
        var section = ""
        for line in try SharedData.bytes("html5lib-tests/encoding/" + file)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            let text = String(decoding: line, as: UTF8.self)
            if text == "#data" || text == "#encoding" {
                section = text
                if text == "#data" { page = [] }
            } else if section == "#data" {
                page += line + [UInt8(ascii: "\n")]
            } else if section == "#encoding", !text.isEmpty {
                cases.append((page, text))
                section = ""
            }
        }
        return cases
    }
}
