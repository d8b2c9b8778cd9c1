import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct AppIdentifierTests {
    /// A direct implementation of the rules, for comparison.
    private enum Reference {
        static let anywhere = [
            "team_id", "your_", "replace_", "development_team", "product_bundle", "app_id", "appid_prefix", "bundle_id",
            "apple_team", "<", "{", "$(", "placeholder", "xxxxxxxxxx",
        ]
        static let beginnings = ["your", "replace", "teamid", "team-id", "appleteam", "todo"]
        static let labels = [
            "yourcompany", "your-company", "yourapp", "your-app", "bundleid", "bundleidentifier", "bundle-id",
        ]
        static let prefixes = [
            "abcde12345", "9ja89qqlnq", "teamid1234", "12345abcde", "a1b2c3d4e5", "abcd123456", "team123456",
            "abcdefghij",
        ]

        private static func lowered(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map { "A"..."Z" ~= $0 ? Unicode.Scalar(UInt8($0.value) + 32) : $0 }
                )
            )
        }

        /// Whether bytes contain a word.
        ///
        /// Bytes are compared, because Swift would combine some characters.
        private static func contains(_ text: [UInt8], _ word: String) -> Bool {
            text.indices.contains { text[$0...].starts(with: word.utf8) }
        }

        static func isPlaceholder(_ text: String) -> Bool {
            let bytes = Array(lowered(text).utf8)
            let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let prefix = labels.first ?? []
            if prefixes.contains(where: { prefix.elementsEqual($0.utf8) }) { return true }
            if beginnings.contains(where: { prefix.starts(with: $0.utf8) }) { return true }
            if let first = prefix.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
                prefix.elementsEqual(repeatElement(first, count: 10))
            {
                return true
            }
            return anywhere.contains { contains(bytes, $0) }
                || labels.contains { label in Self.labels.contains { label.elementsEqual($0.utf8) } }
        }

        static func isWellFormed(_ text: String) -> Bool {
            text.wholeMatch(of: /[A-Za-z0-9]{10}(\.[A-Za-z0-9_-]+)+/) != nil
        }

        static func canonical(_ text: String) -> String {
            guard let dot = text.unicodeScalars.firstIndex(of: ".") else { return text }
            let prefix = text.unicodeScalars[..<dot]
            guard prefix.count == 10, prefix.contains(where: { "a"..."z" ~= $0 }) else { return text }
            return String(prefix).uppercased() + text.unicodeScalars[dot...].map(String.init).joined()
        }
    }

    /// Pieces of placeholders, of valid identifiers, and of other text.
    private static let pieces =
        Reference.anywhere + Reference.beginnings + Reference.labels + Reference.prefixes + [
            "ABCDE12345", "Q7XK2M9P4L", "q7xk2m9p4l", "com", "example", "dk", "lakrids", "app", "x", "xxxxx",
            "aaaaaaaaaa", "ZZZZZZZZZZ", "1111111111", ".", ".", ".", "..", "-", "_", "*", "$", "(", "team", "id",
            "your", "é", "ééééééééé", "\u{130}", "\u{212A}", "😀", "\u{301}", "\0",
        ]

    private static func identifier(_ random: inout SeededRandom) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
            switch Int.random(in: 0..<5, using: &random) {
            case 0: text += piece.uppercased()
            // This is a word without its last character.
            case 1: text.unicodeScalars += piece.unicodeScalars.dropLast()
            default: text += piece
            }
            if Bool.random(using: &random) { text += "." }
        }
        return text
    }

    @Test func onePassOverIdentifiersFindsWhatEachRuleFindsAlone() {
        var random = SeededRandom(seed: 11)
        var placeholders = 0
        var wellFormed = 0
        var changed = 0
        for _ in 0..<4_000 {
            let text = Self.identifier(&random)
            #expect(
                AppIdentifierPlaceholder.isPlaceholder(text) == Reference.isPlaceholder(text),
                "\(text.debugDescription)"
            )
            #expect(AppIdentifier.isWellFormed(text) == Reference.isWellFormed(text), "\(text.debugDescription)")
            #expect(AppIdentifier.canonical(text) == Reference.canonical(text), "\(text.debugDescription)")
            placeholders += AppIdentifierPlaceholder.isPlaceholder(text) ? 1 : 0
            wellFormed += AppIdentifier.isWellFormed(text) ? 1 : 0
            changed += AppIdentifier.canonical(text) == text ? 0 : 1
        }
        // The generator makes enough texts of each kind and of its opposite.
        #expect((1_000...3_000).contains(placeholders), "\(placeholders)")
        #expect((40...3_900).contains(wellFormed), "\(wellFormed)")
        #expect((40...3_900).contains(changed), "\(changed)")
    }
}
