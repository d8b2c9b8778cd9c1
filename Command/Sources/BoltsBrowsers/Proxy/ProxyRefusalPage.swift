import BoltsPageMetadata

/// The page that the proxy sends in response to refused requests.
///
/// A browser shows it like any page, so the reader finds the refusal among its tags. It contains a secret, so no other page can
/// imitate a refusal.
struct ProxyRefusalPage {
    static let property = "al:bolts:refusal"

    let secret: String

    init() {
        var random = SystemRandomNumberGenerator()
        secret = String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }

    func answer(_ failure: ConnectDecision.Failure) -> [UInt8] {
        // The authority consists of a valid host and port: nothing in it needs escaping.
        let body =
            "<!doctype html><meta property=\"\(Self.property)\" content=\"\(secret) \(failure.problem.rawValue) \(failure.authority)\">"
        let status = failure.problem == .unreachable ? "502 Bad Gateway" : "403 Forbidden"
        let head =
            "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
        return Array((head + body).utf8)
    }

    /// Returns the failure that a page's tags describe, or `nil` if it is an ordinary page.
    func failure(in tags: [MetaTag]) -> ConnectDecision.Failure? {
        for tag in tags where tag.property == Self.property {
            let words = (tag.content ?? "").split(separator: " ")
            if words.count == 3, words[0] == secret, let problem = ConnectDecision.Problem(rawValue: String(words[1])) {
                return ConnectDecision.Failure(problem: problem, authority: String(words[2]), detail: "")
            }
        }
        return nil
    }
}
