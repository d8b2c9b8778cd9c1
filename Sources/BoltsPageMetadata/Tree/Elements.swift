/// The standard's classes of elements, as far as they matter here.
enum Elements {
    /// Elements that have no end tag.
    static func isVoid(_ name: HTMLName) -> Bool {
        guard name.high == 0 else { return false }
        switch name.low {
        case NameKeys.area, NameKeys.base, NameKeys.basefont, NameKeys.bgsound, NameKeys.br, NameKeys.col,
            NameKeys.embed, NameKeys.frame, NameKeys.hr, NameKeys.image, NameKeys.img, NameKeys.input,
            NameKeys.keygen, NameKeys.link, NameKeys.meta, NameKeys.param, NameKeys.source, NameKeys.track,
            NameKeys.wbr:
            return true
        default:
            return false
        }
    }

    /// Elements whose inside is text up to their end tag.
    @inline(__always)
    static func isRawText(_ name: HTMLName, isScriptingEnabled: Bool) -> Bool {
        guard name.high == 0 else { return false }
        switch name.low {
        case NameKeys.iframe, NameKeys.noembed, NameKeys.noframes, NameKeys.script, NameKeys.style, NameKeys.textarea,
            NameKeys.title, NameKeys.xmp:
            return true
        case NameKeys.noscript:
            return isScriptingEnabled
        default:
            return false
        }
    }

    /// Start tags that do nothing in a body outside a table.
    static func isIgnoredInBody(_ name: HTMLName) -> Bool {
        guard name.high == 0 else { return false }
        switch name.low {
        case NameKeys.body, NameKeys.caption, NameKeys.col, NameKeys.colgroup, NameKeys.frame, NameKeys.frameset,
            NameKeys.head, NameKeys.html, NameKeys.tbody, NameKeys.td, NameKeys.tfoot, NameKeys.th, NameKeys.thead,
            NameKeys.tr:
            return true
        default:
            return false
        }
    }

    /// Start tags that cannot be in svg or math, and end them.
    static func leavesForeignContent(_ tag: StartTag) -> Bool {
        if tag.name.matches(NameKeys.blockquote, NameKeys.blockquoteHigh) { return true }
        guard tag.name.high == 0 else { return false }
        switch tag.name.low {
        case NameKeys.b, NameKeys.big, NameKeys.body, NameKeys.br, NameKeys.center, NameKeys.code, NameKeys.dd,
            NameKeys.div, NameKeys.dl, NameKeys.dt, NameKeys.em, NameKeys.embed, NameKeys.h1, NameKeys.h2,
            NameKeys.h3, NameKeys.h4, NameKeys.h5, NameKeys.h6, NameKeys.head, NameKeys.hr, NameKeys.i, NameKeys.img,
            NameKeys.li, NameKeys.listing, NameKeys.menu, NameKeys.meta, NameKeys.nobr, NameKeys.ol, NameKeys.p,
            NameKeys.pre, NameKeys.ruby, NameKeys.s, NameKeys.small, NameKeys.span, NameKeys.strong, NameKeys.strike,
            NameKeys.sub, NameKeys.sup, NameKeys.table, NameKeys.tt, NameKeys.u, NameKeys.ul, NameKeys.`var`:
            return true
        case NameKeys.font:
            return tag.hasSignificantAttribute
        default:
            return false
        }
    }

    /// Elements that may stand in a head, and so open no body.
    static func belongsInHead(_ name: HTMLName) -> Bool {
        guard name.high == 0 else { return false }
        switch name.low {
        case NameKeys.base, NameKeys.basefont, NameKeys.bgsound, NameKeys.head, NameKeys.html, NameKeys.link,
            NameKeys.meta, NameKeys.noframes, NameKeys.script, NameKeys.style, NameKeys.template, NameKeys.title:
            return true
        default:
            return false
        }
    }

    /// Elements after which a body can no longer give way to a frameset.
    static func forbidsFrameset(_ tag: StartTag) -> Bool {
        guard tag.name.high == 0 else { return false }
        switch tag.name.low {
        case NameKeys.applet, NameKeys.area, NameKeys.br, NameKeys.button, NameKeys.dd, NameKeys.dt, NameKeys.embed,
            NameKeys.hr, NameKeys.iframe, NameKeys.image, NameKeys.img, NameKeys.keygen, NameKeys.li,
            NameKeys.listing, NameKeys.marquee, NameKeys.object, NameKeys.pre, NameKeys.select, NameKeys.table,
            NameKeys.textarea, NameKeys.wbr, NameKeys.xmp:
            return true
        case NameKeys.input:
            return !tag.hasSignificantAttribute
        default:
            return false
        }
    }

