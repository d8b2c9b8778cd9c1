/// A pattern with a slip in its words, and the corrected pattern that matches a path.
///
/// The slip is the smallest change of the pattern's letters, found by aligning pattern and path: a star matches any letters, a
/// question mark matches one, and each other letter that differs, is missing or is superfluous counts as one change.
struct PatternSlip: Sendable, Hashable {
    /// How many letters may be wrong.
    private static let maximumChanges = 2
    /// The maximum number of pairs of letters to compare.
    private static let maximumCells = 65_536

    let written: String
    let fixed: String

    /// Finds the slip, or returns `nil` if there is none that is small and obvious.
    init?(_ pattern: String, _ path: String) {
        let tokens = Array(pattern.unicodeScalars)
        let text = Array(path.unicodeScalars)
        // A pattern without a star names one page, so a URL of another page is no slip.
        guard tokens.contains("*"), !pattern.contains("$("), (tokens.count + 1) * (text.count + 1) <= Self.maximumCells,
            let (fixed, changes) = Self.align(tokens, text),
            (1...Self.maximumChanges).contains(changes),
            // The remaining words must be enough to recognize the pattern.
            changes * 4 <= tokens.count(where: { $0 != "*" && $0 != "?" && $0 != "/" })
        else { return nil }
        written = pattern
        self.fixed = fixed
    }

    /// Returns the changed pattern and the number of changes, or `nil` if more than words would change.
    private static func align(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> (String, Int)? {
        let width = text.count + 1
        // cost[i * width + j]: the fewest changes with which the first i of the pattern match the first j of the text.
        var cost = [Int](repeating: 0, count: (pattern.count + 1) * width)
        for column in 1..<width { cost[column] = column }
        for row in 1...pattern.count {
            let token = pattern[row - 1]
            for column in 0..<width {
                let above = cost[(row - 1) * width + column]
                var best = above + (token == "*" ? 0 : 1)
                if column > 0 {
                    let left = cost[row * width + column - 1]
                    let diagonal = cost[(row - 1) * width + column - 1]
                    best = min(best, left + (token == "*" ? 0 : 1))
                    best = min(best, diagonal + (takes(token, text[column - 1]) ? 0 : 1))
                }
                cost[row * width + column] = best
            }
        }
        var row = pattern.count
        var column = text.count
        var fixed: [Unicode.Scalar] = []
        while row > 0 || column > 0 {
            let here = cost[row * width + column]
            let token = row > 0 ? pattern[row - 1] : nil
            if let token, column > 0, token != "*",
                cost[(row - 1) * width + column - 1] + (takes(token, text[column - 1]) ? 0 : 1) == here
            {
                fixed.append(takes(token, text[column - 1]) ? token : text[column - 1])
                row -= 1
                column -= 1
            } else if token == "*", column > 0, cost[row * width + column - 1] == here {
                column -= 1
            } else if let token, cost[(row - 1) * width + column] + (token == "*" ? 0 : 1) == here {
                if token == "*" { fixed.append(token) }
                row -= 1
            } else {
                fixed.append(text[column - 1])
                column -= 1
            }
        }
        // A slip is in a word: wildcards and slashes do not change.
        func marks(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] { text.filter { "*?/".unicodeScalars.contains($0) } }
        let isPlain = marks(fixed.reversed()) == marks(pattern)
        var result = String.UnicodeScalarView()
        result.append(contentsOf: fixed.reversed())
        return isPlain ? (String(result), cost[pattern.count * width + text.count]) : nil
    }

    private static func takes(_ token: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
        token == "*" || token == "?" || token == scalar
    }
}
