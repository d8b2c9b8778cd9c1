// End tags in the body.

extension TreeBuilder {
    /// An end tag by the rules of "in body".
    mutating func endTagInBody(_ name: HTMLName, _ type: ElementType) {
        switch type {
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            adoptionAgency(name, type)
        case .p:
            closeParagraph()
        case .div, .section, .ul, .ol, .article, .header, .footer, .nav, .main, .aside, .address, .blockquote, .button,
            .center, .details, .dialog, .dir, .dl, .fieldset, .figcaption, .figure, .hgroup, .listing, .menu, .pre,
            .search, .select, .summary:
            if let index = stack.lastIndex(of: type) { pop(through: index) }
        case .li:
            if let index = stack.lastIndex(of: .li, in: [.scope, .listItemScope]) { pop(through: index) }
        case .dd, .dt:
            if let index = stack.lastIndex(of: type) { pop(through: index) }
        case .h1, .h2, .h3, .h4, .h5, .h6:
            let heading = stack.lastIndex(
                where: { $0.type.isHeading },
                unlessBehind: { $0.flags.contains(.scope) }
            )
            if let heading { pop(through: heading) }
        case .form:
            closeForm()
        case .applet, .marquee, .object:
            guard let index = stack.lastIndex(of: type) else { break }
            pop(through: index)
            formatting.clearToLastMarker()
        case .br:
            reconstructFormatting()
            forbidFrameset()
        case .template:
            closeTemplate()
        case .body, .html:
            break
        default:
            closeOther(name)
        }
    }

    /// The standard's "any other end tag".
    @inline(__always)
    mutating func closeOther(_ name: HTMLName) {
        if let last = stack.last, last.isNamed(name), !last.isForeign { return popElement() }
        let match = stack.lastIndex(
            where: { $0.isNamed(name) && !$0.isForeign },
            unlessBehind: { $0.flags.contains(.special) }
        )
        if let match { pop(through: match) }
    }

    private mutating func closeForm() {
        if isInTemplate {
            if let index = stack.lastIndex(of: .form) { pop(through: index) }
            return
        }
        let identity = form
        form = 0
        guard identity != 0 else { return }
        let index = stack.lastIndex(
            where: { $0.identity == identity },
            unlessBehind: { $0.flags.contains(.scope) }
        )
        guard let index else { return }
        generateImpliedEndTags()
        // Elements that were opened in it and not closed stay open.
        if index == stack.count - 1 { popElement() } else if index < stack.count { stack.remove(at: index) }
    }
}
