@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Content that servers send instead of JSON text, recognized by its first bytes.
enum NonJSONContent: Sendable {
    case html
    /// The file itself, after markup such as a warning of PHP.
    case markupBefore
    case gzip
    case utf16
    case nothing
    /// Other text, with the beginning of its first line.
    case text(String)

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16
        } else if let first = bytes.firstIndex(where: { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }),
            bytes[first] == UInt8(ascii: "<")
        {
            self = Self.isFollowedByJSON(bytes) ? .markupBefore : .html
        } else if bytes.allSatisfy({ $0 <= 0x20 }) {
            self = .nothing
        } else if let first = bytes.firstIndex(where: { $0 > 0x20 }),
            bytes[first].isASCIILetter || bytes[first] == UInt8(ascii: "`")
        {
            let line = bytes[first...].prefix { $0 != 0x0A && $0 != 0x0D }
            self = .text(String(decoding: line.prefix(40), as: UTF8.self) + (line.count > 40 ? "…" : ""))
        } else {
            return nil
        }
    }

    /// Whether JSON follows the last tag.
    private static func isFollowedByJSON(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.lastIndex(of: UInt8(ascii: ">")) else { return false }
        return (try? JSONDocument(Array(bytes[(end + 1)...]))) != nil
    }

    var explanation: String {
        switch self {
        case .html: "The answer is an HTML page instead of the file."
        case .markupBefore: "The server sends HTML, such as a program's warning, before the file."
        case .gzip: "The file is compressed with gzip, but the answer has no Content-Encoding that says so."
        case .utf16: "The file is in UTF-16; save it in UTF-8."
        case .nothing: "The file is empty."
        case .text(let start): "The file is not JSON: it begins with \(Clip.quoted(start))."
        }
    }

    var fix: String {
        switch self {
        case .html:
            "Serve the file itself at this address: exempt it from the login, the redirect or the fallback to a page."
        case .markupBefore: "Let the program send nothing but the file, or serve the file without it."
        case .gzip: "Send Content-Encoding: gzip with it, or serve it uncompressed."
        case .utf16: "Save the file in UTF-8, without a byte order mark."
        case .nothing: "Write the file, for example with applinks init and applinks publish."
        case .text: "Put the JSON in its place."
        }
    }
}
