/// The reason why a transport failed, as far as the rules of a fetch distinguish it.
struct TransportProblem: Sendable {
    enum Kind {
        case unreachable
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
}
