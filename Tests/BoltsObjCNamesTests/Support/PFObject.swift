import Synchronization

/// An object with fields, as in Bolts' documents.
final class PFObject: Sendable {
    private let fields: Mutex<[String: any Sendable]>

    init(_ fields: [String: any Sendable] = [:]) { self.fields = Mutex(fields) }

    subscript(key: String) -> (any Sendable)? {
        get { fields.withLock { $0[key] } }
        set { fields.withLock { $0[key] = newValue } }
    }
}
