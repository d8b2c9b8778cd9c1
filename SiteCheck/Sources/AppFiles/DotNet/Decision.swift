/// Whether something holds, where the files may not say.
enum Decision: Hashable {
    case yes
    case no
    case unknown

    init(_ value: Bool) { self = value ? .yes : .no }

    static prefix func ! (value: Decision) -> Decision {
        switch value {
        case .yes: .no
        case .no: .yes
        case .unknown: .unknown
        }
    }

    static func && (first: Decision, second: Decision) -> Decision {
        if first == .no || second == .no { return .no }
        return first == .yes && second == .yes ? .yes : .unknown
    }

    static func || (first: Decision, second: Decision) -> Decision { !(!first && !second) }
}
