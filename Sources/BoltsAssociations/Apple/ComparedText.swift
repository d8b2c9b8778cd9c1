import BoltsBase

/// How the parts of a URL are converted before a rule compares them.
@_spi(Bolts) public struct ComparedForm: Sendable, Hashable {
    /// Whether ASCII letters are converted to lower case.
    @_spi(Bolts) public let foldsCase: Bool
    /// Whether percent escapes are decoded.
    @_spi(Bolts) public let decodes: Bool

    /// Creates a form.
    @_spi(Bolts) public init(foldsCase: Bool, decodes: Bool) {
        self.foldsCase = foldsCase
        self.decodes = decodes
    }

    static let asWritten = ComparedForm(foldsCase: false, decodes: false)

    @inline(__always)
    var index: Int { (foldsCase ? 1 : 0) + (decodes ? 2 : 0) }
}

/// One value for each form of comparison, computed when it is first needed.
struct FormCache<Value> {
    private var asWritten: Value?
    private var folded: Value?
    private var decoded: Value?
    private var both: Value?

    subscript(form: ComparedForm) -> Value? {
        get {
            switch form.index {
            case 0: asWritten
            case 1: folded
            case 2: decoded
            default: both
            }
        }
        set {
            switch form.index {
            case 0: asWritten = newValue
            case 1: folded = newValue
            case 2: decoded = newValue
            default: both = newValue
            }
        }
    }
}

/// The parts of one URL in the forms that rules compare.
struct ComparedText {
    private let bytes: ArraySlice<UInt8>
    let parts: URLParts
    private var paths = FormCache<[UInt8]>()
    private var queries = FormCache<[UInt8]>()
    private var fragments = FormCache<[UInt8]>()
    private var items = FormCache<[QueryItem]>()

    init(_ bytes: ArraySlice<UInt8>, parts: URLParts) {
        self.bytes = bytes
        self.parts = parts
    }

    /// Splits a URL, or returns `nil` if it has no scheme or no authority.
    init?(_ url: String) {
        let bytes = Array(url.utf8)[...]
        guard let parts = URLParts(bytes.span) else { return nil }
        self.init(bytes, parts: parts)
    }

    /// Whether the scheme is `http` or `https`.
    var isWeb: Bool { parts.isWeb(bytes.span) }

    @inline(__always)
    mutating func path(_ form: ComparedForm) -> [UInt8] {
        if let path = paths[form] { return path }
        let path = PathNormalization.normalize(prepare(parts.path, form))
        paths[form] = path
        return path
    }

    /// The normalized path as it was written: without the trailing slash that the comparison adds.
    mutating func writtenPath(_ form: ComparedForm) -> [UInt8] {
        let path = path(form)
        let isAdded = path.count > 1 && path.last == UInt8(ascii: "/") && bytes[parts.path].last != UInt8(ascii: "/")
        return isAdded ? Array(path.dropLast()) : path
    }

    /// The query without its question mark; empty if there is none.
    mutating func query(_ form: ComparedForm) -> [UInt8] {
        if let query = queries[form] { return query }
        let query = parts.query.map { prepare($0, form) } ?? []
        queries[form] = query
        return query
    }

    /// The fragment without its number sign; empty if there is none.
    mutating func fragment(_ form: ComparedForm) -> [UInt8] {
        if let fragment = fragments[form] { return fragment }
        let fragment = parts.fragment.map { prepare($0, form) } ?? []
        fragments[form] = fragment
        return fragment
    }

    /// The items of the query, in order; names keep their letter case in every form.
    mutating func queryItems(_ form: ComparedForm) -> [QueryItem] {
        if let items = items[form] { return items }
        var items: [QueryItem] = []
        if let range = parts.query, !range.isEmpty {
            let nameForm = ComparedForm(foldsCase: false, decodes: form.decodes)
            bytes.span.forEachQueryItem(in: range) { name, value in
                items.append(QueryItem(name: prepare(name, nameForm), value: prepare(value, form)))
            }
        }
        self.items[form] = items
        return items
    }

    private func prepare(_ range: Range<Int>, _ form: ComparedForm) -> [UInt8] {
        var part = form.decodes ? PercentCoding.decodeUTF8(bytes[range]) : Array(bytes[range])
        if form.foldsCase {
            for index in part.indices { part[index] = part[index].asciiLowercased }
        }
        return part
    }
}
