// Elements such as `b` and `a`, which may overlap others and are reopened after a block has closed them.

extension TreeBuilder {
    /// The standard's "reconstruct the active formatting elements".
    @inline(__always)
    mutating func reconstructFormatting() { if formatting.needsReconstruction { reopenFormatting() } }

    @inline(never)
    private mutating func reopenFormatting() {
        var index = formatting.entries.count
        while index > 0, !formatting.entries[index - 1].isOpen, !formatting.entries[index - 1].isMarker { index -= 1 }
        while index < formatting.entries.count, !stack.isFull {
            let entry = formatting.entries[index]
            let identity = nextIdentity()
            stack.push(OpenElement(formatting: entry.low, entry.type, identity: identity))
            formatting.markOpen(at: index, as: identity)
            index += 1
        }
    }

    @inline(__always)
    mutating func insertFormatting(_ tag: StartTag, _ type: ElementType) {
        reconstructFormatting()
        let identity = nextIdentity()
        guard stack.push(OpenElement(formatting: tag.name.low, type, identity: identity)) else { return }
        formatting.append(
            ActiveFormattingElements.Entry(
                low: tag.name.low,
                identity: identity,
                type: type,
                isOpen: true,
                hasAttributes: tag.hasAttributes
            )
        )
    }

    /// The standard's "adoption agency algorithm" for an end tag, or for a start tag that implies one.
    mutating func adoptionAgency(_ name: HTMLName, _ type: ElementType) {
        if let last = stack.last, last.type == type, formatting.index(of: last.identity) == nil { return popElement() }
        adoptMisnested(name, type)
    }

    @inline(never)
    private mutating func adoptMisnested(_ name: HTMLName, _ type: ElementType) {
        for _ in 0..<8 {
            guard let entryIndex = formatting.lastIndex(of: type) else { return closeOther(name) }
            let entry = formatting.entries[entryIndex]
            guard entry.isOpen, let place = stack.index(of: entry.identity) else {
                return formatting.remove(at: entryIndex)
            }
            let inner = place + 1..<stack.count
            if inner.contains(where: { stack[$0].flags.contains(.scope) }) { return }
            guard let furthest = inner.first(where: { stack[$0].flags.contains(.special) }) else {
                formatting.remove(at: entryIndex)
                return pop(through: place)
            }
            adopt(entry, at: place, furthestBlock: furthest)
        }
    }

    /// One iteration: the formatting element ends before a block inside it, and begins again in the block.
    private mutating func adopt(_ entry: ActiveFormattingElements.Entry, at place: Int, furthestBlock: Int) {
        // The entry after which the new one is inserted; the formatting element itself unless others follow it.
        var bookmark = entry.identity
        // The elements that stay open between the two, from the outermost: copies of the innermost three formatting
        // ones.
        var copies: [OpenElement] = []
        for (distance, node) in (place + 1..<furthestBlock).reversed().enumerated() {
            let identity = stack[node].identity
            guard identity != 0, let index = formatting.index(of: identity) else { continue }
            if distance >= 3 {
                formatting.remove(at: index)
                continue
            }
            let inner = formatting.entries[index]
            let copy = nextIdentity()
            formatting.markOpen(at: index, as: copy)
            copies.insert(OpenElement(formatting: inner.low, inner.type, identity: copy), at: 0)
            if bookmark == entry.identity { bookmark = copy }
        }
        let copy = nextIdentity()
        let replacement = ActiveFormattingElements.Entry(
            low: entry.low,
            identity: copy,
            type: entry.type,
            isOpen: true,
            hasAttributes: entry.hasAttributes
        )
        if let old = formatting.index(of: entry.identity) {
            if bookmark == entry.identity {
                formatting.remove(at: old)
                formatting.insert(replacement, at: old)
            } else {
                formatting.remove(at: old)
                let behind = formatting.index(of: bookmark).map { $0 + 1 } ?? formatting.entries.count
                formatting.insert(replacement, at: behind)
            }
        }
        let end = OpenElement(formatting: entry.low, entry.type, identity: copy)
        stack.replace(place...furthestBlock, by: copies + [stack[furthestBlock], end])
    }
}
