/// Finds in one pass whether a file contains one of some names, so that other files need not be parsed.
struct CodeFilter: Sendable {
    private struct Name: Sendable {
        let bytes: [UInt8]
        /// The index of the byte to search for, chosen because few words contain it.
        let place: Int
        /// Whether the name must not be followed by a letter.
        let isWhole: Bool
    }

    /// The names by the byte to search for.
    private var names: [[Name]] = Array(repeating: [], count: 256)
    /// Whether a byte is searched for by any name; for most bytes of a file this is the only check.
    private var isRare = [Bool](repeating: false, count: 256)

    /// Names by which code reaches the delegate of an app or of a scene.
    static let delegates = CodeFilter([
        "AppDelegate", "SceneDelegate", "UIApplication", "UIScene", "UIWindowScene", "NSClassFromString",
    ])

    /// `wholes` are further names, which must not be followed by a letter.
    init(_ texts: some Sequence<String>, wholes: [String] = []) {
        for text in texts where !text.isEmpty { add(text, isWhole: false) }
        for text in wholes where !text.isEmpty { add(text, isWhole: true) }
    }

    /// The filter with additional names.
    func adding(_ texts: some Sequence<String>) -> CodeFilter {
        var filter = self
        for text in texts where !text.isEmpty { filter.add(text, isWhole: false) }
        return filter
    }

    private mutating func add(_ text: String, isWhole: Bool) {
        let bytes = Array(text.utf8)
        // Capitals and marks are rarer than small letters, and inner letters are rarer than first ones.
        let place =
            bytes.lastIndex { (0x41...0x5A).contains($0) } ?? bytes.firstIndex { !(0x61...0x7A).contains($0) } ?? 0
        names[Int(bytes[place])].append(Name(bytes: bytes, place: place, isWhole: isWhole))
        isRare[Int(bytes[place])] = true
    }

    /// Whether one of the names is in a file.
    func matches(_ bytes: [UInt8]) -> Bool {
        let (file, rare) = (bytes[...], isRare[...])
        let (span, isRare) = (file.span, rare.span)
        guard isRare.count == 256 else { return false }
        var index = 0
        while index < span.count {
            let byte = Int(span[index])
            if isRare[byte] {
                for name in names[byte] where Self.matches(name, span, index - name.place) { return true }
            }
            index += 1
        }
        return false
    }

    private static func matches(_ name: Name, _ file: Span<UInt8>, _ start: Int) -> Bool {
        guard start >= 0, start + name.bytes.count <= file.count else { return false }
        for (offset, byte) in name.bytes.enumerated() where file[start + offset] != byte { return false }
        guard name.isWhole, start + name.bytes.count < file.count else { return true }
        let next = file[start + name.bytes.count] | 0x20
        return !(0x61...0x7A).contains(next)
    }
}
