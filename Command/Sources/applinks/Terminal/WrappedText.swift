import BoltsAppLinks
import BoltsBase

/// Text in lines that a terminal of 80 columns shows whole.
enum WrappedText {
    /// The columns of the narrowest terminal that people have.
    static let width = 80

    /// Returns a text in lines, each broken between words only.
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
