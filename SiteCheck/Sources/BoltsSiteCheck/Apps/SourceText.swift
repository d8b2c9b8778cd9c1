/// A text that the files of an app set: known, known in part, or unknown with the reason.
///
/// What is unknown is never absent and never equal to everything: each operation says what comes out of each. Of
/// `$(PREFIX).shelf` it is known that it is not `org.sample.other`.
@_spi(Bolts) public struct SourceText: Sendable, Hashable, CustomStringConvertible {
    /// A piece of the text.
    public enum Part: Sendable, Hashable {
        case known(String)
        /// What is written in place of a value that is not known, such as `$(PREFIX)`.
        case open(String)
    }

    /// The pieces in order: no two known ones follow each other, and none of these is empty.
    public let parts: [Part]
    private let reason: SourceGap?

    /// Creates a text of pieces.
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

    /// Creates a text that is known.
    public init(_ text: String) {
        parts = text.isEmpty ? [] : [.known(text)]
        reason = nil
    }

    /// A text of which nothing is known.
    public static func unknown(_ gap: SourceGap, written: String = "") -> SourceText {
        SourceText(parts: [.open(written)], gap: gap)
    }

    /// A text that a file does not contain, though something may set it.
    public static let unstated = unknown(SourceGap("the files that were read do not contain it"))

    /// The whole text, or `nil` if a part of it is not known.
    public var known: String? {
        guard reason == nil else { return nil }
        return parts.map(\.text).joined()
    }

    /// What keeps the text from being known, or `nil` if it is known.
    public var gap: SourceGap? { reason }

    /// Whether a part of a text that is not known is.
    public var isKnownInPart: Bool { reason != nil && parts.contains { !$0.isOpen } }

    /// The text as it is shown to people: what is not known is as it is written, or an ellipsis.
    public var description: String { parts.map { $0.text.isEmpty ? "…" : $0.text }.joined() }

    /// The text with another one after it.
    public static func + (first: SourceText, second: SourceText) -> SourceText {
        SourceText(parts: first.parts + second.parts, gap: first.reason ?? second.reason ?? SourceGap(""))
    }

    // MARK: - Comparing

    /// Whether it is a text.
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

    /// Whether both are the same text.
    public func equals(_ other: SourceText) -> Certainty {
        if let known { return other.matches(known) }
        if let known = other.known { return matches(known) }
        func agree(_ first: String, _ second: String) -> Bool { first.hasPrefix(second) || second.hasPrefix(first) }
        let fits =
            agree(start, other.start) && agree(String(end.reversed()), String(other.end.reversed()))
        return fits ? .open : .no
    }

    /// What apps are told apart by: what is not known is the same only for the same module or target.
    func key(_ place: String) -> String { known ?? "\(place)\u{0}\(description)\u{0}\(reason?.statement ?? "")" }

    private var start: String { parts.first.map { $0.isOpen ? "" : $0.text } ?? "" }
    private var end: String { parts.last.map { $0.isOpen ? "" : $0.text } ?? "" }
}

extension SourceText.Part {
    var isOpen: Bool { if case .open = self { true } else { false } }

    /// The text, or what is written in its place.
    package var text: String {
        switch self {
        case .known(let text), .open(let text): text
        }
    }
}

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
