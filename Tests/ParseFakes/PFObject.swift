import Synchronization

/// What Bolts' documents save, find and delete: a bag of fields.
package final class PFObject: Sendable {
    private let fields: Mutex<[String: any Sendable]>

    package init(_ fields: [String: any Sendable] = [:]) { self.fields = Mutex(fields) }

    package subscript(key: String) -> (any Sendable)? {
        get { fields.withLock { $0[key] } }
        set { fields.withLock { $0[key] = newValue } }
    }
}
