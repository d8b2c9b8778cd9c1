/// The color of a banner: Bolts' blue, darkened until white on it can be read, and once more where that is asked for.
///
/// White on it has a contrast of 5.8, on the darker one of 10.8. The banner in HTML has the same two.
struct ReturnToReferrerColor: Hashable {
    let red: Double
    let green: Double
    let blue: Double

    /// The background of a banner.
    ///
    /// - Parameters:
    ///   - isDark: Whether the screen is dark.
    ///   - isContrastRaised: Whether the user asked for more contrast.
    /// - Returns: The color, in sRGB.
    static func background(isDark: Bool, isContrastRaised: Bool) -> ReturnToReferrerColor {
        isDark || isContrastRaised
            ? ReturnToReferrerColor(red: 0x0B / 255, green: 0x3D / 255, blue: 0x78 / 255)
            : ReturnToReferrerColor(red: 0, green: 0x62 / 255, blue: 0xCC / 255)
    }
}
