/// The methods of each path, for the `Allow` field of a response to another method (RFC 9110, section 15.5.6).
enum PathMethods {
    /// Returns the methods of a path, separated by commas.
    ///
    /// - Parameter path: The path of the request.
    /// - Returns: The methods, or `nil` if there is nothing at the path.
    static func text(at path: String) -> String? {
        let path = path.hasSuffix("/") ? path.dropLast() : path[...]
        switch path {
        case "/v1/links": return "GET, HEAD, POST"
        case "/v1/statements:list", "/v1/assetlinks:check": return "GET, HEAD"
        case "/v1/assetlinks:bulkCheck": return "POST"
        case "", "/health", "/ready", "/metrics", "/openapi.json": return "GET, HEAD"
        default: return isVersion(path.dropFirst()) ? "GET, HEAD" : nil
        }
    }

    /// Whether a path's segment is a version of Meta's interface, such as `v18.0`.
    static func isVersion(_ segment: some StringProtocol) -> Bool {
        String(segment).wholeMatch(of: /v[0-9]{1,3}\.[0-9]{1,3}/) != nil
    }
}
