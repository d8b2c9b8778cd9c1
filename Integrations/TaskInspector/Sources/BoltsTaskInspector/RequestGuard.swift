/// Refuses requests that do not come from the user of this machine.
enum RequestGuard {
    struct Refusal: Equatable {
        let status: Int
        let reason: String
        let explanation: String
    }

    /// Returns why a request is refused; `nil` if it is accepted.
    static func refusal(of request: InspectorRequest) -> Refusal? {
        guard let host = request.host, isOwn(host) else {
            // Otherwise a page of a site whose name resolves to this machine would have the same origin.
            return Refusal(
                status: 421,
                reason: "Misdirected Request",
                explanation: "This page has the name 127.0.0.1 or localhost, and no other."
            )
        }
        if let origin = request.origin, origin != "http://\(host)" {
            return Refusal(status: 403, reason: "Forbidden", explanation: "Pages of other sites may not read this one.")
        }
        if let site = request.fetchSite, site != "none", site != "same-origin" {
            return Refusal(
                status: 403,
                reason: "Forbidden",
                explanation: "Another site asked for this page. Type its address instead of following a link."
            )
        }
        if request.method != "GET" && request.method != "HEAD" {
            return Refusal(
                status: 405,
                reason: "Method Not Allowed",
                explanation: "This page answers GET and HEAD only."
            )
        }
        return nil
    }

    /// Whether a Host header names this machine as 127.0.0.1 or localhost, which no other domain can imitate.
    private static func isOwn(_ host: String) -> Bool {
        let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first?.lowercased(), name == "127.0.0.1" || name == "localhost" else { return false }
        return parts.count == 1 || (!parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) })
    }
}
