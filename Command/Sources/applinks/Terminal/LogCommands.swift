/// Makes sure that no line of output commands the program that records it.
///
/// Runners of continuous integration read what a command prints: GitHub's takes `::set-output …` at the start of a line and
/// `##[error]` anywhere, Azure's `##vso[…]` anywhere, TeamCity's `##teamcity[…]`, GitLab's `section_start:…`. Such text may
/// come from a page. One character of it is written as an escape, so that people can still read it.
enum LogCommands {
    /// How a character is written where it must not be read as part of a command.
    enum Escape {
        /// As in sanitized text: `\u{23}`.
        case text
        /// As in JSON: `\u0023`. The value stays the same.
        case json
        /// As in HTML: `&#35;`. The text stays the same.
        case html
        /// As in a URL: `%23`.
        case url

        fileprivate func callAsFunction(_ scalar: Unicode.Scalar) -> String {
            let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
            return switch self {
            case .text: "\\u{\(hexadecimal)}"
            case .json: "\\u00\(hexadecimal)"
            case .html: "&#\(scalar.value);"
            case .url: "%\(hexadecimal)"
            }
        }
    }

    /// Returns lines in which no command is left.
    static func neutralized(_ text: String, _ escape: Escape) -> String {
        // Nearly every text has none of them.
        guard ["##", "::", "section_"].contains(where: { text.utf8.contains($0.utf8) }) else { return text }
        var result = String.UnicodeScalarView()
        result.reserveCapacity(text.unicodeScalars.count)
        var isAtStart = true
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if last == scalar, scalar == "#" || scalar == ":" && isAtStart {
                result.append(contentsOf: escape(scalar).unicodeScalars)
                last = " "
                isAtStart = false
                continue
            }
            result.append(scalar)
            last = scalar
            if scalar == "\n" || scalar == "\r" {
                isAtStart = true
            } else if !scalar.properties.isWhitespace, scalar != ":" {
                isAtStart = false
            }
        }
        // As scalars: a runner knows no characters of several.
        for mark in ["section_start:", "section_end:"] where result.contains(mark.unicodeScalars) {
            result.replace(mark.unicodeScalars, with: (mark.dropLast() + escape(":")).unicodeScalars)
        }
        return String(result)
    }
}

extension String {
    /// The text with some scalars written otherwise, in linear time: a `Character` may join a sign and marks that other programs read.
    func replacingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let text = escape(scalar) {
                result.append(contentsOf: text.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
