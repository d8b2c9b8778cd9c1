@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The fixes of the text of one pattern of Apple's file.
enum ApplePatternFixes {
    static func fix(_ finding: Finding, _ node: JSONNode) -> FindingFix? {
        guard let text = node.string else { return nil }
        let (prefix, pattern) = parts(of: node, text)
        let bytes = Array(pattern.utf8)
        func rewritten(_ safety: FixSafety, _ new: [UInt8]?) -> FindingFix? {
            guard let new, let valid = String(validating: new, as: UTF8.self),
                let edit = FileEdit.text(of: node, prefix + valid)
            else { return nil }
            return FindingFix(finding, safety, [edit])
        }
        switch finding.rule {
        case .aasaPatternNoLeadingSlash: return rewritten(.safe, [UInt8(ascii: "/")] + bytes)
        case .aasaPatternSingleCharacter: return rewritten(.unsafe, [UInt8(ascii: "/")] + bytes)
        case .aasaDoubleStar: return rewritten(.safe, withSingleStars(bytes))
        case .aasaPatternPadded: return rewritten(.unsafe, withoutBlanks(bytes))
        case .aasaPatternFullUrl: return rewritten(.unsafe, withoutOrigin(bytes))
        case .aasaPatternContainsHost: return rewritten(.unsafe, withoutHost(bytes))
        case .aasaPatternEncoded: return rewritten(.unsafe, decoded(bytes))
        case .aasaPatternNotEncoded: return rewritten(.unsafe, encoded(bytes))
        case .aasaPatternOverencoded: return rewritten(.unsafe, asBrowsersWrite(bytes))
        case .aasaNotMalformed:
            let rest = bytes.drop { "!NOTnot: ".utf8.contains($0) }
            guard rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "*") else { return nil }
            return rewritten(.unsafe, Array("NOT ".utf8) + rest)
        case .aasaNotInComponent:
            guard let component = node.parent, node.name == "/", component["exclude"] == nil,
                let edit = FileEdit.text(
                    of: node,
                    String(decoding: withoutBlanks(Array(bytes.dropFirst(4))), as: UTF8.self)
                )
            else { return nil }
            return FindingFix(finding, .unsafe, [edit, FileEdit.addition(of: "\"exclude\": true", to: component)])
        default: return nil
        }
    }

    /// Moves the NOT of an excluding path to a separate exclusion.
    static func parts(of node: JSONNode, _ text: String) -> (prefix: String, pattern: String) {
        guard node.name == nil, text.utf8.prefix(4).map(\.asciiLowercased).elementsEqual("not ".utf8) else {
            return ("", text)
        }
        return (String(text.utf8.prefix(4)) ?? "", String(text.utf8.dropFirst(4)) ?? text)
    }

    private static func withSingleStars(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes where byte != UInt8(ascii: "*") || result.last != byte { result.append(byte) }
        return result
    }

    private static func withoutBlanks(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.drop { $0 == 0x20 }
        return Array(start.prefix(upTo: start.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? start.startIndex))
    }

    /// Returns the text after the scheme and host of a URL.
    private static func withoutOrigin(_ bytes: [UInt8]) -> [UInt8]? {
        let start = bytes.drop { $0 == UInt8(ascii: "/") || $0 == 0x20 }
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")), start[colon...].starts(with: "://".utf8) else {
            return nil
        }
        return path(behindHost: start[(colon + 3)...])
    }

    private static func withoutHost(_ bytes: [UInt8]) -> [UInt8]? {
        let start = bytes.starts(with: "*.".utf8) ? bytes.dropFirst(2) : bytes[...]
        return path(behindHost: start.drop { $0 == UInt8(ascii: "/") })
    }

    private static func path(behindHost bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let path = bytes.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") }
        if path.isEmpty { return [UInt8(ascii: "/")] }
        // A star directly after the host, as in example.com*, stands for any path.
        return path.first == UInt8(ascii: "?") ? nil : Array(path)
    }

    // MARK: - Escapes

    /// Replaces each escape by the result of a function of its value and digits, or returns `nil` if the function returns `nil`.
    private static func replacingEscapes(
        in bytes: [UInt8],
        _ replacement: (UInt8, ArraySlice<UInt8>) -> [UInt8]?
    ) -> [UInt8]? {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
            else {
                result.append(bytes[index])
                index += 1
                continue
            }
            guard let written = replacement(high << 4 | low, bytes[index + 1...index + 2]) else { return nil }
            result += written
            index += 3
        }
        return result
    }

    /// Decodes escapes, unless a decoded character would have a special meaning.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        replacingEscapes(in: bytes) { value, _ in "*?$%/#".utf8.contains(value) || value < 0x20 ? nil : [value] }
    }

    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in byte == 0x20 || byte >= 0x80 ? escape(byte) : [byte] }
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func asBrowsersWrite(_ bytes: [UInt8]) -> [UInt8]? {
        replacingEscapes(in: bytes) { value, _ in
            // A decoded star or dollar sign would become a wildcard or a variable.
            if value == UInt8(ascii: "*") || value == UInt8(ascii: "$") { return nil }
            let isRaw = value.isASCIILetter || value.isASCIIDigit || ApplePatternCheck.rawPunctuation.contains(value)
            return isRaw ? [value] : escape(value)
        }
    }
}
