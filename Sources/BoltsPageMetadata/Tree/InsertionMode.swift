/// The standard's insertion modes.
///
/// Those that differ only in what they report or in nodes that are not tracked are one: what comes between the DOCTYPE
/// and the head, and the body with what follows it.
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
    /// In a frameset, and after it.
    case inFrameset
    /// In a template that the stack of open elements had no room for.
    case inUntrackedTemplate

    /// Whether elements that do not belong to a table's structure are moved in front of it.
    var isBetweenCells: Bool {
        switch self {
        case .inTable, .inColumnGroup, .inTableBody, .inRow: true
        default: false
        }
    }
}
