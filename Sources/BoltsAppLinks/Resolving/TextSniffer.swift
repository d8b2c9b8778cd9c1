/// Distinguishes text from content that cannot be a page, by its first kilobyte.
///
/// A server may send tags instead of an image, with the image's content type, so the bytes decide and not the type.
struct TextSniffer {
    private static let window = 1_024
    /// The first bytes of media, archives, documents and programs.
    private static let signatures: [[UInt8]] = [
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a],  // PNG
        [0xff, 0xd8, 0xff],  // JPEG
        Array("GIF87a".utf8), Array("GIF89a".utf8), Array("%PDF-".utf8), Array("RIFF".utf8), Array("OggS".utf8),
        Array("ID3".utf8), Array("wOFF".utf8), Array("wOF2".utf8), Array("Rar!".utf8), Array("7z".utf8) + [0xbc, 0xaf],
        Array("PK".utf8) + [0x03, 0x04],  // zip
        [0x1f, 0x8b, 0x08],  // gzip
        [0x28, 0xb5, 0x2f, 0xfd],  // zstd
        [0x7f, 0x45, 0x4c, 0x46],  // ELF
        [0x00, 0x61, 0x73, 0x6d],  // WebAssembly
        [0x1a, 0x45, 0xdf, 0xa3],  // Matroska, WebM
    ]

    /// The first bytes of UTF-16: a byte order mark, or `<?x`, which the HTML Standard's prescan recognizes.
    private static let utf16Beginnings: [[UInt8]] = [
        [0xfe, 0xff], [0xff, 0xfe], [0x3c, 0, 0x3f, 0, 0x78, 0], [0, 0x3c, 0, 0x3f, 0, 0x78],
    ]

    private let isDeclaredText: Bool
    private let isDeclaredUTF16: Bool
    private var prefix: [UInt8] = []
    private var seen = 0
    private var nulls = 0
    private var controls = 0
    private var hasContent = false
    private var verdict: Verdict?

    enum Verdict {
        case text
        case binary
    }

    /// - Parameter contentType: The page's content type. If it is text, a single NUL does not make the page binary.
    init(contentType: PageContentType?) {
        isDeclaredText = contentType?.isTextual ?? false
        isDeclaredUTF16 = contentType?.charset?.lowercased().hasPrefix("utf-16") ?? false
    }

    /// Whether only white space has been read.
    var isBlank: Bool { !hasContent }

    /// Reads the next bytes; returns the verdict once it is known, and the same one from then on.
    mutating func look(at bytes: Span<UInt8>) -> Verdict? {
        if verdict != nil, hasContent { return verdict }
        var index = 0
        while index < bytes.count, verdict == nil || !hasContent {
            note(bytes[index])
            index += 1
            if verdict == nil, seen == TextSniffer.window { verdict = decide() }
        }
        return verdict
    }

    /// The verdict on a page that ended.
    mutating func finish() -> Verdict {
        let result = verdict ?? decide()
        verdict = result
        return result
    }

    private mutating func note(_ byte: UInt8) {
        seen += 1
        if prefix.count < 8 { prefix.append(byte) }
        switch byte {
        case 0:
            nulls += 1
        case 0x09, 0x0a, 0x0c, 0x0d, 0x20:
            break
        // A byte order mark alone decides nothing.
        case 0xef where seen == 1, 0xbb where seen == 2, 0xbf where seen == 3, 0xfe where seen <= 2,
            0xff where seen <= 2:
            break
        // Escape shifts character sets in ISO-2022-JP.
        case 0x01..<0x20 where byte != 0x1b:
            controls += 1
            hasContent = true
        default:
            hasContent = true
        }
    }

    private func decide() -> Verdict {
        if TextSniffer.signatures.contains(where: { prefix.starts(with: $0) }) { return .binary }
        if isDeclaredUTF16 || TextSniffer.utf16Beginnings.contains(where: { prefix.starts(with: $0) }) { return .text }
        if isDeclaredText { return (nulls + controls) * 10 > seen ? .binary : .text }
        return nulls > 0 || controls * 20 > seen ? .binary : .text
    }
}
