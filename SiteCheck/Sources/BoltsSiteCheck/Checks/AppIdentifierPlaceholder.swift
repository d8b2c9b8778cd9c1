import BoltsBase

/// Recognizes app identifiers that were copied from a template and not filled in.
enum AppIdentifierPlaceholder {
    /// Where an identifier contains a word of a template.
    private enum Place {
        case anywhere
        /// The word is at the beginning, whatever follows it.
        case beginning
        /// All of the text before the first dot.
        case prefix
        /// All of the text between two dots.
        case label
    }

    /// Words of templates in lower case, in the order of their first bytes.
    private struct Words {
        private var bytes: [UInt8] = []
        private var words: [(place: Place, bytes: Range<Int>)] = []
        /// The index of the first word with each first byte, or the number of words if there is none.
        private var firstWords: [Int]

        init(_ lists: KeyValuePairs<Place, [String]>) {
            let all = lists.flatMap { place, words in words.map { (place, Array($0.utf8)) } }
            firstWords = Array(repeating: all.count, count: 256)
            for (place, word) in all.sorted(by: { $0.1[0] < $1.1[0] }) {
                firstWords[Int(word[0])] = min(firstWords[Int(word[0])], words.count)
                words.append((place, bytes.count..<bytes.count + word.count))
                bytes += word
            }
        }

        /// Whether a word is at an index of an identifier.
        func match(_ text: Span<UInt8>, at index: Int) -> Bool {
            let first = text[index].asciiLowercased
            var number = firstWords[Int(first)]
            while number < words.count {
                let word = words[number]
                if bytes[word.bytes.lowerBound] != first { return false }
                let end = index + word.bytes.count
                if isAt(word.place, text, index, end: end), end <= text.count {
                    var place = word.bytes.lowerBound + 1
                    while place < word.bytes.upperBound,
                        text[index + place - word.bytes.lowerBound].asciiLowercased == bytes[place]
                    {
                        place += 1
                    }
                    if place == word.bytes.upperBound { return true }
                }
                number += 1
            }
            return false
        }

        private func isAt(_ place: Place, _ text: Span<UInt8>, _ start: Int, end: Int) -> Bool {
            let dot = UInt8(ascii: ".")
            switch place {
            case .anywhere: return true
            case .beginning: return start == 0
            case .prefix: return start == 0 && (end >= text.count || text[end] == dot)
            case .label: return (start == 0 || text[start - 1] == dot) && (end >= text.count || text[end] == dot)
            }
        }
    }

    private static let words = Words([
        .anywhere: [
            "team_id", "your_", "replace_", "development_team", "product_bundle", "app_id", "appid_prefix", "bundle_id",
            "apple_team", "<", "{", "$(", "placeholder", "xxxxxxxxxx",
        ],
        .beginning: ["your", "replace", "teamid", "team-id", "appleteam", "todo"],
        // Prefixes of documentation and of templates.
        .prefix: [
            "abcde12345", "9ja89qqlnq", "teamid1234", "12345abcde", "a1b2c3d4e5", "abcd123456", "team123456",
            "abcdefghij",
        ],
        .label: ["yourcompany", "your-company", "yourapp", "your-app", "bundleid", "bundleidentifier", "bundle-id"],
    ])

    /// Whether a team id is one that Apple's documentation uses as an example.
    static func isOfDocumentation(_ team: Substring) -> Bool { team.uppercased() == "9JA89QQLNQ" }

    /// Whether an identifier is a placeholder, in one pass over its bytes.
    static func isPlaceholder(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let words = words
            let span = unsafe bytes.span
            if hasOneLetterPrefix(span) { return true }
            for index in 0..<span.count where words.match(span, at: index) { return true }
            return false
        }
    }

    /// Whether the text before the first dot is ten times the same letter.
    private static func hasOneLetterPrefix(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == 10 || bytes.count > 10 && bytes[10] == UInt8(ascii: "."), bytes[0].isASCIILetter else {
            return false
        }
        let first = bytes[0].asciiLowercased
        for index in 1..<10 where bytes[index].asciiLowercased != first { return false }
        return true
    }
}
