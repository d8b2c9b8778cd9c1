/// The languages that a visitor prefers (RFC 9110, 12.5.4).
enum AcceptLanguage {
    /// Returns the languages of a field, the preferred first; at most 20.
    static func languages(_ field: String) -> [String] {
        let ranked = field.split(separator: ",").prefix(20).enumerated().compactMap { place, item in
            let parts = item.split(separator: ";").map { $0.trimmed }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return parts.first.flatMap { $0 == "*" || quality <= 0 ? nil : (place, quality, $0) }
        }
        return ranked.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.2)
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
