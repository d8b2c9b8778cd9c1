/// The version of Bolts, for the tool, for user agents, and for the data that is sent along with links.
///
/// ```swift
/// print("Bolts", BoltsVersion.current)
/// ```
public enum BoltsVersion {
    /// The version, such as `2.0.0`.
    public static let current = "2.0.0"

    /// The first number of the version.
    package static var major: String { String(current.prefix { $0 != "." }) }
}
