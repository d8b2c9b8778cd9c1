/// A text that an app's files set: known, known in part, or unknown with the reason.
///
/// An unknown text is never treated as absent or as equal to everything; each operation defines its result for unknown text.
/// For example, `$(PREFIX).shelf` is certainly not `org.sample.other`.
@_spi(Bolts) public struct SourceText: Sendable, Hashable, CustomStringConvertible {
    /// A piece of the text.
    public enum Part: Sendable, Hashable {
        case known(String)
        /// The text in place of an unknown value, such as `$(PREFIX)`.
        case open(String)
    }

    /// The pieces in order; no two known pieces are adjacent, and no known piece is empty.
    public let parts: [Part]
    private let reason: SourceGap?

    /// Creates a text from pieces.
    public init(parts: [Part], gap: SourceGap) {
        var joined: [Part] = []
        for part in parts {
            switch (joined.last, part) {
            case (_, .known("")): continue
            case (.known(let first)?, .known(let second)): joined[joined.count - 1] = .known(first + second)
            default: joined.append(part)
            }
        }
        self.parts = joined
        reason = joined.contains(where: \.isOpen) ? gap : nil
    }

    /// Creates a known text.
    public init(_ text: String) {
        parts = text.isEmpty ? [] : [.known(text)]
        reason = nil
    }

    /// A completely unknown text.
    public static func unknown(_ gap: SourceGap, written: String = "") -> SourceText {
        SourceText(parts: [.open(written)], gap: gap)
    }

    /// A text that the files do not contain but something else may set.
    public static let unstated = unknown(SourceGap("the files that were read do not contain it"))

    /// The whole text, or `nil` if part of it is unknown.
    public var known: String? {
        guard reason == nil else { return nil }
        return parts.map(\.text).joined()
    }

    /// Why the text is not known, or `nil` if it is known.
    public var gap: SourceGap? { reason }

    /// Whether the text is unknown but part of it is known.
    public var isKnownInPart: Bool { reason != nil && parts.contains { !$0.isOpen } }

    /// The text for people: unknown parts are shown as written, or as an ellipsis.
    public var description: String { parts.map { $0.text.isEmpty ? "…" : $0.text }.joined() }

    /// The concatenation of two texts.
    public static func + (first: SourceText, second: SourceText) -> SourceText {
        SourceText(parts: first.parts + second.parts, gap: first.reason ?? second.reason ?? SourceGap(""))
    }

    // MARK: - Comparing

    /// Whether it equals a text.
    public func matches(_ text: String) -> Certainty {
        if let known { return Certainty(known == text) }
        var rest = Substring(text)
        var mayGrow = false
        for (index, part) in parts.enumerated() {
            guard case .known(let piece) = part else {
                mayGrow = true
                continue
            }
            if index == parts.count - 1 {
                guard mayGrow ? rest.hasSuffix(piece) : rest == piece else { return .no }
            } else if mayGrow {
                guard let place = rest.firstRange(of: piece) else { return .no }
                rest = rest[place.upperBound...]
            } else {
                guard rest.hasPrefix(piece) else { return .no }
                rest = rest.dropFirst(piece.count)
            }
            mayGrow = false
        }
        return .open
    }

    /// Whether both texts are equal.
    public func equals(_ other: SourceText) -> Certainty {
        if let known { return other.matches(known) }
        if let known = other.known { return matches(known) }
        func agree(_ first: String, _ second: String) -> Bool { first.hasPrefix(second) || second.hasPrefix(first) }
        let fits =
            agree(start, other.start) && agree(String(end.reversed()), String(other.end.reversed()))
        return fits ? .open : .no
    }

    /// The identity of an app; unknown ids are equal only within the same module or target.
    func key(_ place: String) -> String { known ?? "\(place)\u{0}\(description)\u{0}\(reason?.statement ?? "")" }

    private var start: String { parts.first.map { $0.isOpen ? "" : $0.text } ?? "" }
    private var end: String { parts.last.map { $0.isOpen ? "" : $0.text } ?? "" }
}

extension SourceText.Part {
    var isOpen: Bool { if case .open = self { true } else { false } }

    /// The text, or its placeholder.
    package var text: String {
        switch self {
        case .known(let text), .open(let text): text
        }
    }
}

/// A truth value that may be unknown.
@_spi(Bolts) public enum Certainty: Sendable, Hashable, CaseIterable {
    case no, open, yes

    /// The certainty of a known fact.
    public init(_ holds: Bool) { self = holds ? .yes : .no }

    /// Whether both hold.
    public func and(_ other: Certainty) -> Certainty {
        if self == .no || other == .no { return .no }
        return self == .yes && other == .yes ? .yes : .open
    }

    /// Whether at least one of two is true.
    public func or(_ other: Certainty) -> Certainty { inverse.and(other.inverse).inverse }

    /// Whether it is false.
    public var inverse: Certainty {
        switch self {
        case .no: .yes
        case .open: .open
        case .yes: .no
        }
    }
}
