import Synchronization

/// An object with fields, as in Bolts' documents.
package final class PFObject: Sendable {
    private let fields: Mutex<[String: any Sendable]>

    package init(_ fields: [String: any Sendable] = [:]) { self.fields = Mutex(fields) }

    package subscript(key: String) -> (any Sendable)? {
        get { fields.withLock { $0[key] } }
        set { fields.withLock { $0[key] = newValue } }
    }
}
