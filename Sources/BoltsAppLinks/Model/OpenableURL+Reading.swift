import BoltsBase

extension OpenableURL {
    /// Creates a URL from the text of a page by the rules of the URL Standard, after checking its syntax.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``OpenableURLError`` if its syntax is not safe.
    @_spi(Bolts)
    public init(reading text: String) throws(OpenableURLError) {
        try self.init(Self.standardText(of: text))
    }

    /// The text of a URL by the rules of the URL Standard: without surrounding white space and control characters, without line
    /// breaks and tabs, and with `%20` for blanks after the host.
    ///
    /// - Parameter text: The text, for example from a page.
    /// - Returns: The text, which need not be a URL.
    @_spi(Bolts)
    public static func standardText(of text: String) -> String {
        guard text.utf8.contains(where: { $0 <= 0x20 }) else { return text }
        var bytes = text.utf8.drop { $0 <= 0x20 }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        let kept = bytes.filter { $0 != 0x09 && $0 != 0x0a && $0 != 0x0d }
        guard kept.contains(0x20) else { return String(decoding: kept, as: UTF8.self) }
        let start = firstByteAfterHost(kept)
        var result = Array(kept[..<start])
        for byte in kept[start...] {
            if byte == 0x20 { result += Array("%20".utf8) } else { result.append(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The index after the scheme, and after the host if there is one: a blank in either is not repaired.
    private static func firstByteAfterHost(_ bytes: [UInt8]) -> Int {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return bytes.count }
        let rest = bytes[(colon + 1)...]
        guard rest.starts(with: "//".utf8) else { return colon + 1 }
        let authority = rest.dropFirst(2)
        return authority.firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.count
    }
}
