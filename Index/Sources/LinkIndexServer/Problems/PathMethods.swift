/// The methods of each path, for the `Allow` field of a response to another method (RFC 9110, section 15.5.6).
enum PathMethods {
    /// The methods of any path, separated by commas.
    static let all = "GET, HEAD, POST, DELETE, OPTIONS"

    /// Returns the methods of a path, separated by commas.
    ///
    /// - Parameter path: The path of the request.
    /// - Returns: The methods, or `nil` if there is nothing at the path.
    static func text(at path: String) -> String? {
        // The router also ignores empty segments.
        let path = path.split(separator: "/").joined(separator: "/")
        switch path {
        case "v1/links": return "GET, HEAD, POST, DELETE"
        case "v1/statements:list", "v1/assetlinks:check": return "GET, HEAD, OPTIONS"
        case "v1/assetlinks:bulkCheck": return "POST, OPTIONS"
        case "", "check", "health", "ready", "metrics", "openapi.json": return "GET, HEAD"
        default: return isVersion(path) ? "GET, HEAD" : nil
        }
    }

    /// Whether a path's segment is a version of Meta's interface, such as `v18.0`.
    static func isVersion(_ segment: some StringProtocol) -> Bool {
        let parts = segment.utf8.dropFirst().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return segment.utf8.first == UInt8(ascii: "v") && parts.count == 2
            && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
