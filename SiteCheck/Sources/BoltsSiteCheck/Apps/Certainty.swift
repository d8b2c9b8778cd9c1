/// Whether something holds, where not everything is known.
@_spi(Bolts) public enum Certainty: Sendable, Hashable, CaseIterable {
    case no, open, yes

    /// The certainty of what is known.
    public init(_ holds: Bool) { self = holds ? .yes : .no }

    /// Whether both hold.
    public func and(_ other: Certainty) -> Certainty {
        if self == .no || other == .no { return .no }
        return self == .yes && other == .yes ? .yes : .open
    }

    /// Whether one of both holds.
    public func or(_ other: Certainty) -> Certainty { inverse.and(other.inverse).inverse }

    /// Whether it does not hold.
    public var inverse: Certainty {
        switch self {
        case .no: .yes
        case .open: .open
        case .yes: .no
        }
    }
}
