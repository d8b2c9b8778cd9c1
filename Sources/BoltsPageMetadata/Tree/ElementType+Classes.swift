// The classes of elements that the HTML Standard names.

extension ElementType {
    /// The properties of an HTML element of this type on the stack of open elements.
    @inline(__always)
    var flags: OpenElement.Flags { OpenElement.Flags(rawValue: rawFlags) }

    // Constants in one switch, which the compiler turns into a table.
    private var rawFlags: UInt16 {
        typealias Flags = OpenElement.Flags
        let special = Flags.special.rawValue
        let simple = Flags.simple.rawValue
        let scope = Flags.scope.rawValue
        let implied = Flags.impliedEndTag.rawValue
        let counted = Flags.counted.rawValue
        return switch self {
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            Flags.formatting.rawValue
        case .applet, .marquee, .object:
            special | scope
        case .select:
            special | scope | counted
        case .table, .template:
            special | scope | Flags.tableScope.rawValue | counted
        case .caption, .td, .th:
            special | scope
        case .button:
            special | simple | Flags.buttonScope.rawValue
        case .ol, .ul:
            special | simple | Flags.listItemScope.rawValue
        case .p:
            special | simple | implied | counted
        case .dd, .dt, .li:
            special | simple | implied
        case .optgroup, .option, .rb, .rp, .rt, .rtc:
            simple | implied
        case .form, .colgroup, .tbody, .tfoot, .thead, .tr:
            special
        case .address, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .center, .col,
            .details, .dir, .div, .dl, .embed, .fieldset, .figcaption, .figure, .footer, .frame, .frameset, .h1, .h2,
            .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .link, .listing,
            .main, .menu, .meta, .nav, .noembed, .noframes, .noscript, .param, .plaintext, .pre, .script, .search,
            .section, .source, .style, .summary, .textarea, .title, .track, .wbr, .xmp:
            special | simple
        default:
            simple
        }
    }

    var isHeading: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    /// Whether a start tag of this type ends svg and math content, with any attributes.
    var endsForeignContent: Bool {
        switch self {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4,
            .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small,
            .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .`var`:
            true
        default:
            false
        }
    }
}
