#if os(Linux) || os(macOS)
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsWebView
internal import Foundation

/// The directories in which browsers run.
enum BrowserDirectory {
    /// Creates an empty directory that only this user can enter.
    ///
    /// - Parameter parent: The directory in which it is created.
    /// - Returns: Its path, which is short: Chromium creates a socket in it, whose path may have 107 bytes.
    /// - Throws: `PageError` with the code `browserFailed`.
    static func make(in parent: URL = FileManager.default.temporaryDirectory) throws(PageError) -> String {
        let directory = parent.appendingPathComponent("bolts-browser-\(UUID().uuidString.prefix(8))")
        do {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw PageError(
                .browserFailed,
                "no directory for a browser could be created in \(parent.path): check its free space and permissions",
                detail: "\(error)"
            )
        }
        return directory.path
    }
}
#endif
