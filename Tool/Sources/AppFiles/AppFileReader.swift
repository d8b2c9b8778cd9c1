/// Reads what apps say of links from their packages, projects and manifests.
///
/// It reads and does not verify: a signature is not checked, a program such as `app.config.js` or a Gradle script is not
/// run. Reading takes bounded memory and time, whatever the bytes are.
///
/// ```swift
/// import AppFiles
///
/// let content = try AppFileReader().claims(atPath: "app-release.apk")
/// for app in content.claims.android { print(app.package ?? "unknown") }
/// ```
public struct AppFileReader: Sendable {
    /// Creates a reader.
    public init() {}

    /// Reads a file or the folder of a project.
    ///
    /// It runs on the caller's executor, blocks while it reads and is not cancelled.
    ///
    /// - Parameter path: The path of a file or a folder.
    /// - Returns: What is said of links. It is empty if a project's folder has no file that says something.
    /// - Throws: ``AppFileError`` if the path cannot be read, or is no file of an app.
    public func claims(atPath path: String) throws(AppFileError) -> AppFileContent {
        throw AppFileError(path: path, reason: "is no file of an app")
    }

    /// Whether a file, or a folder that stands for one such as `Example.app`, belongs to an app.
    ///
    /// - Parameters:
    ///   - name: Its name or path.
    ///   - bytes: Its first bytes; a folder has none.
    /// - Returns: Whether ``claims(atPath:)`` reads it.
    public static func isAppFile(name: String, bytes: some Collection<UInt8>) -> Bool {
        AppFileKind(name: name, bytes: bytes) != nil
    }
}
