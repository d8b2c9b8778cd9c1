import BoltsAppLinksUI
import Testing

/// How tall the banner is, and where its parts go (rule L9).
@Suite struct ReturnToReferrerLayoutTests {
    typealias Layout = ReturnToReferrerLayout

    private func layout(
        _ topInset: Layout.TopInset,
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

    @Test("OR02, OR03, OR04: what is not to be seen has no height", arguments: [Layout.TopInset.never, .always])
    func L9_nothingHasNoHeight(topInset: Layout.TopInset) {
        let layout = layout(topInset, isVisible: false)
        #expect(layout.height == 0)
        #expect(layout.close.width == 0 && layout.text.width == 0)
    }

    @Test("OR05: what is to be seen has a height and a width")
    func L9_somethingHasAHeight() {
        let layout = layout(.never)
        #expect(layout.height == 15 + 2 * 8.5)
        #expect(layout.text == .init(x: 44, y: 8.5, width: 302, height: 15))
        #expect(layout.close == .init(x: 0, y: 0, width: 44, height: 32))
    }

    @Test("OR06: with the top of the screen it is taller than without")
    func L9_alwaysIsTaller() {
        #expect(layout(.always).height == layout(.never).height + 59)
    }

    @Test("OR07: as it is by default, it is taller than without the top of the screen")
    func L9_defaultIsTaller() {
        let byDefault = Layout(width: 390, textHeight: 15, safeArea: .init(top: 59), isVisible: true)
        #expect(byDefault.height > layout(.never).height)
        #expect(byDefault.text.y == 59 + 8.5)
        #expect(byDefault.close == .init(x: 0, y: 59, width: 44, height: 32))
    }

    @Test("D-L12: only what covers the banner makes it taller, unless all that covers the window is to")
    func L9_coveredWhereItStands() {
        let below = Layout.SafeArea(top: 0, windowTop: 59)
        #expect(layout(.whereCovered, safeArea: below).height == 32)
        #expect(layout(.always, safeArea: below).height == 91)
        #expect(layout(.always, safeArea: .init(top: -3)).height == 32)
    }

    @Test("L9: from right to left the cross stands at the right")
    func L9_rightToLeft() {
        let layout = layout(.never, isRightToLeft: true)
        #expect(layout.close.x == 390 - 44)
        #expect(layout.text.x == 44)
    }

    @Test("L9: the sides of the screen are kept clear")
    func L9_sidesAreKeptClear() {
        let sides = Layout.SafeArea(left: 50, right: 30)
        #expect(layout(.never, safeArea: sides).close.x == 50)
        #expect(layout(.never, safeArea: sides).text == .init(x: 94, y: 8.5, width: 222, height: 15))
        #expect(layout(.never, safeArea: sides, isRightToLeft: true).close.x == 390 - 30 - 44)
    }

    @Test("L9: where there is no room, nothing is less than nothing", arguments: [0.0, 10, 87])
    func L9_noRoom(width: Double) {
        let layout = Layout(width: width, textHeight: -1, isRightToLeft: true, isVisible: true)
        #expect(layout.text.width == 0 && layout.text.height == 0)
        #expect(layout.close.x >= 0)
        #expect(layout.height == 17)
    }
}
