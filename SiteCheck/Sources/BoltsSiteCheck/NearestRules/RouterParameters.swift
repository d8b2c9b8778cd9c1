/// The parameters of a path as routers write them, such as `:id`, `{id}`, `[id]`, `<id>` and `$id`.
///
/// The platforms compare them letter by letter.
enum RouterParameters {
    /// The first parameter of a path, or `nil` if it has none.
    static func first(in path: String) -> String? {
        path.split(separator: "/").first(where: isParameter).map(String.init)
    }

    /// Returns a path with a wildcard in place of each parameter, or `nil` if it has none.
    static func replaced(in path: String, by wildcard: String) -> String? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.contains(where: isParameter) else { return nil }
        return segments.map { isParameter($0) ? wildcard[...] : $0 }.joined(separator: "/")
    }

    private static func isParameter(_ segment: Substring) -> Bool {
        guard segment.count > 1, let first = segment.first, let last = segment.last else { return false }
        switch first {
        case ":": return true
        case "$": return !segment.contains("(")
        case "{": return last == "}"
        case "[": return last == "]"
        case "<": return last == ">"
        default: return false
        }
    }
}
