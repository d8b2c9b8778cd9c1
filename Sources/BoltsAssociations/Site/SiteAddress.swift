import Foundation

/// The URLs of a host's association files.
struct SiteAddress: Sendable {
    enum File: String, Sendable {
        case apple = "apple-app-site-association"
        case android = "assetlinks.json"
        case windows = "windows-app-web-link"
    }

    private let origin: String

    /// - Parameters:
    ///   - host: The host.
    ///   - origin: The origin to use instead of `https://HOST`.
    init(host: String, origin: URL? = nil) {
        var text = origin?.absoluteString ?? "https://\(host)"
        while text.hasSuffix("/") { text.removeLast() }
        self.origin = text
    }

    /// Returns the URL of a file under `/.well-known`.
    func url(_ file: File) -> URL { url("/.well-known/\(file.rawValue)") }

    /// Returns the URL of a path.
    func url(_ path: String) -> URL { URL(string: origin + path) ?? URL(fileURLWithPath: path) }
}
