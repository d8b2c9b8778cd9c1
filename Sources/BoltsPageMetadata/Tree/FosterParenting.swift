/// The tables that are open, as far as it takes to tell which of their metas a browser moves in front of them.
///
/// What stands in a table and in no cell or caption of it does not belong there, and is put before the table.
struct FosterParenting {
    /// A table within more others than this is read as what it stands in.
    private static let maximumDepth = 64

    private struct Table {
        enum Part {
            case table
            case caption
            case cell(HTMLName)
        }

        /// How many metas came before the table.
        let metasBefore: Int
        var part = Part.table
        /// The `tbody`, `thead` or `tfoot` that is open, without which its end tag does nothing.
        var section: HTMLName?
    }

    private var tables: [Table] = []
    private var untracked = 0

    var isEmpty: Bool { tables.isEmpty }

    /// The place of a meta that stands where the page is now read.
    func place(ofMeta ordinal: Int) -> DocumentPosition {
        guard untracked == 0, let table = tables.last, case .table = table.part else {
            return DocumentPosition(ordinal)
        }
        return DocumentPosition(ordinal, inFrontOfTableBehind: table.metasBefore, depth: tables.count - 1)
    }

    mutating func open(metasBefore: Int) {
        // Directly in a table another cannot be: it ends the first.
        if let table = tables.last, case .table = table.part { tables.removeLast() }
        if tables.count < Self.maximumDepth {
            tables.append(Table(metasBefore: metasBefore))
        } else {
            untracked += 1
        }
    }

    /// A start tag other than `table`'s.
    mutating func startTag(_ name: HTMLName) {
        guard untracked == 0, !tables.isEmpty, name.high == 0 else { return }
        let last = tables.count - 1
        switch name.low {
        case NameKeys.caption:
            tables[last].section = nil
            tables[last].part = .caption
        case NameKeys.col, NameKeys.colgroup:
            tables[last].section = nil
            tables[last].part = .table
        case NameKeys.tbody, NameKeys.tfoot, NameKeys.thead:
            tables[last].section = name
            tables[last].part = .table
        case NameKeys.tr, NameKeys.td, NameKeys.th:
            tables[last].section = tables[last].section ?? HTMLName("tbody")
            tables[last].part = name.matches(NameKeys.tr) ? .table : .cell(name)
        default:
            break
        }
    }

    /// Whether the end tag of a table or a part of one closes anything.
    func closes(_ name: HTMLName) -> Bool {
        guard let table = tables.last, name.high == 0 else { return false }
        switch (name.low, table.part) {
        case (NameKeys.table, _), (NameKeys.caption, .caption), (NameKeys.tr, .cell):
            return true
        case (NameKeys.td, .cell(let cell)), (NameKeys.th, .cell(let cell)):
            return cell == name
        case (NameKeys.tbody, .cell), (NameKeys.tfoot, .cell), (NameKeys.thead, .cell), (NameKeys.tbody, .table),
            (NameKeys.tfoot, .table), (NameKeys.thead, .table):
            return table.section == name
        default:
            return false
        }
    }

    mutating func endTag(_ name: HTMLName) {
        if untracked > 0 {
            if name.matches(NameKeys.table) { untracked -= 1 }
            return
        }
        guard closes(name) else { return }
        if name.matches(NameKeys.table) {
            tables.removeLast()
            return
        }
        let last = tables.count - 1
        tables[last].part = .table
        if tables[last].section == name { tables[last].section = nil }
    }
}
