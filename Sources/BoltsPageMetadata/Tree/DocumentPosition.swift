/// Where a meta stands in the document; less than another's when it comes first.
struct DocumentPosition: Comparable {
    /// How many metas of the document the page has before it.
    let ordinal: Int

    /// The meta it stands in front of, by ordinal: itself, or the first that follows the table it was moved before.
    private let position: Int
    /// In how many other tables that table is; of two that begin at one place the outer one is first.
    private let depth: Int

    /// Whether a browser moves the meta in front of a table.
    var isMoved: Bool { depth < .max }

    init(_ ordinal: Int) {
        self.ordinal = ordinal
        position = ordinal
        depth = .max
    }

    init(_ ordinal: Int, inFrontOfTableBehind metas: Int, depth: Int) {
        self.ordinal = ordinal
        position = metas
        self.depth = depth
    }

    static func < (one: DocumentPosition, other: DocumentPosition) -> Bool {
        (one.position, one.depth, one.ordinal) < (other.position, other.depth, other.ordinal)
    }
}
