/// A compiled pattern of Apple's file.
@_spi(Bolts) public final class ApplePattern: Sendable {
    /// The reason why a pattern cannot match anything.
    @_spi(Bolts) public enum Defect: Sendable, Hashable {
        /// The pattern refers to a variable that is not defined.
        case undefinedVariable(String)
        /// The pattern has `$(` without a closing bracket.
        case unterminatedVariable
        /// The pattern has more stars and variables than Apple's matcher supports.
        case tooComplex
    }

    /// How many stars and variables a pattern may have.
    @_spi(Bolts) public static let maximumComplexity = 64

    /// The pattern in the form that is compared: normalized if it is a path.
    @_spi(Bolts) public let text: String
    /// The compiled form of the pattern.
    @_spi(Bolts) public let compiled: WildcardPattern
    /// Why the pattern cannot match anything, or `nil`.
    @_spi(Bolts) public let defect: Defect?

    /// Compiles a pattern as written in the file; a path is normalized.
    @_spi(Bolts) public init(_ text: String, isPath: Bool, foldsCase: Bool, variables: inout SubstitutionVariables) {
        let bytes = isPath ? PathNormalization.normalize(Array(text.utf8)) : Array(text.utf8)
        var tokens: [PatternToken] = []
        tokens.reserveCapacity(bytes.count)
        var complexity = 0
        var defect: Defect?
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "*"):
                complexity += 1
                if tokens.last != .star { tokens.append(.star) }
            case UInt8(ascii: "?"):
                tokens.append(.anyScalar)
            case UInt8(ascii: "$") where position < bytes.count && bytes[position] == UInt8(ascii: "("):
                complexity += 1
                guard let close = bytes[position...].firstIndex(of: UInt8(ascii: ")")) else {
                    defect = defect ?? .unterminatedVariable
                    position = bytes.count
                    continue
                }
                let name = String(decoding: bytes[position + 1..<close], as: UTF8.self)
                position = close + 1
                if let token = variables.token(for: name, foldsCase: foldsCase) {
                    tokens.append(token)
                } else {
                    defect = defect ?? .undefinedVariable(name)
                }
            default:
                tokens.append(PatternToken(byte: byte))
            }
        }
        if defect == nil, complexity > Self.maximumComplexity { defect = .tooComplex }
        self.text = isPath ? String(decoding: bytes, as: UTF8.self) : text
        self.defect = defect
        compiled = defect == nil ? WildcardPattern(tokens: tokens, foldsCase: foldsCase) : .never
    }

    /// Returns whether the pattern matches a part of a URL.
    @inline(__always)
    func matches(_ text: [UInt8], _ variables: [PatternVariable], _ budget: inout MatchBudget) -> Bool {
        let bytes = text[...]
        return compiled.matches(bytes.span, variables: variables, budget: &budget)
    }
}
