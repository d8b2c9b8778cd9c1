/// Limits for reading and writing `al_applink_data`.
///
/// The data comes from another app, so the limits are checked before anything is decoded. Writing obeys them too, so
/// that written data can be read back.
///
/// ```swift
/// var limits = AppLinkDataLimits.standard
/// limits.maximumEncodedBytes = 8 * 1024
/// ```
public struct AppLinkDataLimits: Sendable, Hashable {
    /// How many bytes the parameter's value may have in the URL, percent-encoded.
    public var maximumEncodedBytes: Int

    /// How deeply arrays and objects may be nested, at most 512.
    public var maximumDepth: Int

    /// 64 KiB, and 32 levels of nesting.
    public static let standard = AppLinkDataLimits()

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - maximumEncodedBytes: How many bytes the value may have in the URL.
    ///   - maximumDepth: How deeply arrays and objects may be nested, at most 512.
    public init(maximumEncodedBytes: Int = 64 * 1024, maximumDepth: Int = 32) {
        self.maximumEncodedBytes = maximumEncodedBytes
        self.maximumDepth = maximumDepth
    }
}
