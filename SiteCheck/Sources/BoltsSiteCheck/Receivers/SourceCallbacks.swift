/// What sources ask for when they sign in by a library.
package struct SourceCallbacks: Sendable, Hashable {
    /// The hosts of https callbacks, written literally, with their first places.
    package var hosts: [String: SourcePlace] = [:]
    /// Whether they use passkeys, or passwords through an interface of the system.
    package var usesCredentials = false

    package init() {}

    package mutating func add(_ other: SourceCallbacks) {
        hosts.merge(other.hosts) { first, _ in first }
        usesCredentials = usesCredentials || other.usesCredentials
    }
}
