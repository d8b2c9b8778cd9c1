@_spi(Bolts) import BoltsAssociations

/// How much work it may be to compare two versions of a site's files.
@_spi(Bolts) public struct DifferenceEffort: Sendable {
    /// How many pairs of different rules of one platform's apps are compared; a file can name thousands of apps.
    var pairs = 200
    /// How much work may be done for one platform's apps: the steps of patterns that are read, each app's in both versions, and what
    /// is done for automata (``LinkComparison/Limits/work``).
    var work = 2_000_000_000
    /// How many entries of a version are compared: each relation of a statement with each of its certificates is one.
    var entries = 200_000
    /// How much work one pair may be.
    var comparison = LinkComparison.Limits()

    /// What a person waits for.
    public static let full = DifferenceEffort()
}
