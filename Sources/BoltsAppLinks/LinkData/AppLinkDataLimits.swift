/// Limits for reading and writing `al_applink_data`.
///
/// The data comes from another app, so the limits are checked before anything is decoded. Writing obeys them too, so
/// that written data can be read back.
package struct AppLinkDataLimits: Sendable, Hashable {
    /// How many bytes the parameter's value may have in the URL, percent-encoded.
    package var encodedByteLimit: Int

    /// How deeply arrays and objects may be nested, at most 512.
    package var depthLimit: Int

    /// 64 KiB, and 32 levels of nesting.
    package static let standard = AppLinkDataLimits()

    /// Creates limits.
    package init(encodedByteLimit: Int = 64 * 1024, depthLimit: Int = 32) {
        self.encodedByteLimit = encodedByteLimit
        self.depthLimit = depthLimit
    }
}
