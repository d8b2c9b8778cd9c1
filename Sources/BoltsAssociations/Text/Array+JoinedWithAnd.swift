extension [String] {
    /// Joins texts as a sentence lists them: `a`, `a and b`, `a, b and c`.
    ///
    /// - Returns: The list, empty if there are no texts.
    @_spi(Bolts) public func joinedWithAnd() -> String {
        count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) and \(self[count - 1])"
    }
}
