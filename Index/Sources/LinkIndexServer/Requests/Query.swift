import BoltsBase

/// The query of a request, decoded once; a plus sign is not decoded, because URLs contain it.
struct Query {
    static let empty = Query(items: [])

    private let items: [(name: String, value: String)]

    private init(items: [(name: String, value: String)]) { self.items = items }

    /// - Parameter text: The query as it was sent, or `nil` if there is none.
    /// - Throws: A ``Problem`` for bytes that are not UTF-8; replacing them would result in another URL.
    init(_ text: String?) throws {
        let text = text ?? ""
        // Invalid unescaped bytes were already replaced before this call.
        let isReplaced = text.utf8.contains(0xEF) && text.unicodeScalars.contains("\u{FFFD}")
        guard !isReplaced else { throw Problem.notUTF8 }
        items = try text.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (try Query.decode(parts[0]), parts.count > 1 ? try Query.decode(parts[1]) : "")
        }
    }

    /// Every name with its value, in order.
    var all: [(name: String, value: String)] { items }

    /// The first value of a name.
    subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Every value of a name, unchanged.
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Every value of a name, split at commas.
    func list(_ name: String) -> [String] {
        items.filter { $0.name == name }.flatMap { $0.value.split(separator: ",").map(String.init) }
    }

    /// Decodes percent escapes; an invalid escape remains as it is.
    ///
    /// - Throws: A ``Problem`` for bytes that are not UTF-8.
    static func decode(_ text: some StringProtocol) throws -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        guard let decoded = String(validating: PercentCoding.decode(Array(text.utf8)), as: UTF8.self) else {
            throw Problem.notUTF8
        }
        return decoded
    }
}

extension Problem {
    fileprivate static let notUTF8 = Problem(
        .badRequest,
        "query-not-utf-8",
        "Query not UTF-8",
        "The query has bytes that are not UTF-8. Percent-encode each text in UTF-8."
    )
}
