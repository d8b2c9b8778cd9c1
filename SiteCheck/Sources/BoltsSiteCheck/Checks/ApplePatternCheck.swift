@_spi(Bolts) import BoltsAssociations
import BoltsBase

struct ApplePatternCheck {
    enum Part {
        case path
        case query
        case queryItem
        case fragment
    }

    let value: JSONNode
    let rule: JSONNode
    let part: Part
    let isEncoded: Bool

    func check(_ text: String, _ collector: inout FindingCollector) {
        let bytes = Array(text.utf8)
        func report(_ broken: AssociationRule, _ message: String? = nil) {
            collector.add(broken, value, owner: rule, message)
        }
        let quoted = Clip.quoted(text)
        if part == .query || part == .fragment, bytes.isEmpty { report(.aasaEmptyPattern) }
        if bytes.prefix(4).elementsEqual("NOT ".utf8), rule.isObject {
            report(.aasaNotInComponent, "\(quoted) is read as a pattern; only paths knows NOT.")
            return
        }
        let isPadded = bytes.first == 0x20 || bytes.last == 0x20
        if isPadded {
            let place = bytes.first != 0x20 ? "the end" : bytes.last == 0x20 ? "each end" : "the beginning"
            report(.aasaPatternPadded, "The blank at \(place) of \(quoted) is part of the pattern.")
        }
        if part == .path, checkPath(bytes, quoted, report) { return }
        checkEncoding(bytes, isPadded: isPadded, quoted, report)
        if zip(bytes, bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: "*") && $1 == UInt8(ascii: "*") }) {
            report(.aasaDoubleStar)
        }
        if complexity(bytes) > ApplePattern.maximumComplexity { report(.aasaTooComplex) }
    }

    /// Checks that apply only to paths; returns whether the pattern is not a path at all.
    private func checkPath(_ bytes: [UInt8], _ quoted: String, _ report: (AssociationRule, String?) -> Void) -> Bool {
        if hasScheme(bytes) {
            report(.aasaPatternFullUrl, "\(quoted) is a URL; patterns are compared with the path only.")
            return true
        }
        if bytes.count == 1, bytes[0].isASCIILetter || bytes[0].isASCIIDigit {
            report(.aasaPatternSingleCharacter, nil)
            return true
        }
        if beginsWithHost(bytes) {
            report(.aasaPatternContainsHost, "\(quoted) begins with a host; patterns are compared with the path only.")
        } else if let first = bytes.first, bytes.count > 1, first != UInt8(ascii: "/"), first != UInt8(ascii: "*"),
            first != 0x20
        {
            report(.aasaPatternNoLeadingSlash, "\(quoted) gets a slash in front.")
        }
        if Self.queryMark(bytes) != nil { report(.aasaPatternQueryInPath, nil) }
        if bytes.contains(UInt8(ascii: "#")) { report(.aasaPatternFragmentInPath, nil) }
        if looksLikeRegularExpression(bytes) {
            report(.aasaPatternRegex, "\(quoted) looks like a regular expression, which Apple's patterns are not.")
        } else if let name = RouterParameters.first(in: String(decoding: bytes, as: UTF8.self)), !name.hasPrefix("$") {
            // A path may begin with a dollar sign.
            report(
                .aasaPatternRegex,
                "The \(Clip.quoted(name)) in \(quoted) is literal: Apple's patterns have no parameters."
            )
        }
        return false
    }

    private func checkEncoding(
        _ bytes: [UInt8],
        isPadded: Bool,
        _ quoted: String,
        _ report: (AssociationRule, String?) -> Void
    ) {
        let escapes = Self.escapes(in: bytes)
        guard isEncoded else {
            if !escapes.isEmpty { report(.aasaPatternEncoded, nil) }
            return
        }
        let inner = isPadded ? bytes.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed() : bytes
        if inner.contains(where: { $0 == 0x20 || $0 >= 0x80 }) {
            report(.aasaPatternNotEncoded, "\(quoted) never matches, because URLs come encoded.")
        }
        let needless = escapes.contains { escape in
            let isRaw =
                escape.value.isASCIILetter || escape.value.isASCIIDigit || Self.rawPunctuation.contains(escape.value)
            return isRaw || escape.hasSmallLetter
        }
        if needless { report(.aasaPatternOverencoded, nil) }
    }

    /// The punctuation that browsers do not escape in paths.
    static let rawPunctuation = Set("-._~!$&'()*+,;=:@".utf8)

    private static func escapes(in bytes: [UInt8]) -> [(value: UInt8, hasSmallLetter: Bool)] {
        var found: [(value: UInt8, hasSmallLetter: Bool)] = []
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            guard let value = PercentCoding.escapeValue(bytes[(index + 1)...]) else { continue }
            let digits = bytes[index + 1...index + 2]
            found.append((value, digits.contains { $0.isASCIILetter && !$0.isASCIIUppercase }))
        }
        return found
    }

    private func hasScheme(_ bytes: [UInt8]) -> Bool {
        let start = bytes.drop { $0 == UInt8(ascii: "/") || $0 == 0x20 }
        let scheme = start.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") }
        return !scheme.isEmpty && start.dropFirst(scheme.count).starts(with: "://".utf8)
    }

    private static let topLevelDomains: Set<String> = [
        "com", "net", "org", "io", "app", "dev", "co", "me", "tv", "edu", "gov", "info", "biz", "de", "fr", "uk", "eu",
        "us",
        "ca", "au", "jp", "cn", "ru", "br", "in", "it", "es", "nl", "pl", "se", "no", "ch", "at", "be", "xyz", "shop",
        "link", "example",
    ]

    private func beginsWithHost(_ bytes: [UInt8]) -> Bool {
        var start = bytes[...]
        // A wildcard as in an entitlement, *.example.com.
        if bytes.starts(with: "*.".utf8) { start = start.dropFirst(2) }
        while start.first == UInt8(ascii: "/") { start.removeFirst() }
        let segment = start.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") }
        // After a slash, text counts as a host only if no page can have that name.
        let labels = segment.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last,
            labels.allSatisfy({ label in
                !label.isEmpty
                    && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
            }), Self.topLevelDomains.contains(String(decoding: last.map(\.asciiLowercased), as: UTF8.self))
        else { return false }
        guard bytes.first == UInt8(ascii: "/") else { return true }
        return labels.count >= 3
            || (segment.count < start.count && ["com", "net", "org"].contains(String(decoding: last, as: UTF8.self)))
    }

    /// Returns the offset of the question mark before a query in the pattern of a path, or `nil` if there is none.
    static func queryMark(_ bytes: [UInt8]) -> Int? {
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let name = bytes[(mark + 1)...].prefix {
            $0.isASCIILetter || $0.isASCIIDigit || "_-.[]".utf8.contains($0)
        }
        return !name.isEmpty && bytes.dropFirst(mark + 1 + name.count).first == UInt8(ascii: "=") ? mark : nil
    }

    private func looksLikeRegularExpression(_ bytes: [UInt8]) -> Bool {
        if bytes.contains(where: { "[]^|\\".utf8.contains($0) }) || bytes.last == UInt8(ascii: "$") { return true }
        guard
            let dot = bytes.indices.dropLast().first(where: {
                bytes[$0] == UInt8(ascii: ".") && bytes[$0 + 1] == UInt8(ascii: "*")
            })
        else { return false }
        return dot == 0 || bytes[dot - 1] == UInt8(ascii: "/") || bytes[dot - 1] == UInt8(ascii: "(")
    }

    private func complexity(_ bytes: [UInt8]) -> Int {
        var count = 0
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == UInt8(ascii: "*"), part != .path || next != byte { count += 1 }
            if byte == UInt8(ascii: "$"), next == UInt8(ascii: "(") { count += 1 }
        }
        return count
    }
}
