@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The patterns that an author may have meant for a URL's path, each with the mistake that explains the written one.
///
/// The platforms share these mistakes. The platform's matcher decides whether a pattern really matches.
struct PathCorrections {
    /// A corrected pattern, and the mistake in the written one.
    struct Correction {
        var text: String
        var cause: String
        /// Whether the rest of the pattern may have another mistake.
        var isPart = false
    }

    let pattern: String
    /// The URL's path in the form that the platform compares.
    let path: String
    /// The URL's host, in lower case.
    let host: String

    /// The pattern with its literal prefix in the URL's letter case, or `nil` if it differs in more than letter case.
    var inCaseOfPath: String? {
        let literal = pattern.utf8.prefix {
            $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "$")
        }
        let start = path.utf8.prefix(literal.count)
        guard start.elementsEqual(literal, by: { $0.asciiLowercased == $1.asciiLowercased }) else { return nil }
        return String(decoding: start, as: UTF8.self)
            + String(decoding: pattern.utf8.dropFirst(literal.count), as: UTF8.self)
    }

    /// A text with the hexadecimal digits of its escapes in capitals.
    static func withUpperEscapes(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for position in bytes.indices where bytes[position] == UInt8(ascii: "%") {
            guard let value = PercentCoding.escapeValue(bytes[(position + 1)...]) else { continue }
            bytes.replaceSubrange(position...position + 2, with: PercentCoding.encode([value]) { _ in false })
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The pattern with escapes for characters that URLs must escape.
    var encoded: String {
        String(decoding: PercentCoding.encode(pattern.utf8) { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }

    /// The corrections, the more certain ones first; last those of the pattern without a host or blanks.
    var all: [Correction] {
        let list = single
        let rest = list.filter { $0.isPart }.flatMap { part in
            PathCorrections(pattern: part.text, path: path, host: host).single.map {
                Correction(text: $0.text, cause: part.cause)
            }
        }
        return list + rest
    }

    /// The corrections of one mistake.
    private var single: [Correction] {
        let shown = Clip.clip(pattern)
        var list: [Correction] = []
        func add(_ text: String, _ cause: String, isPart: Bool = false) {
            if text != pattern, !text.isEmpty { list.append(Correction(text: text, cause: cause, isPart: isPart)) }
        }
        let start = pattern.drop(while: \.isWhitespace)
        let trimmed = start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
        add(trimmed, "the pattern \"\(shown)\" has a blank at an end", isPart: true)
        if let scheme = trimmed.firstRange(of: "://") {
            let rest = trimmed[scheme.upperBound...]
            add(
                rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "*",
                "the pattern \(shown) has a scheme and a host",
                isPart: true
            )
        } else if !trimmed.hasPrefix("/"), let slash = trimmed.firstIndex(of: "/"),
            trimmed[..<slash].contains("."), isHost(trimmed[..<slash])
        {
            add(String(trimmed[slash...]), "the pattern \(shown) begins with a host, and paths have none", isPart: true)
        }
        for mark in ["?", "#"] as [Character] {
            // A question mark alone represents a character of the path.
            guard let index = trimmed.firstIndex(of: mark), mark == "#" || Self.isQuery(trimmed[index...]) else {
                continue
            }
            let name = mark == "?" ? "query" : "fragment"
            add(String(trimmed[..<index]), "the pattern \(shown) has a \(name), which is not part of the path")
        }
        let plain =
            trimmed.replacing("(.*)", with: "*").replacing(".*", with: "*").replacing(".+", with: "?*").replacing(
                "\\/",
                with: "/"
            )
            .replacing("\\.", with: ".").replacing("^", with: "").replacing("$", with: "")
        if !trimmed.contains("$(") {
            add(plain, "the pattern \(shown) is a regular expression; here only * and ? have a meaning")
        }
        if let name = RouterParameters.first(in: trimmed), let text = RouterParameters.replaced(in: trimmed, by: "*") {
            add(text, "the \(Clip.clip(name)) in the pattern \(shown) is literal", isPart: true)
        }
        // A rule for the home page is not meant for the whole site.
        if trimmed != "/" {
            add(trimmed.hasSuffix("/") ? trimmed + "*" : trimmed + "/*", "the pattern \(shown) is for that path alone")
        }
        if trimmed.hasSuffix("/*") {
            add(String(trimmed.dropLast(2)), "the pattern \(shown) needs something after the slash")
        }
        return list
    }

    /// Whether a text is a question mark with a name and an equals sign after it.
    private static func isQuery(_ text: Substring) -> Bool {
        let rest = text.utf8.dropFirst()
        let name = rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || "_-.[]".utf8.contains($0) }
        return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: "=")
    }

    /// Whether a text is the URL's host, possibly with a wildcard.
    private func isHost(_ text: Substring) -> Bool {
        let name = text.lowercased()
        guard name.hasPrefix("*") else { return name == host }
        let rest = name.drop { $0 == "*" || $0 == "." }
        return !rest.isEmpty && (host == rest || host.hasSuffix("." + rest))
    }
}
