/// The section of a command's help that lists its exit statuses.
///
/// Each command's discussion ends with a section `EXIT STATUS`, which `applinks help exit-codes` collects.
enum ExitStatusSection {
    static let heading = "EXIT STATUS"

    /// Returns the lines below the heading up to the next empty line, or none if there is no such section.
    static func lines(of discussion: String) -> [Substring] {
        let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0 == heading }) else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
    }
}
