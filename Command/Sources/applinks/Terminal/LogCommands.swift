/// Prevents lines of output from commanding the program that records them.
///
/// Runners of continuous integration interpret a command's output: GitHub's obeys `::set-output …` at the start of a line and
/// `##[error]` anywhere, Azure's `##vso[…]` anywhere, TeamCity's `##teamcity[…]`, GitLab's `section_start:…`. Such text may come
/// from a page. One of its characters is escaped, so that it remains readable.
enum LogCommands {
    /// How to escape a character that must not be read as part of a command.
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

    static func neutralized(_ text: String, _ escape: Escape) -> String {
        // Most texts contain none of them.
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
        // Scalars are compared, because a runner does not know combined characters.
        for mark in ["section_start:", "section_end:"] where result.contains(mark.unicodeScalars) {
            result.replace(mark.unicodeScalars, with: (mark.dropLast() + escape(":")).unicodeScalars)
        }
        return String(result)
    }
}

extension String {
    /// The text with some scalars replaced, in linear time: a `Character` may combine a sign with marks, which other programs
    /// read separately.
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
