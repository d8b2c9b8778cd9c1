package import LinkIndex
import Testing

/// One requirement for every store.
///
/// Each behavior needs a store without records, leases and keys, or one in which only other behaviors ran before.
package struct StoreBehavior: Sendable, CustomTestStringConvertible {
    /// The requirement, in one sentence.
    package let name: String
    /// Checks the requirement with Swift Testing's expectations.
    package let check: @Sendable (any IndexStore) async throws -> Void

    package var testDescription: String { name }

    init(_ name: String, _ check: @escaping @Sendable (any IndexStore) async throws -> Void) {
        self.name = name
        self.check = check
    }

    /// All requirements.
    package static var all: [StoreBehavior] { records + leases + renewal + keys + versions }
}
