/// A language whose sources are searched for methods that receive links.
enum CodeLanguage: Sendable, Hashable, CaseIterable {
    case swift, objectiveC, kotlin, java, dart, cSharp, javaScript

    /// The language of a file by its name, or `nil` if it is none of these.
    init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...] {
        case "swift": self = .swift
        case "m", "mm", "h": self = .objectiveC
        case "kt": self = .kotlin
        case "java": self = .java
        case "dart": self = .dart
        case "cs": self = .cSharp
        case "js", "jsx", "ts", "tsx": self = .javaScript
        default: return nil
        }
    }

    /// Whether comments can be nested.
    var nestsComments: Bool { self == .swift || self == .kotlin || self == .dart }

    /// Whether an apostrophe encloses a character.
    var hasCharacters: Bool { self != .swift && self != .dart }

    /// Whether three quotation marks enclose a multi-line text.
    var hasLongTexts: Bool { self != .objectiveC }

    /// Whether `${` in a text begins code.
    var hasDollarCode: Bool { self == .kotlin || self == .dart }
}
