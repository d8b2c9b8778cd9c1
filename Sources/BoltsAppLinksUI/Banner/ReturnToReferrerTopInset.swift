/// Whether a banner grows with the area that covers the top of the screen: the status bar, the notch or the Dynamic Island.
///
/// Bolts added the height of the status bar. Today's systems report the safe area instead.
///
/// ```swift
/// let inset = ReturnToReferrerTopInset.whereCovered       // the default of a `ReturnToReferrerView`
/// ```
@nonexhaustive public enum ReturnToReferrerTopInset: Sendable, Hashable {
    /// The banner does not grow: the app places it below the safe area.
    case never

    /// The banner grows by the part of the safe area that the banner overlaps.
    case whereCovered

    /// The banner grows by the whole safe area of the window, regardless of its position.
    case always
}
