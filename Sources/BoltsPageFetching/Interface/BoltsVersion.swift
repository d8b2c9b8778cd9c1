/// The version of Bolts, which appears in the tool, in user agents, and in the data of links.
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
