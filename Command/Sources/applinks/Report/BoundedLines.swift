/// The output for an input, limited to the lines of a screen.
struct BoundedLines {
    /// The maximum number of lines of an answer, without the list of apps.
    static let maximumCount = 25

    /// Lines that belong together.
    struct Block {
        let lines: [StyledText]
        /// Whether it is shown before others if not all fit.
        let isUrgent: Bool
        /// How many lines are shown even if the rest does not fit.
        let headCount: Int
        /// Whether it is shown only without a limit on lines.
        let isHeld: Bool

        init(_ lines: [StyledText], isUrgent: Bool, headCount: Int = 0, isHeld: Bool = false) {
            self.lines = lines
            self.isUrgent = isUrgent
            self.headCount = headCount
            self.isHeld = isHeld
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

    /// `room` is the maximum number of lines, or `nil` for all.
    init(parts: [Part], room: Int?) {
        let rests = parts.compactMap(\.rest)
        let count = parts.flatMap(\.blocks).reduce(0) { $0 + $1.lines.count } + (rests.isEmpty ? 0 : 1)
        guard let room, count > room || parts.contains(where: { $0.blocks.contains(where: \.isHeld) }) else {
            let rest = rests.isEmpty ? [] : [StyledText("--all prints more: \(rests.joined(separator: ", "))")]
            lines = parts.flatMap(\.blocks).flatMap(\.lines) + rest
            return
        }
        // One line is needed to state what is omitted.
        var left = room - 1
        // How many lines of each block are shown.
        var shown = parts.map { $0.blocks.map { _ in 0 } }
        func show(_ count: Int, of number: Int, _ index: Int) {
            left -= count - shown[number][index]
            shown[number][index] = count
        }
        for (number, part) in parts.enumerated() {
            for (index, block) in part.blocks.enumerated() where block.isUrgent && block.headCount <= left {
                show(block.headCount, of: number, index)
            }
        }
        var isFirst = true
        for isUrgent in [true, false] {
            for (number, part) in parts.enumerated() {
                // Nothing takes the place of an urgent block of its kind.
                if !isUrgent, zip(part.blocks, shown[number]).contains(where: { $0.isUrgent && !$0.isHeld && $1 == 0 })
                {
                    continue
                }
                for (index, block) in part.blocks.enumerated() where block.isUrgent == isUrgent && !block.isHeld {
                    let rest = block.lines.count - shown[number][index]
                    // The first block is shown even if only its beginning fits.
                    if rest <= left || isFirst {
                        show(shown[number][index] + min(left, rest), of: number, index)
                    } else if block.headCount <= left {
                        show(max(shown[number][index], block.headCount), of: number, index)
                    }
                    isFirst = false
                }
            }
        }
        var lines: [StyledText] = []
        var missing: [String] = []
        for (part, counts) in zip(parts, shown) {
            for (block, count) in zip(part.blocks, counts) { lines += block.lines.prefix(count) }
            let hidden = counts.count { $0 == 0 }
            if hidden > 0 { missing.append(hidden.counted(part.name)) }
        }
        let isCut = zip(parts, shown).contains { part, counts in
            zip(part.blocks, counts).contains { $1 > 0 && $1 < $0.lines.count }
        }
        if isCut { missing.insert("the rest of this", at: 0) }
        let text = "--all prints more: \((missing + rests).joined(separator: ", "))"
        self.lines = lines + [StyledText(text)]
    }
}
