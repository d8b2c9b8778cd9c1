@_spi(Bolts) import BoltsAssociations

/// Lists the apps that a file names, for an answer about another app.
enum NamedApps {
    private static let maximumCount = 3

    /// Returns the end of a sentence, such as `names A, B, C and 2 more`, or `names no app`.
    static func sentence(_ names: [String]) -> String {
        guard !names.isEmpty else { return "names no app" }
        let shown = names.prefix(maximumCount).map { Clip.clip($0) }
        let rest = names.count - shown.count
        return "names \(shown.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : "")
    }
}
