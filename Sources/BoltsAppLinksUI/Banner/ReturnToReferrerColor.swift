/// The background of a banner: Bolts' blue, darkened for contrast.
///
/// White text on it has a contrast of 5.8, on the darker one of 10.8. The HTML banner uses the same two colors.
struct ReturnToReferrerColor: Hashable {
    let red: Double
    let green: Double
    let blue: Double

    /// Returns the background in sRGB: the darker color in dark mode and with increased contrast.
    static func background(isDark: Bool, hasIncreasedContrast: Bool) -> ReturnToReferrerColor {
        isDark || hasIncreasedContrast
            ? ReturnToReferrerColor(red: 0x0B / 255, green: 0x3D / 255, blue: 0x78 / 255)
            : ReturnToReferrerColor(red: 0, green: 0x62 / 255, blue: 0xCC / 255)
    }
}
