/// The words and marks at which a reader of programs stops; the first byte and the length rule out most other words.
struct CodeWords: Sendable {
    private static let maximumLength = 63

    private var isKnown = [Bool](repeating: false, count: 256 * (maximumLength + 1))

    /// Each word or mark has at most 63 bytes.
    init(_ words: [StaticString]) {
        for word in words { isKnown[Self.place(word.utf8Start.pointee, word.utf8CodeUnitCount)] = true }
    }

    private static func place(_ first: UInt8, _ length: Int) -> Int { Int(first) * (maximumLength + 1) + length }

    /// Whether one of them has this first byte and this length.
    func mayHave(_ first: UInt8, length: Int) -> Bool {
        length <= Self.maximumLength && isKnown[Self.place(first, length)]
    }
}
