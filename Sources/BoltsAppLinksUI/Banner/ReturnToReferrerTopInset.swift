/// Whether a banner grows by what covers the top of the screen: the status bar, the notch or the Dynamic Island.
///
/// Bolts added the height of the status bar. Today's systems report the safe area instead.
///
/// ```swift
/// let inset = ReturnToReferrerTopInset.whereCovered       // the default of a `ReturnToReferrerView`
/// ```
@nonexhaustive public enum ReturnToReferrerTopInset: Sendable, Hashable {
    /// It does not grow: the app places it below the safe area.
    case never

    /// It grows by the part of the safe area that it overlaps.
    case whereCovered

    /// It grows by the whole safe area of the window, wherever it is.
    case always
}
