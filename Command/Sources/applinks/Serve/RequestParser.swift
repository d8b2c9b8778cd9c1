/// Reads the head of an HTTP/1.1 request from pieces of any size, in linear time and bounded memory.
///
/// It is strict: lines end with CR LF, a field has a name, and there is one `Host`. Bytes after the head are ignored.
struct RequestParser {
    enum Failure: Error, Equatable {
        /// The request line or a field is malformed, or there is not exactly one `Host`.
        case malformed
        case lineTooLong
        case fieldsTooLong
        case version
    }

    static let maximumLine = 8_192
    static let maximumFields = 65_536

    private var line: [UInt8] = []
    private var fieldBytes = 0
    private var endsWithReturn = false
    private var start: (method: String, target: String)?
    private var host: String?
    private var fetchSite: String?

    /// Adds the next bytes, and returns the head once its end has arrived.
    mutating func receive(_ bytes: some Sequence<UInt8>) throws(Failure) -> RequestHead? {
        for byte in bytes {
            if start != nil {
                fieldBytes += 1
                guard fieldBytes <= Self.maximumFields else { throw .fieldsTooLong }
            }
            if endsWithReturn {
                guard byte == 0x0A else { throw .malformed }
                endsWithReturn = false
                if let head = try endLine() { return head }
            } else if byte == 0x0D {
                endsWithReturn = true
            } else {
                // A field may contain a tab; other control characters are not allowed anywhere.
                guard start != nil || line.count < Self.maximumLine else { throw .lineTooLong }
                guard byte >= 0x20 && byte != 0x7F || byte == 0x09 && start != nil else { throw .malformed }
                line.append(byte)
            }
        }
        return nil
    }

    /// Processes the line that just ended; the empty line ends the head.
    private mutating func endLine() throws(Failure) -> RequestHead? {
        defer { line.removeAll(keepingCapacity: true) }
        guard let start else {
            self.start = try Self.start(line)
            return nil
        }
        guard line.isEmpty else {
            try takeField()
            return nil
        }
        guard let host else { throw .malformed }
        return RequestHead(method: start.method, target: start.target, host: host, fetchSite: fetchSite)
    }

    private static func start(_ line: [UInt8]) throws(Failure) -> (method: String, target: String) {
        let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, isToken(words[0]), words[1].first == UInt8(ascii: "/"),
            words[1].allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw .malformed }
        let version = String(decoding: words[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw version.hasPrefix("HTTP/") ? .version : .malformed
        }
        return (String(decoding: words[0], as: UTF8.self), String(decoding: words[1], as: UTF8.self))
    }

    private mutating func takeField() throws(Failure) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else { throw .malformed }
        switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
        case "host":
            guard host == nil else { throw .malformed }
            let value = Self.trimmed(line[(colon + 1)...])
            guard !value.isEmpty, value.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed }
            host = String(decoding: value, as: UTF8.self)
        case "sec-fetch-site":
            fetchSite = String(decoding: Self.trimmed(line[(colon + 1)...]), as: UTF8.self)
        default: break
        }
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let first = value.firstIndex(where: { !isSpace($0) }),
            let last = value.lastIndex(where: { !isSpace($0) })
        else { return [] }
        return value[first...last]
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || marks.contains(byte)
            }
    }

    private static let marks = Array("!#$%&'*+-.^_`|~".utf8)
}

/// The parts of a request's head that `applinks serve` needs.
struct RequestHead: Sendable, Equatable {
    let method: String
    /// The target as it was sent: a path that begins with a slash, optionally with a query.
    let target: String
    /// The value of the only `Host` field.
    let host: String
    /// The kind of page that sent the request, according to the browser, such as `cross-site`; `nil` if it does not say.
    let fetchSite: String?

    var path: String { String(target.prefix { $0 != "?" }) }
}
