/// What a run may still try, over all its files.
@_spi(Bolts)
public struct RepairBudget: Sendable {
    /// The bytes that may still be checked.
    private var bytes = 64 << 20
    /// How often a file was checked with other bytes.
    package private(set) var tries = 0
    /// Each file adds so many checks of its own size.
    private static let checksOfFile = 8

    /// A budget for one run.
    public init() {}

    /// Adds what a file is worth.
    mutating func add(size: Int) { bytes += size * Self.checksOfFile }

    /// Takes what checking an input again costs, as if one file of a size was checked, unless the budget is spent.
    ///
    /// - Parameter size: The size.
    /// - Returns: Whether it was there.
    public mutating func spend(_ size: Int) -> Bool { take(size: size) }

    /// Takes one check of a file, unless the budget is spent.
    mutating func take(size: Int) -> Bool {
        guard bytes > 0 else { return false }
        // A small file costs something too.
        bytes -= size + 1_000
        tries += 1
        return true
    }
}
