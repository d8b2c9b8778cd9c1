/// The background of a banner: Bolts' blue, a little darker.
///
/// The banner is under the status bar, whose text is black in light mode and white in dark mode, whatever the contrast. On the
/// light color both black (4.56) and the banner's white text (4.60) are readable; no color reaches more than 4.58 for both. White
/// text on the dark color has a contrast of 10.8.
struct ReturnToReferrerColor: Hashable {
    let red: Double
    let green: Double
    let blue: Double

    /// Returns the background in sRGB.
    static func background(isDark: Bool) -> ReturnToReferrerColor {
        isDark
            ? ReturnToReferrerColor(red: 0x0B / 255, green: 0x3D / 255, blue: 0x78 / 255)
            : ReturnToReferrerColor(red: 0, green: 0x71 / 255, blue: 0xEB / 255)
    }
}
