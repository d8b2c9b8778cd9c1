import Foundation

enum MediaType {
    /// Determines the media type from the name, and from the content if the name is not enough.
    static func type(ofFileAt path: String, startingWith start: [UInt8]) -> String {
        let name = (path as NSString).lastPathComponent
        switch name {
        case "apple-app-site-association":
            // A signed file is DER, which begins with a sequence.
            return start.first == 0x30 ? "application/pkcs7-mime" : "application/json"
        case "windows-app-web-link":
            return "application/json"
        default:
            // Pages declare their encoding themselves, so that they mean the same here and on any other server.
            return types[(name as NSString).pathExtension.lowercased()] ?? "application/octet-stream"
        }
    }

    private static let types = [
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "json": "application/json",
        "webmanifest": "application/manifest+json", "css": "text/css", "js": "text/javascript",
        "mjs": "text/javascript", "txt": "text/plain; charset=utf-8", "xml": "application/xml", "svg": "image/svg+xml",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2",
        "pdf": "application/pdf",
        "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg", "wasm": "application/wasm",
    ]
}
