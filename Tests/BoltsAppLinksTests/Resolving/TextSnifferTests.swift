import BoltsPageFetching
import Testing

@testable import BoltsAppLinks

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

    @Test(.tags(.th24, .l7), arguments: [nil, "text/html", "image/png"] as [String?])
    func mediaIsNotTextUnderAnyType(_ type: String?) {
        for bytes in [Self.png, Array("GIF89a,,,,".utf8), Array("%PDF-1.7 text".utf8), [0x1f, 0x8b, 8, 0, 0, 0]] {
            #expect(verdict(bytes, type).0 == .binary)
            #expect(verdict(bytes, type, chunk: 1).0 == .binary)
        }
    }

    @Test(.tags(.l7)) func textIsTextUnderAnyType() {
        let page = Array("<!doctype html><p>caf\u{e9} \u{1F600}".utf8)
        for type in [nil, "image/png", "application/octet-stream", "text/html"] {
            #expect(verdict(page, type).0 == .text)
        }
    }

    @Test(.tags(.l7)) func utf16WithAMarkIsText() {
        let page = Array("<p>x</p>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
        #expect(verdict([0xff, 0xfe] + page).0 == .text)
        for isBigEndian in [false, true] {
            let declaration = "<?xml version='1.0'?><html/>".utf16.flatMap { unit -> [UInt8] in
                let pair = [UInt8(unit & 255), UInt8(unit >> 8)]
                return isBigEndian ? pair.reversed() : pair
            }
            #expect(verdict(declaration).0 == .text)
            #expect(verdict(declaration, "text/html", chunk: 1).0 == .text)
        }
        #expect(verdict(page, "text/html; charset=utf-16le").0 == .text)
        #expect(verdict(page, nil).0 == .binary)
    }

    @Test(.tags(.l7)) func aSingleNULDoesNotMakeAPageBinary() {
        let page = Array("<p>\0".utf8) + [UInt8](repeating: 0x61, count: 100)
        #expect(verdict(page, "text/html").0 == .text)
        #expect(verdict(page, nil).0 == .binary)
    }

    @Test(.tags(.l7), arguments: ["", " ", "\r\n\t \u{c}", "\u{feff}", "\u{feff}\n"])
    func whiteSpaceAloneIsBlank(_ text: String) {
        #expect(verdict(Array(text.utf8)).isBlank)
        #expect(verdict(Array(text.utf8), chunk: 1).isBlank)
        #expect(!verdict(Array((text + "x").utf8)).isBlank)
        #expect(!verdict([UInt8](repeating: 0x20, count: 5_000) + Array((text + "x").utf8)).isBlank)
    }
}
