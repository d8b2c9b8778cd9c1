#if os(Linux) || os(macOS)
import BoltsPageMetadata

/// What a proxy answers with in place of a page that may not be had: a page that only we can read.
///
/// A browser shows it as it shows any page, so that the reader finds the refusal where it would have found the tags. It
/// carries a secret, since a page that could write it could make its own address look refused.
struct ProxyRefusalPage {
    static let property = "al:bolts:refusal"

    let secret: String

    init() {
        var random = SystemRandomNumberGenerator()
        secret = String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }

    func answer(_ failure: ConnectDecision.Failure) -> [UInt8] {
        // The authority is made of what hosts and ports are made of; nothing in it needs escaping.
        let body =
            "<!doctype html><meta property=\"\(Self.property)\" content=\"\(secret) \(failure.problem.rawValue) \(failure.authority)\">"
        let status = failure.problem == .unreachable ? "502 Bad Gateway" : "403 Forbidden"
        let head =
            "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
        return Array((head + body).utf8)
    }

    /// The failure that a page's tags speak of, or `nil` where it is a page like any other.
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
#endif
