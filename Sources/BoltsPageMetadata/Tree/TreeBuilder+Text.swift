// Text between tags. Only its kind matters: white space, NUL, or other.

extension TreeBuilder {
    /// Text between two tags, while ``watchesText``.
    @inline(never)
    mutating func text(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            let byte = bytes[index]
            switch reference.read(byte) {
            case .text where byte.isHTMLSpace, .space:
                whiteSpace()
            case .text where byte == 0:
                nul()
            case .text, .visible:
                return visibleText()
            }
        }
        // The text ends at a tag, not at the end of a chunk.
        if range.upperBound < bytes.count, reference.end() == .visible { visibleText() }
    }

    /// Text with other characters than white space, while ``watchesText``.
    mutating func visibleText() {
        reference = WhitespaceReferenceScanner()
        if isFrameset || mode == .inUntrackedTemplate { return }
        if isTextForeign { return forbidFrameset() }
        switch mode {
        case .initial, .beforeHead, .inHead, .inHeadNoscript, .afterHead:
            openImpliedBody()
        case .inColumnGroup:
            guard stack.last?.type == .colgroup else { return }
            popElement()
            mode = .inTable
        default:
            break
        }
        forbidFrameset()
        reconstructFormatting()
    }

    private mutating func whiteSpace() {
        guard formatting.needsReconstruction, !isTextForeign else { return }
        switch mode {
        case .inBody, .inCell, .inCaption, .inTemplate:
            reconstructFormatting()
        case .inTable, .inTableBody, .inRow:
            // Directly in the table, no formatting is reconstructed.
            switch stack.last?.type {
            case .table, .tbody, .tfoot, .thead, .tr, .template: break
            default: reconstructFormatting()
            }
        default:
            break
        }
    }

    /// A NUL opens the body and is then dropped from it.
    private mutating func nul() {
        if !isFrameset, stack.count == 0, !hasBody { openImpliedBody() }
    }

    private var isTextForeign: Bool {
        guard let last = stack.last else { return false }
        return last.isForeign && last.flags.isDisjoint(with: .integrationPoint)
    }
}
