/// The parameters of a path as routers write them, such as `:id`, `{id}`, `[id]`, `<id>` and `$id`.
///
/// The platforms compare them letter by letter.
enum RouterParameters {
    /// Returns a path with a wildcard in place of each parameter, and the first parameter, or `nil` if it has none.
    static func replaced(in path: String, by wildcard: String) -> (path: String, first: String)? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = segments.first(where: isParameter) else { return nil }
        let replaced = segments.map { isParameter($0) ? wildcard[...] : $0 }
        return (replaced.joined(separator: "/"), String(first))
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
