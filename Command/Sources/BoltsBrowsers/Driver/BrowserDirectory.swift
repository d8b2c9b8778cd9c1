@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsWebView
internal import Foundation

enum BrowserDirectory {
    /// Creates a directory that only this user can access, with a short path: the path of Chromium's socket in it may have 107
    /// bytes.
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
