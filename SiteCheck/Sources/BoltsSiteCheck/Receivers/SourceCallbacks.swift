/// What sources ask for when they sign in by a library.
package struct SourceCallbacks: Sendable, Hashable {
    /// The hosts of https callbacks, written literally, with their first places in code that runs on Apple's devices.
    package var appleHosts: [String: SourcePlace] = [:]
    /// Those in code that runs on Android; the code of most frameworks runs on both.
    package var androidHosts: [String: SourcePlace] = [:]
    /// Whether they use passkeys, or passwords through an interface of the system.
    package var usesCredentials = false

    package init() {}

    package mutating func add(_ other: SourceCallbacks) {
        appleHosts.merge(other.appleHosts) { first, _ in first }
        androidHosts.merge(other.androidHosts) { first, _ in first }
        usesCredentials = usesCredentials || other.usesCredentials
    }
}
