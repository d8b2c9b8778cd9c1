import BoltsAppLinksUI
import Testing

@Suite(.tags(.l9)) struct ReturnToReferrerLayoutTests {
    typealias Layout = ReturnToReferrerLayout

    private func layout(
        _ topInset: ReturnToReferrerTopInset,
        safeArea: Layout.SafeArea = .init(top: 59),
        isRightToLeft: Bool = false,
        isVisible: Bool = true
    ) -> Layout {
        Layout(
            width: 390,
            textHeight: 15,
            safeArea: safeArea,
            topInset: topInset,
            isRightToLeft: isRightToLeft,
            isVisible: isVisible
        )
    }

    @Test(.tags(.or02, .or03, .or04), arguments: [ReturnToReferrerTopInset.never, .always])
    func invisibleBannerHasNoHeight(topInset: ReturnToReferrerTopInset) {
        let layout = layout(topInset, isVisible: false)
        #expect(layout.height == 0)
        #expect(layout.close.width == 0 && layout.text.width == 0)
    }

    @Test(.tags(.or05)) func visibleBannerHasHeightAndWidth() {
        let layout = layout(.never)
        #expect(layout.height == 44)
        #expect(layout.text == .init(x: 44, y: 14.5, width: 302, height: 15))
        #expect(layout.close == .init(x: 0, y: 0, width: 44, height: 44))
    }

    @Test(.tags(.or06)) func alwaysIncludingTopInsetIsTaller() {
        #expect(layout(.always).height == layout(.never).height + 59)
    }

    @Test(.tags(.or07)) func defaultIncludesTopInset() {
        let byDefault = Layout(width: 390, textHeight: 15, safeArea: .init(top: 59), isVisible: true)
        #expect(byDefault.height > layout(.never).height)
        #expect(byDefault.text.y == 59 + 14.5)
        #expect(byDefault.close == .init(x: 0, y: 59, width: 44, height: 44))
    }

    @Test(.tags(.dl12)) func onlyCoveredPartAddsHeightUnlessAlways() {
        let below = Layout.SafeArea(top: 0, windowTop: 59)
        #expect(layout(.whereCovered, safeArea: below).height == 44)
        #expect(layout(.always, safeArea: below).height == 103)
        #expect(layout(.always, safeArea: .init(top: -3)).height == 44)
    }

    @Test func longTextIsTallerThanAFingertip() {
        let layout = Layout(width: 390, textHeight: 60, isVisible: true)
        #expect(layout.height == 60 + 2 * 8.5)
        #expect(layout.text.y == 8.5)
    }

    /// A remote control can move between the two, and a finger that misses the cross does not navigate back.
    @Test(arguments: [false, true]) func linkAndCloseButtonDoNotOverlapAndAreFingertips(isRightToLeft: Bool) {
        let safeArea = Layout.SafeArea(top: 59, windowTop: 59, left: 50, right: 30)
        let layout = layout(.always, safeArea: safeArea, isRightToLeft: isRightToLeft)
        #expect(layout.link.height >= 44 && layout.close.height >= 44 && layout.close.width >= 44)
        let (first, second) = isRightToLeft ? (layout.link, layout.close) : (layout.close, layout.link)
        #expect(first.x + first.width <= second.x)
    }

    @Test func closeButtonIsAtTheRightInRightToLeft() {
        let layout = layout(.never, isRightToLeft: true)
        #expect(layout.close.x == 390 - 44)
        #expect(layout.text.x == 44)
    }

    @Test func partsKeepClearOfSideInsets() {
        let sides = Layout.SafeArea(left: 50, right: 30)
        #expect(layout(.never, safeArea: sides).close.x == 50)
        #expect(layout(.never, safeArea: sides).text == .init(x: 94, y: 14.5, width: 222, height: 15))
        #expect(layout(.never, safeArea: sides, isRightToLeft: true).close.x == 390 - 30 - 44)
    }

    @Test(arguments: [0.0, 10, 87]) func sizesAreNeverNegative(width: Double) {
        let layout = Layout(width: width, textHeight: -1, isRightToLeft: true, isVisible: true)
        #expect(layout.text.width == 0 && layout.text.height == 0)
        #expect(layout.close.x >= 0)
        #expect(layout.height == 44)
    }
}
