struct OpenElement {
    /// The properties of an open element that the standard's algorithms need.
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// The standard's "special" category.
        static let special = Flags(rawValue: 1)
        /// Ends the search for "an element in scope".
        static let scope = Flags(rawValue: 2)
        /// Ends, as well, the search for "an element in button scope".
        static let buttonScope = Flags(rawValue: 4)
        /// Ends, as well, the search for "an element in list item scope".
        static let listItemScope = Flags(rawValue: 8)
        /// Ends the search for "an element in table scope".
        static let tableScope = Flags(rawValue: 16)
        /// Is closed by "generate implied end tags".
        static let impliedEndTag = Flags(rawValue: 32)
        static let svg = Flags(rawValue: 128)
        static let math = Flags(rawValue: 256)
        static let htmlIntegrationPoint = Flags(rawValue: 512)
        static let mathMLTextIntegrationPoint = Flags(rawValue: 1024)
        static let annotationXML = Flags(rawValue: 2048)
        /// Only needs to be popped if its end tag follows while it is the current element.
        static let simple = Flags(rawValue: 4096)
        /// Is on the list of active formatting elements, or was.
        static let formatting = Flags(rawValue: 64)
        /// Is counted by ``StackOfOpenElements``.
        static let counted = Flags(rawValue: 8192)

        static let foreign: Flags = [.svg, .math]
        static let integrationPoint: Flags = [.htmlIntegrationPoint, .mathMLTextIntegrationPoint]
    }

    /// The name in lower case, as in ``HTMLName``.
    let low: UInt64
    let high: UInt64

    /// The type of an HTML element; ``ElementType/unknown`` for svg and math.
    let type: ElementType

    let flags: Flags

    /// Identifies formatting elements and forms; 0 for all other elements.
    let identity: UInt32

    @inline(__always)
    init(_ name: HTMLName, _ type: ElementType, identity: UInt32 = 0) {
        low = name.low
        high = name.high
        self.type = type
        self.identity = identity
        flags = type.flags
    }

    @inline(__always)
    init(formatting low: UInt64, _ type: ElementType, identity: UInt32) {
        self.low = low
        high = 0
        self.type = type
        self.identity = identity
        flags = .formatting
    }

    /// An element of svg or math, with the type of HTML elements of its name; it may be an `annotation-xml` whose encoding is
    /// HTML.
    init(foreign name: HTMLName, _ nameType: ElementType, isSVG: Bool, isHTMLAnnotation: Bool) {
        low = name.low
        high = name.high
        type = .unknown
        identity = 0
        var flags: Flags = isSVG ? [.svg, .counted] : [.math, .counted]
        switch nameType {
        case .foreignobject where isSVG, .desc where isSVG, .title where isSVG:
            flags.formUnion([.special, .scope, .htmlIntegrationPoint])
        case .mi where !isSVG, .mo where !isSVG, .mn where !isSVG, .ms where !isSVG, .mtext where !isSVG:
            flags.formUnion([.special, .scope, .mathMLTextIntegrationPoint])
        case .annotationXML where !isSVG:
            flags.formUnion([.special, .scope, .annotationXML])
            if isHTMLAnnotation { flags.insert(.htmlIntegrationPoint) }
        default:
            break
        }
        self.flags = flags
    }

    @inline(__always)
    var isForeign: Bool { !flags.isDisjoint(with: .foreign) }

    /// Whether it has a name; in svg and math, letter case is ignored.
    @inline(__always)
    func isNamed(_ name: HTMLName) -> Bool { low == name.low && high == name.high }
}
