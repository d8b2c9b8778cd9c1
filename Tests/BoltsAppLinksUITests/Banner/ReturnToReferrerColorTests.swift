import Foundation
import Testing

@testable import BoltsAppLinksUI

/// Tests that the texts of the banner and of the status bar above it are readable.
@Suite(.tags(.l9)) struct ReturnToReferrerColorTests {
    private func luminance(_ color: ReturnToReferrerColor) -> Double {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private func contrast(_ color: ReturnToReferrerColor, white: Bool) -> Double {
        white ? 1.05 / (luminance(color) + 0.05) : (luminance(color) + 0.05) / 0.05
    }

    @Test(arguments: [false, true]) func whiteTextHasEnoughContrast(isDark: Bool) {
        #expect(contrast(.background(isDark: isDark), white: true) >= 4.5)
    }

    /// In light mode the status bar's text is black.
    @Test func blackTextHasEnoughContrastInLightMode() {
        #expect(contrast(.background(isDark: false), white: false) >= 4.5)
    }
}
