extension Sequence where Element: Hashable {
    /// The elements in their order, each once.
    @_spi(Bolts) public func distinct() -> [Element] {
        var seen = Set<Element>()
        return filter { seen.insert($0).inserted }
    }
}
