package import Foundation

/// An error whose description is what `localizedDescription` shows.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

/// The code of an error: a name, to which new ones can be added without breaking code that switches over it.
///
/// It gives the codes of all modules their description, the name of the constant.
package protocol NamedCode: Hashable, Sendable, CustomStringConvertible {
    /// The name of the constant.
    var name: String { get }
}

extension NamedCode {
    /// The name of the constant.
    public var description: String { name }
}