    /// What the standard calls special, of the elements that can hold others: only their own end tags get past them.
    static func isSpecial(_ name: HTMLName) -> Bool {
        guard name.high == 0 else {
            return name.matches(NameKeys.blockquote, NameKeys.blockquoteHigh)
                || name.matches(NameKeys.figcaption, NameKeys.figcaptionHigh)
        }
        switch name.low {
        case NameKeys.address, NameKeys.applet, NameKeys.article, NameKeys.aside, NameKeys.button, NameKeys.center,
            NameKeys.dd, NameKeys.details, NameKeys.dir, NameKeys.div, NameKeys.dl, NameKeys.dt, NameKeys.fieldset,
            NameKeys.figure, NameKeys.footer, NameKeys.form, NameKeys.h1, NameKeys.h2, NameKeys.h3, NameKeys.h4,
            NameKeys.h5, NameKeys.h6, NameKeys.header, NameKeys.hgroup, NameKeys.li, NameKeys.listing, NameKeys.main,
            NameKeys.marquee, NameKeys.menu, NameKeys.nav, NameKeys.object, NameKeys.ol, NameKeys.p, NameKeys.pre,
            NameKeys.search, NameKeys.section, NameKeys.select, NameKeys.summary, NameKeys.table, NameKeys.ul:
            return true
        default:
            return false
        }
    }

    /// Elements that end a paragraph they stand in.
    static func closesParagraph(_ name: HTMLName) -> Bool {
        guard isSpecial(name) else { return name.matches(NameKeys.dialog) }
        switch name.low {
        case NameKeys.applet, NameKeys.button, NameKeys.marquee, NameKeys.object, NameKeys.select: return false
        default: return true
        }
    }

    /// Whether the search for a paragraph that a new element would end goes on beyond an open one.
    static func isInButtonScope(_ node: TreeContext.Node) -> Bool {
        guard node.kind != .template, !node.isIntegrationPoint else { return false }
        return node.kind != .html || !(node.name.matches(NameKeys.button) || limitsScope(node.name))
    }

    /// Elements that no end tag of another reaches beyond.
    static func limitsScope(_ name: HTMLName) -> Bool {
        guard name.high == 0 else { return false }
        switch name.low {
        case NameKeys.applet, NameKeys.marquee, NameKeys.object, NameKeys.select, NameKeys.table: return true
        default: return false
        }
    }

    static func isHeading(_ name: HTMLName) -> Bool {
        switch name.low {
        case NameKeys.h1, NameKeys.h2, NameKeys.h3, NameKeys.h4, NameKeys.h5, NameKeys.h6: true
        default: false
        }
    }

    /// Elements that only change how text looks, whose end tags leave what stands in them open.
    static func isFormatting(_ name: HTMLName) -> Bool {
        guard name.high == 0 else { return false }
        switch name.low {
        case NameKeys.a, NameKeys.b, NameKeys.big, NameKeys.code, NameKeys.em, NameKeys.font, NameKeys.i,
            NameKeys.nobr, NameKeys.s, NameKeys.small, NameKeys.strike, NameKeys.strong, NameKeys.tt, NameKeys.u:
            return true
        default:
            return false
        }
    }

    static func isHTMLIntegrationPoint(_ name: HTMLName) -> Bool {
        name.matches(NameKeys.desc) || name.matches(NameKeys.title)
            || name.matches(NameKeys.foreignobject, NameKeys.foreignobjectHigh)
    }

    static func isMathMLTextIntegrationPoint(_ name: HTMLName) -> Bool {
        name.matches(NameKeys.mi) || name.matches(NameKeys.mo) || name.matches(NameKeys.mn)
            || name.matches(NameKeys.ms) || name.matches(NameKeys.mtext)
    }

    static func isAnnotationXML(_ name: HTMLName) -> Bool {
        name.matches(NameKeys.annotationXML, NameKeys.annotationXMLHigh)
    }

    /// Elements that stay MathML inside a MathML text element.
    static func isMathMLOnly(_ name: HTMLName) -> Bool {
        name.matches(NameKeys.mglyph) || name.matches(NameKeys.malignmark, NameKeys.malignmarkHigh)
    }
}
