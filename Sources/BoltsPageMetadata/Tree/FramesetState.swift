/// Whether the document's second child is, or may still become, a frameset.
///
/// A frameset before the body takes its place at once. One inside the body replaces it, and so removes its metas, as
/// long as the body holds nothing but what a frameset page may have in front.
struct FramesetState {
    /// Whether the document has a frameset, in which metas mean nothing.
    private(set) var isFrameset = false

    /// Whether the body has begun, with a tag of its own or without.
    private(set) var hasBody = false
    private var isHeadClosed = false
    /// The standard's "frameset-ok" flag.
    private var isAllowed = true
    /// How many metas came before the body.
    private var metasBeforeBody = 0

    /// Whether a frameset may still come.
    var isOpen: Bool { !isFrameset && (!hasBody || isAllowed) }

    /// - Returns: The ordinal of the first meta that is gone when this tag is a frameset that replaces the body.
    mutating func startTag(_ tag: StartTag, isInTemplate: Bool, metaCount: Int) -> Int? {
        guard isOpen else { return nil }
        if tag.name.matches(NameKeys.template) {
            isAllowed = false
            return nil
        }
        if isInTemplate {
            if Elements.forbidsFrameset(tag) { isAllowed = false }
            return nil
        }
        if tag.name.matches(NameKeys.frameset) {
            isFrameset = true
            return hasBody ? metasBeforeBody : nil
        }
        if Elements.belongsInHead(tag.name) { return nil }
        if tag.name.matches(NameKeys.noscript), !hasBody, !isHeadClosed { return nil }
        openBody(metaCount)
        if tag.name.matches(NameKeys.body) || Elements.forbidsFrameset(tag) { isAllowed = false }
        return nil
    }

    mutating func endTag(_ name: HTMLName, isInTemplate: Bool, metaCount: Int) {
        guard isOpen, !isInTemplate else { return }
        if name.matches(NameKeys.br) {
            openBody(metaCount)
            isAllowed = false
        } else if name.matches(NameKeys.body) || name.matches(NameKeys.html) {
            openBody(metaCount)
        } else if name.matches(NameKeys.head) {
            isHeadClosed = true
        }
    }

    mutating func visibleText(isInTemplate: Bool, metaCount: Int) {
        isAllowed = false
        if !isInTemplate { openBody(metaCount) }
    }

    /// A NUL opens the body and is then dropped from it.
    mutating func nul(isInTemplate: Bool, metaCount: Int) {
        if !isInTemplate { openBody(metaCount) }
    }

    private mutating func openBody(_ metaCount: Int) {
        if hasBody { return }
        hasBody = true
        metasBeforeBody = metaCount
    }
}
