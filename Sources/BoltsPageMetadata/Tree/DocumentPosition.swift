/// The position of a `meta`, `link` or `base` element in the document; earlier positions compare as less.
///
/// Links and bases are counted only if the tree builder reports them; then "metas" below includes them.
struct DocumentPosition: Comparable {
    /// The number of the document's metas before it in the page.
    let ordinal: Int

    /// The ordinal of the meta before which it is: its own, or that of the first meta in the table before which it was moved.
    private let place: Int
    /// The number of other tables around that table; of two tables that begin at one place, the outer is first.
    private let depth: Int

    /// Whether a browser moves the meta before a table.
    var isMoved: Bool { depth < .max }

    /// The position of a meta that is not moved.
    init(_ ordinal: Int) {
        self.ordinal = ordinal
        place = ordinal
        depth = .max
    }

    /// The position of a meta, after `ordinal` others in the page, that is moved before a table.
    ///
    /// The table is behind `metaCount` metas in the page, and within `depth` other tables.
    init(_ ordinal: Int, beforeTableBehind metaCount: Int, depth: Int) {
        self.ordinal = ordinal
        place = metaCount
        self.depth = depth
    }

    static func < (one: DocumentPosition, other: DocumentPosition) -> Bool {
        (one.place, one.depth, one.ordinal) < (other.place, other.depth, other.ordinal)
    }
}
