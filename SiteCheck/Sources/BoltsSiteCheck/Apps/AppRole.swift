/// What a module or a target of a project makes.
@_spi(Bolts) public enum AppRole: String, Sendable, Hashable, CaseIterable {
    case app
    case clip = "App Clip"
    case appExtension = "extension"
    case library
    case sample
    case test
    /// An app for watches, beside one for phones.
    case wear

    /// Whether it is judged without being asked for.
    public var isJudged: Bool { self == .app || self == .clip }
}
