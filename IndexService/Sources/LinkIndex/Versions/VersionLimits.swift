/// How many versions of a host's association files are kept, and for how long.
///
/// ```swift
/// var limits = VersionLimits()
/// limits.count = 4
/// ```
package struct VersionLimits: Hashable, Sendable {
    /// How many versions of a host are kept, 16 by default; with zero, none.
    package var count = 16
    /// How many bytes the versions of a host may have together, 2 MiB by default.
    ///
    /// The newest one is always kept: its size is
    /// limited when it is fetched.
    package var byteCount = 2 << 20
    /// How long a version is kept after it was last read, 90 days by default.
    package var age: Duration = .seconds(90 * 86_400)

    /// Creates the default limits.
    package init() {}

    /// Finds the earliest version that is kept.
    ///
    /// - Parameter versions: The versions of a host, in the order of their numbers.
    /// - Returns: Its number, or `nil` if there are no versions.
    func firstKept(of versions: [SiteVersion]) -> Int64? {
        var (count, bytes) = (0, 0)
        for (place, version) in versions.enumerated().reversed() {
            count += 1
            bytes += version.byteCount
            if count > 1, count > self.count || bytes > byteCount { return versions[place + 1].number }
        }
        return versions.first?.number
    }
}
