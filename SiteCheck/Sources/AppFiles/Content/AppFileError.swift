/// The error of an app's file or a project's folder that cannot be read.
///
/// ```swift
/// import AppFiles
///
/// do {
///     _ = try AppFileReader().claims(atPath: "absent.apk")
/// } catch {
///     print(error.path)  // absent.apk
/// }
/// ```
public struct AppFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path that was given.
    public let path: String
    /// What is wrong and what to do, as a clause that follows the path.
    public let reason: String

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The path and the reason in one sentence.
    public var description: String { "\(path) \(reason)" }
}
