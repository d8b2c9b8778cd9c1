/// The output for an input, limited to the lines of a screen.
struct BoundedLines {
    /// The maximum number of lines of an answer, without the list of apps.
    static let maximumCount = 25

    /// Lines that belong together.
    struct Block {
        let lines: [StyledText]
        /// Whether it is shown before others if not all fit.
        let isUrgent: Bool

        init(_ lines: [StyledText], isUrgent: Bool) {
            self.lines = lines
            self.isUrgent = isUrgent
        }
    }

    /// Blocks of one kind.
    struct Part {
        /// The name of one block.
        let name: String
        let blocks: [Block]
        /// The number of blocks that were omitted before, as a clause.
        var rest: String?
    }

    let lines: [StyledText]

    /// - Parameters:
    ///   - parts: The parts, in the order in which they are printed.
    ///   - room: The maximum number of lines, or `nil` for all.
    init(parts: [Part], room: Int?) {
        let rests = parts.compactMap(\.rest)
        let count = parts.flatMap(\.blocks).reduce(0) { $0 + $1.lines.count } + (rests.isEmpty ? 0 : 1)
        guard let room, count > room else {
            let rest = rests.isEmpty ? [] : [StyledText("--all prints more: \(rests.joined(separator: ", "))")]
            lines = parts.flatMap(\.blocks).flatMap(\.lines) + rest
            return
        }
        // One line is needed to state what is omitted.
        var left = room - 1
        var shown: [Set<Int>] = parts.map { _ in [] }
        var isFirst = true
        var isCut = false
        for isUrgent in [true, false] {
            for (number, part) in parts.enumerated() {
                for (index, block) in part.blocks.enumerated() where block.isUrgent == isUrgent {
                    // The first block is shown even if only its beginning fits.
                    guard block.lines.count <= left || isFirst else { continue }
                    isCut = isCut || block.lines.count > left
                    shown[number].insert(index)
                    left -= min(left, block.lines.count)
                    isFirst = false
                }
            }
        }
        var lines: [StyledText] = []
        var missing: [String] = []
        for (number, part) in parts.enumerated() {
            for (index, block) in part.blocks.enumerated() where shown[number].contains(index) {
                lines += block.lines.prefix(room - 1)
            }
            let hidden = part.blocks.count - shown[number].count
            if hidden > 0 { missing.append(hidden.counted(part.name)) }
        }
        if isCut { missing.insert("the rest of this", at: 0) }
        let text = "--all prints more: \((missing + rests).joined(separator: ", "))"
        self.lines = lines + [StyledText(text)]
    }
}
