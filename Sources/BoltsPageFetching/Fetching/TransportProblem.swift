/// The reason why a transport failed, as far as the rules of a fetch distinguish it.
struct TransportProblem: Sendable {
    enum Kind {
        case unreachable
        /// The proxy is not there, or does not connect to the server.
        case proxyFailed
        case connectTimedOut
        case untrusted
        case noAuthorities
        case timedOut
        case malformed
        case headerTooLarge
        case interrupted
    }

    let kind: Kind
    let detail: String
    /// Why it failed, in words for whoever asked, or `nil` if ``detail`` says no more than ``kind``.
    var cause: String?
}
