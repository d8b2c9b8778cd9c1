@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The path pattern of a rule, parsed so that it can be written with one meaning for every platform.
struct DescribedPath: Sendable, Hashable {
    enum Form: Sendable, Hashable {
        /// `*` or `/*`: every path.
        case everything
        /// `/recipes`: that path, with or without a trailing slash.
        case exact
        /// `/recipes/*`: that path and all below it.
        case below
        /// `/recipe*`: every path that begins with it.
        case beginning
        /// `/recipes/?*`: all below that path, but not the path itself.
        case onlyBelow
    }

    let text: String
    let form: Form
    /// The pattern before its final wildcards, without a trailing slash.
    let base: String

    init(_ text: String) {
        self.text = text
        var body = Substring(text)
        if text == "*" || text == "/*" {
            form = .everything
            body = ""
        } else if text.hasSuffix("/?*") {
            form = .onlyBelow
            body = body.dropLast(3)
        } else if text.hasSuffix("/*") {
            form = .below
            body = body.dropLast(2)
        } else if text.hasSuffix("*") {
            form = .beginning
            body = body.dropLast()
        } else {
            form = .exact
            while body.hasSuffix("/") { body.removeLast() }
        }
        base = String(body)
    }

    /// The patterns with the same meaning for platforms that compare slashes literally.
    ///
    /// Apple compares `/recipes`, `/recipes/` and `/recipes/*` as if each ended in a slash; others do not.
    var literalPatterns: [String] {
        switch form {
        case .everything: ["*"]
        case .exact: base.isEmpty ? ["/"] : [base, base + "/"]
        case .below: [base + "/*", base]
        case .beginning: [base + "*"]
        case .onlyBelow: [base + "/?*"]
        }
    }

    /// `/news*` becomes two patterns, because the check reports it as a likely mistake for `/news/*`.
    var windowsPatterns: [String] {
        form == .beginning ? [base, base + "?*"] : literalPatterns
    }
}

enum DescribedPattern {
    struct Defect {
        var message: String
        var fix: String
    }

    /// Returns the mistake in the pattern of a path, or `nil` if there is none.
    static func defect(inPath text: String) -> Defect? {
        if text == "*" { return nil }
        guard text.hasPrefix("/") else {
            return Defect(
                message: "\(Clip.quoted(text)) does not begin with a slash.",
                fix: "Write the path alone, such as /recipes/*, without scheme and host."
            )
        }
        if text.contains("//") {
            return Defect(message: "\(Clip.quoted(text)) has two slashes in a row.", fix: "Write one.")
        }
        if let defect = wildcardDefect(text) { return defect }
        let bytes = Array(text.utf8)
        if let mark = bytes.firstIndex(of: UInt8(ascii: "?")), bytes[mark...].contains(UInt8(ascii: "=")) {
            return Defect(
                message: "\(Clip.quoted(text)) has a query in its path.",
                fix: "Put it under query, such as query: {q: \"?*\"}."
            )
        }
        if bytes.count > 2, text.hasSuffix("?*"), !text.hasSuffix("/?*") {
            return Defect(
                message:
                    "In \(Clip.quoted(text)), the question mark can match the slash at the end of a path on Apple's platforms "
                    + "only.",
                fix: "End the pattern with * or with /?*."
            )
        }
        if text.hasSuffix("*?") || text.contains("*?") {
            return Defect(
                message: "Platforms read a question mark after a star differently, as in \(Clip.quoted(text)).",
                fix: "Put the question mark before the star."
            )
        }
        return characterDefect(text, allowed: pathPunctuation, allowsSpace: true)
    }

    /// Returns the mistake in the pattern of a query item or a fragment, or `nil` if there is none.
    static func defect(inValue text: String) -> Defect? {
        if text.isEmpty {
            return Defect(
                message:
                    "Apple reads an empty pattern as \"missing or empty\", and Android discards all rules because of it.",
                fix: "Write ?* for any value, or leave the pattern out."
            )
        }
        if text.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) {
            return Defect(
                message: "\(Clip.quoted(text)) takes links without the item on Apple's platforms, and not on Android.",
                fix: "Write ?* for any value, or leave the pattern out."
            )
        }
        return wildcardDefect(text) ?? characterDefect(text, allowed: valuePunctuation, allowsSpace: false)
    }

    /// Returns the mistake in the name of a query item, or `nil` if there is none.
    static func defect(inQueryName text: String) -> Defect? {
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._~".utf8.contains($0) }
        guard isPlain, !text.isEmpty else {
            return Defect(
                message: "Apple compares the names of query items as they are encoded, and Android decodes them.",
                fix: "Use a name of letters, digits, hyphens, dots and underscores."
            )
        }
        return nil
    }

    private static let pathPunctuation = Set("/-._~!&'()+,;=:@*?".utf8)
    private static let valuePunctuation = Set("/-._~:@,*?".utf8)

    private static func wildcardDefect(_ text: String) -> Defect? {
        if text.contains("**") {
            return Defect(message: "Two stars in a row mean the same as one.", fix: "Write one star.")
        }
        if text.contains("$") {
            return Defect(
                message: "Only Apple has variables such as $(lang), so $ is not allowed in a pattern.",
                fix: "Write one rule for each value, or ? for one character."
            )
        }
        if text.contains("%") {
            return Defect(
                message: "Apple can compare percent-encoded links, and Android compares decoded ones only.",
                fix: "Write the characters themselves; they are encoded where a platform wants it."
            )
        }
        return nil
    }

    private static func characterDefect(_ text: String, allowed: Set<UInt8>, allowsSpace: Bool) -> Defect? {
        if text.hasSuffix(" ") {
            return Defect(message: "\(Clip.quoted(text)) ends with a space.", fix: "Remove it.")
        }
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 {
                let byte = UInt8(scalar.value)
                if byte.isASCIILetter || byte.isASCIIDigit || allowed.contains(byte) { continue }
                if byte == 0x20, allowsSpace { continue }
            } else if !scalar.isUnsafeInText, !scalar.properties.isWhitespace {
                continue
            }
            return Defect(
                message: "Platforms treat the character \(Clip.quoted(String(scalar))) differently in a pattern.",
                fix: "Write ? in its place."
            )
        }
        return nil
    }

    /// Whether a pattern has characters that a URL can only contain percent-encoded.
    static func needsDecoding(_ text: String) -> Bool {
        text.utf8.contains { $0 >= 0x80 || $0 == 0x20 }
    }
}
