/// The standard's insertion modes.
///
/// Modes that differ only in errors or in nodes that are not tracked are merged: those before the head, and those of
/// the body and after it.
enum InsertionMode: UInt8 {
    case initial
    case beforeHead
    case inHead
    case inHeadNoscript
    case afterHead
    case inBody
    case inTable
    case inCaption
    case inColumnGroup
    case inTableBody
    case inRow
    case inCell
    case inTemplate
    /// The parser is in a frameset, or after it.
    case inFrameset
    /// The parser is in a template that is not tracked, because the stack of open elements was full.
    case inUntrackedTemplate

    /// Whether elements that do not belong to a table's structure are moved before it.
    var isBetweenCells: Bool {
        switch self {
        case .inTable, .inColumnGroup, .inTableBody, .inRow: true
        default: false
        }
    }
}
