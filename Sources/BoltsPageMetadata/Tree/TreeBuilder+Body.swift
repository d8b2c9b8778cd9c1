// Start tags in the body.

extension TreeBuilder {
    /// A start tag by the rules of "in body".
    mutating func startTagInBody(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        switch type {
        case .unknown, .span:
            insertPhrasing(tag.name, type)
        case .a:
            if let index = formatting.lastIndex(of: .a) {
                let identity = formatting.entries[index].identity
                adoptionAgency(tag.name, .a)
                if let index = formatting.index(of: identity) { formatting.remove(at: index) }
                if let index = stack.index(of: identity) { stack.remove(at: index) }
            }
            insertFormatting(tag, type)
            return countHyperlink()
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
            insertFormatting(tag, type)
        case .div, .p, .ul, .ol, .section, .article, .header, .footer, .nav, .main, .aside, .address, .blockquote,
            .center, .details, .dialog, .dir, .dl, .fieldset, .figcaption, .figure, .hgroup, .menu, .search, .summary:
            closeParagraph()
            insert(tag.name, type)
        case .li:
            closeItem(.li, .li)
            insert(tag.name, type)
        case .dd, .dt:
            closeItem(.dd, .dt)
            insert(tag.name, type)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph()
            if let last = stack.last, last.type.isHeading { popElement() }
            insert(tag.name, type)
        case .br, .img, .area, .embed, .keygen, .wbr, .image:
            reconstructFormatting()
            forbidFrameset()
            if type == .area { return countHyperlink() }
        case .param, .source, .track:
            break
        case .input:
            if stack.hasSelectInScope(), let index = stack.lastIndex(of: .select) { pop(through: index) }
            reconstructFormatting()
            if !tag.hasSignificantAttribute { forbidFrameset() }
        default:
            return lessCommonStartTagInBody(tag, type)
        }
        return .none
    }

    @inline(never)
    private mutating func lessCommonStartTagInBody(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        if let effect = startTagOfHead(tag, type) { return effect }
        switch type {
        case .table:
            insertTable(tag.name)
        case .svg, .math:
            reconstructFormatting()
            if !tag.isSelfClosing { insertForeign(tag, type, isSVG: type == .svg) }
        case .pre, .listing:
            closeParagraph()
            insert(tag.name, type)
            forbidFrameset()
        case .hr:
            closeParagraph()
            if stack.hasSelectInScope() { generateImpliedEndTags() }
            forbidFrameset()
        case .textarea, .iframe, .noembed, .xmp, .noscript, .plaintext:
            return rawTextInBody(tag.name, type)
        case .form:
            guard form == 0 || isInTemplate else { break }
            closeParagraph()
            let identity = nextIdentity()
            if stack.push(OpenElement(tag.name, type, identity: identity)), !isInTemplate { form = identity }
        case .button:
            if let index = stack.lastIndex(of: .button) { pop(through: index) }
            insertPhrasing(tag.name, type)
            forbidFrameset()
        case .applet, .marquee, .object:
            insertPhrasing(tag.name, type)
            formatting.appendMarker()
            forbidFrameset()
        case .nobr:
            reconstructFormatting()
            if stack.lastIndex(of: .nobr) != nil { adoptionAgency(tag.name, .nobr) }
            insertFormatting(tag, type)
        case .select, .option, .optgroup:
            selectStartTag(tag.name, type)
        case .rb, .rtc, .rp, .rt:
            if stack.lastIndex(of: .ruby) != nil {
                generateImpliedEndTags(except: type == .rp || type == .rt ? .rtc : .unknown)
            }
            insert(tag.name, type)
        case .body:
            if !isInTemplate { forbidFrameset() }
        case .frameset:
            if hasBody && canBecomeFrameset && !isInTemplate { return beginFrameset() }
        case .html, .head, .caption, .col, .colgroup, .frame, .tbody, .td, .tfoot, .th, .thead, .tr:
            break
        default:
            insertPhrasing(tag.name, type)
        }
        return .none
    }

    /// Handles elements whose content is text, and `noscript` without scripting.
    private mutating func rawTextInBody(_ name: HTMLName, _ type: ElementType) -> StartTagEffect {
        switch type {
        case .xmp:
            closeParagraph()
            reconstructFormatting()
            forbidFrameset()
        case .plaintext:
            closeParagraph()
        case .textarea, .iframe:
            forbidFrameset()
        case .noscript where !isScriptingEnabled:
            insertPhrasing(name, type)
        default:
            break
        }
        return rawTextEffect(of: type) ?? .none
    }

    private mutating func selectStartTag(_ name: HTMLName, _ type: ElementType) {
        if type == .select {
            // A select in a select ends it.
            if stack.hasSelectInScope(), let index = stack.lastIndex(of: .select) { return pop(through: index) }
            insertPhrasing(name, type)
            forbidFrameset()
            return
        }
        if stack.hasSelectInScope() {
            generateImpliedEndTags(except: type == .option ? .optgroup : .unknown)
        } else if let last = stack.last, last.type == .option {
            popElement()
        }
        insertPhrasing(name, type)
    }

    /// Inserts an element that can be in a paragraph.
    @inline(__always)
    private mutating func insertPhrasing(_ name: HTMLName, _ type: ElementType) {
        reconstructFormatting()
        insert(name, type)
    }

    /// Closes the list item that a new one ends.
    private mutating func closeItem(_ type: ElementType, _ other: ElementType) {
        forbidFrameset()
        let item = stack.lastIndex(
            where: { $0.type == type || $0.type == other },
            unlessBehind: { $0.flags.contains(.special) && $0.type != .address && $0.type != .div && $0.type != .p }
        )
        if let item { pop(through: item) }
        closeParagraph()
    }

    private mutating func insertTable(_ name: HTMLName) {
        if !isQuirksMode { closeParagraph() }
        forbidFrameset()
        guard insert(name, .table) else { return }
        metasBeforeTables.append(metaCount)
        mode = .inTable
    }
}
