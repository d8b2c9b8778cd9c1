import BoltsAppLinks
import BoltsBase

/// Text in lines that fit a terminal of 80 columns.
enum WrappedText {
    /// The columns of the narrowest terminal in use.
    static let width = 80

    /// Returns a text in lines, broken only between words.
    static func lines(_ text: String, width: Int, indent: Int = 0) -> [String] {
        var lines: [String] = []
        var line = ""
        var count = 0
        for word in text.sanitized().split(separator: " ") {
            let length = word.count
            let isFirst = line.allSatisfy { $0 == " " }
            if !isFirst, count + 1 + length > width {
                lines.append(line)
                line = String(repeating: " ", count: indent) + word
                count = indent + length
            } else {
                line += isFirst ? String(word) : " \(word)"
                count += isFirst ? length : length + 1
            }
        }
        return lines + [line]
    }
}
