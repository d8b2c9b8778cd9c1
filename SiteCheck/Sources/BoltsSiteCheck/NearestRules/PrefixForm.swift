/// Prefixes for a path that no rule allows.
enum PrefixForm {
    /// The first folders of a path, as many as the shortest of the other prefixes has: `/hashtag` beside `/video` and `/profile`.
    ///
    /// One prefix alone does not show a form.
    static func folder(of path: String, like others: [String]) -> String? {
        func folders(_ text: String) -> [Substring] { text.split(separator: "/") }
        guard others.count > 1, let depth = others.map({ folders($0).count }).min(), depth > 0,
            folders(path).count >= depth
        else { return nil }
        return "/" + folders(path).prefix(depth).joined(separator: "/")
    }

    private static func isPlain(_ text: some StringProtocol) -> Bool { !text.contains { "*?$%".contains($0) } }

    /// The prefix that a pattern such as `/hashtag/*` or `*` takes, or `nil` if it has another form.
    static func prefix(of pattern: String) -> String? {
        let start = pattern.dropLast()
        guard pattern.hasSuffix("*"), isPlain(start), start.isEmpty || start.hasPrefix("/") else { return nil }
        return start.isEmpty ? "/" : String(start)
    }

    /// The pattern `/hashtag/*` for a path below that folder, if all other patterns have this form, or if it is below one of the
    /// prefixes that an app's own filters take; otherwise `nil`.
    static func pattern(for path: String, like others: [String], or prefixes: [String] = []) -> String? {
        let named = prefixes.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.filter {
            isPlain($0) && !$0.isEmpty
        }
        let starts = others.map { $0.dropLast(2) }
        let isForm = zip(others, starts).allSatisfy { $0.hasSuffix("/*") && isPlain($1) }
        let own = isForm ? folder(of: path, like: starts.map(String.init)) : nil
        let below = (named + [own].compactMap(\.self)).filter { path.hasPrefix($0 + "/") }
        return below.max { $0.utf8.count < $1.utf8.count }.map { $0 + "/*" }
    }
}
