import BoltsBase

/// The HTML Standard's "extracting a character encoding from a `meta` element", from its `content`.
enum CharsetDeclaration {
    /// - Parameter content: Such as `text/html; charset="koi8-r"`.
    /// - Returns: The encoding, or `nil` if there is none or its label is unknown.
    static func encoding(inContentType content: [UInt8]) -> WebEncoding? {
        let keyword = Array("charset".utf8)
        var index = 0
        while let end = firstEnd(of: keyword, in: content, from: index) {
            index = skippingSpace(end, content)
            // `charset` without an equals sign declares nothing; search on after it.
            guard index < content.count, content[index] == Byte.equals else { continue }
            return label(in: content, from: skippingSpace(index + 1, content)).flatMap(WebEncoding.init(label:))
        }
        return nil
    }

    private static func label(in content: [UInt8], from start: Int) -> ArraySlice<UInt8>? {
        guard start < content.count else { return nil }
        let quote = content[start]
        if quote == Byte.quote || quote == Byte.apostrophe {
            // An unclosed quote declares nothing.
            return content[(start + 1)...].firstIndex(of: quote).map { content[start + 1..<$0] }
        }
        return content[start...].prefix { !$0.isHTMLSpace && $0 != Byte.semicolon }
    }

    private static func firstEnd(of word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + word.count <= text.count {
            if text[index..<index + word.count].lazy.map(\.asciiLowercased).elementsEqual(word) {
                return index + word.count
            }
            index += 1
        }
        return nil
    }

    private static func skippingSpace(_ start: Int, _ text: [UInt8]) -> Int {
        text[start...].firstIndex { !$0.isHTMLSpace } ?? text.count
    }
}
