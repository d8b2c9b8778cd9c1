/// Parses the HTTP response of a driver incrementally, up to a limit.
///
/// The driver is a local program, but part of its response comes from the page.
struct WebDriverResponse {
    enum Failure: Error, Equatable {
        case malformed
        case tooLarge
        case truncated
    }

    private enum Framing {
        case head
        case sized(Int)
        case chunked
        case untilEnd
    }

    private static let headLimit = 64 * 1_024

    private let bodyLimit: Int
    private var framing = Framing.head
    private var bytes: [UInt8] = []
    /// Where the next chunk's size begins.
    private var chunkStart = 0
    private var chunks: [UInt8] = []

    private(set) var status = 0
    private(set) var body: [UInt8]?

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    mutating func feed(_ more: ArraySlice<UInt8>) throws(Failure) {
        guard body == nil else { return }
        let searchedFrom = max(bytes.count - 3, 0)
        bytes += more
        if case .head = framing {
            guard let end = bytes[searchedFrom...].firstRange(of: "\r\n\r\n".utf8)?.upperBound else {
                guard bytes.count <= Self.headLimit else { throw .tooLarge }
                return
            }
            try readHead(String(decoding: bytes[..<end], as: UTF8.self))
            bytes.removeFirst(end)
        }
        switch framing {
        case .head:
            break
        case .sized(let count):
            guard count <= bodyLimit else { throw .tooLarge }
            if bytes.count >= count { body = Array(bytes[..<count]) }
        case .chunked:
            try readChunks()
        case .untilEnd:
            guard bytes.count <= bodyLimit else { throw .tooLarge }
        }
    }

    mutating func end() throws(Failure) {
        guard body == nil else { return }
        guard case .untilEnd = framing else { throw .truncated }
        body = bytes
    }

    private mutating func readHead(_ text: String) throws(Failure) {
        // In Swift, a carriage return with a line feed is one character.
        let lines = text.split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let code = Int(words[1]), (200...599).contains(code)
        else {
            throw .malformed
        }
        status = code
        framing = .untilEnd
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            switch line[..<colon].lowercased() {
            case "content-length":
                guard let count = Int(value), count >= 0 else { throw .malformed }
                if case .chunked = framing { continue }
                framing = .sized(count)
            case "transfer-encoding":
                guard value.lowercased() == "chunked" else { throw .malformed }
                framing = .chunked
            default:
                break
            }
        }
    }

    private mutating func readChunks() throws(Failure) {
        while let lineEnd = bytes[chunkStart...].firstIndex(of: 10) {
            let digits = bytes[chunkStart..<lineEnd].prefix { $0 != 13 && $0 != 0x3b }
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else {
                throw .malformed
            }
            guard size <= bodyLimit - chunks.count else { throw .tooLarge }
            if size == 0 {
                body = chunks
                return
            }
            let start = lineEnd + 1
            guard bytes.count >= start + size + 2 else { return }
            chunks += bytes[start..<start + size]
            chunkStart = start + size + 2
        }
        guard bytes.count - chunkStart <= Self.headLimit else { throw .malformed }
    }
}
