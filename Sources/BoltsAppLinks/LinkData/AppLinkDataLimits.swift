/// How much `al_applink_data` is read and written.
///
/// The data is a stranger's; nothing is decoded before it has passed these. What is written keeps to them too, so that
/// it can be read back.
///
/// ```swift
/// var limits = AppLinkDataLimits.standard
/// limits.maximumEncodedBytes = 8 * 1024
/// ```
public struct AppLinkDataLimits: Sendable, Hashable {
    /// The most bytes the parameter's value may have in the URL, percent-encoded as it is.
    public var maximumEncodedBytes: Int

    /// How many arrays and objects may stand inside one another, 512 at most.
    public var maximumDepth: Int

    /// 64 KiB, 32 deep.
    public static let standard = AppLinkDataLimits()

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumEncodedBytes: The most bytes in the URL.
    ///   - maximumDepth: How many arrays and objects may stand inside one another.
    public init(maximumEncodedBytes: Int = 64 * 1024, maximumDepth: Int = 32) {
        self.maximumEncodedBytes = maximumEncodedBytes
        self.maximumDepth = maximumDepth
    }
}
