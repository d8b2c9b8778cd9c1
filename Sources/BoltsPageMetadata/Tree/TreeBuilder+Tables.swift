// Tags in tables.

extension TreeBuilder {
    /// A start tag by the rules of the modes from "in table" to "in cell".
    mutating func startTagInTable(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        if !type.isTablePart { return startTagOfNoTablePart(tag, type) }
        // Each iteration closes a part of the table or opens an implied one, until the tag can be inserted.
        while true {
            switch (mode, type) {
            case (.inTable, .caption):
                return insertTablePart(tag.name, type, in: [.table], .inCaption, isMarked: true)
            case (.inTable, .colgroup):
                return insertTablePart(tag.name, type, in: [.table], .inColumnGroup)
            case (.inTable, .tbody), (.inTable, .tfoot), (.inTable, .thead):
                return insertTablePart(tag.name, type, in: [.table], .inTableBody)
            case (.inTableBody, .tr):
                return insertTablePart(tag.name, type, in: [.tbody, .tfoot, .thead], .inRow)
            case (.inRow, .td), (.inRow, .th):
                return insertTablePart(tag.name, type, in: [.tr], .inCell, isMarked: true)
            case (.inColumnGroup, .col):
                return .none
            case (.inTable, .col):
                _ = insertTablePart(HTMLName("colgroup"), .colgroup, in: [.table], .inColumnGroup)
                return .none
            case (.inTable, _):
                if stack.isFull { return .none }
                _ = insertTablePart(HTMLName("tbody"), .tbody, in: [.table], .inTableBody)
            case (.inTableBody, .td), (.inTableBody, .th):
                if stack.isFull { return .none }
                _ = insertTablePart(HTMLName("tr"), .tr, in: [.tbody, .tfoot, .thead], .inRow)
            default:
                guard leaveTablePart() else { return .none }
            }
        }
    }

    private mutating func insertTablePart(
        _ name: HTMLName,
        _ type: ElementType,
        in parents: [ElementType],
        _ newMode: InsertionMode,
        isMarked: Bool = false
    ) -> StartTagEffect {
        clear(to: parents)
        guard insert(name, type) else { return .none }
        if isMarked { formatting.appendMarker() }
        mode = newMode
        return .none
    }

    /// The standard's "clear the stack back to a table context", and to a table body or row context.
    private mutating func clear(to parents: [ElementType]) {
        while let last = stack.last, last.type != .template, !parents.contains(last.type) { popElement() }
    }

    private mutating func startTagOfNoTablePart(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        switch mode {
        case .inCaption, .inCell:
            return startTagInBody(tag, type)
        case .inColumnGroup:
            if type == .template { return startTagOfHead(tag, type) ?? .none }
            guard type != .html, leaveTablePart() else { return .none }
        default:
            break
        }
        switch type {
        case .table:
            return closeTable() ? startTagByMode(tag, type) : .none
        case .form:
            // The form is inserted and closed at once, but still prevents another form.
            if form == 0 && !isInTemplate { form = nextIdentity() }
            return .none
        case .input where tag.hasSignificantAttribute:
            return .none
        default:
            return startTagInBody(tag, type)
        }
    }
}

// MARK: - End tags

extension TreeBuilder {
    /// An end tag by the rules of the modes from "in table" to "in cell".
    mutating func endTagInTable(_ name: HTMLName, _ type: ElementType) {
        switch (mode, type) {
        case (_, .body), (_, .html):
            if mode == .inColumnGroup, leaveTablePart() { endTagInTable(name, type) }
        case (_, .template):
            closeTemplate()
        case (.inColumnGroup, .col):
            break
        case (.inColumnGroup, _):
            guard leaveTablePart(), type != .colgroup else { break }
            endTagByMode(name, type)
        case (.inTable, .table):
            _ = closeTable()
        case (.inCaption, .caption), (.inRow, .tr):
            _ = leaveTablePart()
        case (.inCell, .td), (.inCell, .th):
            guard let index = stack.lastIndex(of: type, in: .tableScope) else { break }
            closeCell(at: index)
        case (.inTableBody, .tbody), (.inTableBody, .tfoot), (.inTableBody, .thead):
            if stack.lastIndex(of: type, in: .tableScope) != nil { _ = leaveTablePart() }
        case (.inCaption, .table), (.inTableBody, .table), (.inRow, .table):
            if leaveTablePart() { endTagByMode(name, type) }
        case (.inRow, .tbody), (.inRow, .tfoot), (.inRow, .thead), (.inCell, .table), (.inCell, .tbody),
            (.inCell, .tfoot), (.inCell, .thead), (.inCell, .tr):
            guard stack.lastIndex(of: type, in: .tableScope) != nil, leaveTablePart() else { break }
            endTagByMode(name, type)
        default:
            if !type.isTablePart { endTagInBody(name, type) }
        }
    }

    /// Closes the part of the table to which the mode belongs; `false` if it is not open, in a template with parts of a table.
    private mutating func leaveTablePart() -> Bool {
        switch mode {
        case .inCaption:
            guard let index = stack.lastIndex(of: .caption, in: .tableScope) else { return false }
            pop(through: index)
            formatting.clearToLastMarker()
            mode = .inTable
        case .inColumnGroup:
            guard stack.last?.type == .colgroup else { return false }
            popElement()
            mode = .inTable
        case .inTableBody:
            let section = stack.lastIndex(
                where: { $0.type == .tbody || $0.type == .tfoot || $0.type == .thead },
                unlessBehind: { $0.flags.contains(.tableScope) }
            )
            guard let section else { return false }
            pop(through: section)
            mode = .inTable
        case .inRow:
            guard let index = stack.lastIndex(of: .tr, in: .tableScope) else { return false }
            pop(through: index)
            mode = .inTableBody
        case .inCell:
            let cell = stack.lastIndex(
                where: { $0.type == .td || $0.type == .th },
                unlessBehind: { $0.flags.contains(.tableScope) }
            )
            guard let cell else { return false }
            closeCell(at: cell)
        default:
            return false
        }
        return true
    }

    private mutating func closeCell(at index: Int) {
        pop(through: index)
        formatting.clearToLastMarker()
        mode = .inRow
    }

    private mutating func closeTable() -> Bool {
        guard let index = stack.lastIndex(of: .table, in: .tableScope) else { return false }
        pop(through: index)
        resetInsertionMode()
        return true
    }
}

extension ElementType {
    /// Whether this element can only be at its place in a table.
    fileprivate var isTablePart: Bool {
        switch self {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: false
        }
    }
}
