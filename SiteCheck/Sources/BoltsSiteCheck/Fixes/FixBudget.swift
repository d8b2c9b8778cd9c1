/// The remaining tries of a run, over all its files.
@_spi(Bolts)
public struct FixBudget: Sendable {
    /// The remaining bytes to check.
    private var bytes = 64 << 20
    /// How often a file was checked with other bytes.
    package private(set) var tries = 0
    /// The number of checks of its own size by which each file increases the budget.
    private static let checksOfFile = 8

    /// A budget for one run.
    public init() {}

    /// Adds the budget of a file.
    mutating func add(size: Int) { bytes += size * Self.checksOfFile }

    /// Adds the cost of checking an input once.
    public mutating func add<Answer>(_ check: () async throws -> Answer) async rethrows -> Answer {
        let (answer, size) = try await ReadingSteps.measured(check)
        add(size: size)
        return answer
    }

    /// Checks an input again, and charges the cost; `nil` if the budget is spent.
    public mutating func spend<Answer>(_ check: () async throws -> Answer) async rethrows -> Answer? {
        guard bytes > 0 else { return nil }
        let (answer, size) = try await ReadingSteps.measured(check)
        _ = take(size: size)
        return answer
    }

    /// Counts bytes that the command itself reads during a check.
    public static func addRead(_ count: Int) { ReadingSteps.addRead(count) }

    /// Takes one check of a file, unless the budget is spent.
    mutating func take(size: Int) -> Bool {
        guard bytes > 0 else { return false }
        // A small file has a minimum cost.
        bytes -= size + 1_000
        tries += 1
        return true
    }
}
