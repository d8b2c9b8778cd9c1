/// The version of a framework in a project, and its source.
package struct FrameworkVersion: Sendable, Hashable {
    /// The version, or the lowest possible one.
    package let number: [Int]
    package let isExact: Bool
    /// The version and its source, as a clause.
    package let text: String

    /// `number` is the lowest possible version unless `isExact`.
    package init(of name: String, _ number: [Int], isExact: Bool, by source: String) {
        self.number = number
        self.isExact = isExact
        text = "\(name) \(number.map(String.init).joined(separator: "."))\(isExact ? "" : " or newer"), by \(source)"
    }

    /// Whether the version is at least another one; `nil` if that is undecided.
    package func isAtLeast(_ other: [Int]) -> Bool? {
        if !number.lexicographicallyPrecedes(other) { return true }
        return isExact ? false : nil
    }
}
