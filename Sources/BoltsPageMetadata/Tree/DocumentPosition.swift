/// Where a `meta`, `link` or `base` element is in the document; less than another's if it comes first.
///
/// Links and bases are counted only if the tree builder reports them; what is said of metas here includes them then.
struct DocumentPosition: Comparable {
    /// How many metas of the document the page has before it.
    let ordinal: Int

    /// The ordinal of the meta that it is in front of: its own, or that of the first meta after the beginning of
    /// the table it was moved in front of.
    private let place: Int
    /// In how many other tables that table is; of two that begin at one place the outer one is first.
    private let depth: Int

    /// Whether a browser moves the meta in front of a table.
    var isMoved: Bool { depth < .max }

    /// The position of a meta that stays where it is.
    init(_ ordinal: Int) {
        self.ordinal = ordinal
        place = ordinal
        depth = .max
    }

    /// The position of a meta that is moved in front of a table.
    ///
    /// - Parameters:
    ///   - ordinal: How many metas the page has before it.
    ///   - metaCount: How many metas the page has before the table.
    ///   - depth: In how many other tables the table is.
    init(_ ordinal: Int, beforeTableBehind metaCount: Int, depth: Int) {
        self.ordinal = ordinal
        place = metaCount
        self.depth = depth
    }

    static func < (one: DocumentPosition, other: DocumentPosition) -> Bool {
        (one.place, one.depth, one.ordinal) < (other.place, other.depth, other.ordinal)
    }
}
