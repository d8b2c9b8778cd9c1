/// The percent escapes of all characters, as a graph from the first percent sign to the letters.
///
/// It contains only escapes that decode to UTF-8.
struct EscapeTree {
    /// The next part of an escape.
    enum Node {
        /// A percent sign, then a node.
        case percent(Int)
        /// A hexadecimal digit: the next part for each value, or `nil` if the value is not allowed.
        case digit([Branch?])
    }

    enum Branch {
        case node(Int)
        case letter(Int)
    }

    /// A UTF-8 character of which only the first bytes were read.
    private struct Rest: Hashable {
        /// The bytes read so far, if a pattern contains a character that begins with them.
        var prefix: [UInt8]
        var count: Int
        var least: UInt8
        var greatest: UInt8
        var isLong: Bool

        init(
            following bytes: [UInt8],
            _ count: Int,
            _ least: UInt8,
            _ greatest: UInt8,
            isLong: Bool,
            _ named: [[UInt8]: Int]
        ) {
            let isNamed = !bytes.isEmpty && named.keys.contains { $0.starts(with: bytes) }
            prefix = isNamed ? bytes : []
            self.count = count
            self.least = least
            self.greatest = greatest
            self.isLong = isLong
        }
    }

    private(set) var nodes: [Node] = []
    /// The digits after the first percent sign.
    private(set) var root = 0
    private var known: [Rest: Int] = [:]
    private let named: [[UInt8]: Int]

    init(_ alphabet: PatternAlphabet) {
        var named: [[UInt8]: Int] = [:]
        for value in alphabet.named { named[CharacterSpelling.utf8(value)] = alphabet.letter(value) }
        self.named = named
        root = bytes { Self.lead($0, named) }
    }

    /// Adds the two digits of a byte.
    private mutating func bytes(_ follow: (UInt8) -> Follow?) -> Int {
        var high: [Branch?] = []
        for first in UInt8(0)..<16 {
            var low: [Branch?] = []
            for second in UInt8(0)..<16 {
                switch follow(first << 4 | second) {
                case .letter(let letter): low.append(.letter(letter))
                case .rest(let rest): low.append(.node(node(rest)))
                case nil: low.append(nil)
                }
            }
            if low.allSatisfy({ $0 == nil }) {
                high.append(nil)
            } else {
                nodes.append(.digit(low))
                high.append(.node(nodes.count - 1))
            }
        }
        nodes.append(.digit(high))
        return nodes.count - 1
    }

    private enum Follow {
        case letter(Int)
        case rest(Rest)
    }

    private static func lead(_ byte: UInt8, _ named: [[UInt8]: Int]) -> Follow? {
        func rest(_ count: Int, _ least: UInt8, _ greatest: UInt8) -> Follow {
            .rest(Rest(following: [byte], count, least, greatest, isLong: count == 3, named))
        }
        return switch byte {
        case 0..<0x80: .letter(Int(byte))
        case 0xC2...0xDF: rest(1, 0x80, 0xBF)
        case 0xE0: rest(2, 0xA0, 0xBF)
        case 0xED: rest(2, 0x80, 0x9F)
        case 0xE1...0xEF: rest(2, 0x80, 0xBF)
        case 0xF0: rest(3, 0x90, 0xBF)
        case 0xF1...0xF3: rest(3, 0x80, 0xBF)
        case 0xF4: rest(3, 0x80, 0x8F)
        default: nil
        }
    }

    private mutating func node(_ rest: Rest) -> Int {
        if let found = known[rest] { return found }
        let named = self.named
        let digits = bytes { byte in
            guard byte >= rest.least, byte <= rest.greatest else { return nil }
            let prefix = rest.prefix.isEmpty ? [] : rest.prefix + [byte]
            if rest.count == 1 {
                let other = rest.isLong ? Letter.otherLongCharacter : Letter.otherCharacter
                return .letter(prefix.isEmpty ? other : named[prefix] ?? other)
            }
            return .rest(Rest(following: prefix, rest.count - 1, 0x80, 0xBF, isLong: rest.isLong, named))
        }
        nodes.append(.percent(digits))
        known[rest] = nodes.count - 1
        return nodes.count - 1
    }

    /// The digits of a value, in either case.
    static func digits(_ value: Int) -> [Int] {
        value < 10 ? [0x30 + value] : [0x41 + value - 10, 0x61 + value - 10]
    }

    static let hexadecimal = LetterSet("0123456789ABCDEFabcdef")
}
