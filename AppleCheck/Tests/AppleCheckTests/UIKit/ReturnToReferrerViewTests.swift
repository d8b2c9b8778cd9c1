#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import Testing
import UIKit

extension ScreenTests {
    @MainActor
    @Suite struct ReturnToReferrerViewTests {
        private let screen = Screen()
        private let view = ReturnToReferrerView(frame: CGRect(x: 0, y: 0, width: 390, height: 0))
        private let text = ReturnToReferrerText(format: "Touch to return to %@", appName: "Notes")

        private func height(
            _ topInset: ReturnToReferrerLayout.TopInset? = nil,
            _ link: AppLinkURL
        ) -> CGFloat {
            let banner = ReturnToReferrerBanner(opener: RecordingOpener(installed: []))
            banner.show(link)
            if let topInset { view.topInset = topInset }
            view.show(banner)
            screen.window.addSubview(view)
            return view.sizeThatFits(CGSize(width: 390, height: 1_000)).height
        }

        @Test("OR01: a view can be made, in code and from a nib")
        func canBeMade() {
            #expect(view.isHidden && view.intrinsicContentSize.height == 0)
            #expect(ReturnToReferrerView(coder: NSCoder())?.isHidden == true)
        }

        @Test(
            "OR02, OR03, OR04: without a referrer, its name or its URL, it has no height",
            arguments: [(nil, nil), ("notes://", nil), (nil, "Notes"), ("javascript:1", "Notes")]
                as [(String?, String?)]
        )
        func nothingToShow(url: String?, name: String?) {
            #expect(height(.always, Incoming.link(back: url, name: name)) == 0)
            #expect(view.isHidden)
        }

        @Test("OR05: with a referrer it has a height and a width")
        func somethingToShow() {
            #expect(height(.never, Incoming.link()) == 33)
            #expect(view.sizeThatFits(CGSize(width: 390, height: 0)).width == 390)
            #expect(!view.isHidden)
        }

        @Test("OR06: with the top of the screen it is taller than without")
        func alwaysIsTaller() {
            #expect(height(.always, Incoming.link()) > height(.never, Incoming.link()))
        }

        @Test("OR07: as it is by default, it is taller than without the top of the screen")
        func defaultIsTaller() {
            #expect(height(nil, Incoming.link()) == 92)
            #expect(height(.never, Incoming.link()) == 33)
        }

        @Test("L9: below what covers the screen it is not taller, unless asked for")
        func belowTheIsland() {
            view.frame.origin.y = 100
            #expect(height(nil, Incoming.link()) == 33)
            #expect(height(.always, Incoming.link()) == 92)
        }

        @Test("L9: everything leads back but for the cross, and each is told to the delegate")
        func taps() {
            let seen = Taps()
            view.delegate = seen
            view.show(text, closeLabel: "Close")
            view.tapLink()
            view.tapCross()
            #expect(seen.taps == ["link", "cross"])
        }

        @Test("L9: the parts stand where the layout has them, also from right to left")
        func parts() {
            view.topInset = .whereCovered
            screen.window.addSubview(view)
            view.show(text, closeLabel: "Close")
            view.frame.size.height = view.height(forWidth: 390)
            screen.layOut()
            #expect(view.link.frame == view.bounds)
            #expect(view.cross.frame == CGRect(x: 0, y: 59, width: 44, height: 33))
            #expect(view.label.frame == CGRect(x: 44, y: 67.5, width: 302, height: 16))
            UIApplication.shared.layoutDirection = .rightToLeft
            view.setNeedsLayout()
            screen.layOut()
            #expect(view.cross.frame.origin.x == 346)
        }

        @Test(arguments: [UIUserInterfaceLayoutDirection.leftToRight, .rightToLeft])
        func closeButtonStaysClearOfTheWindowControls(direction: UIUserInterfaceLayoutDirection) {
            UIApplication.shared.layoutDirection = direction
            defer { UIApplication.shared.layoutDirection = .leftToRight }
            screen.window.controlsWidth = 80
            screen.window.addSubview(view)
            view.show(text, closeLabel: "Close")
            screen.layOut()
            #expect(view.cross.frame.origin.x == (direction == .rightToLeft ? 266 : 80))
            view.frame.origin.y = 100
            view.setNeedsLayout()
            screen.layOut()
            #expect(view.cross.frame.origin.x == (direction == .rightToLeft ? 346 : 0))
        }

        @Test("L9: a long name takes more lines, and larger text makes it taller")
        func textSizes() {
            screen.window.addSubview(view)
            let long = ReturnToReferrerText(format: "%@", appName: String(repeating: "a", count: 64))
            view.show(long, closeLabel: "Close")
            #expect(view.height(forWidth: 390) == 124)
            let before = view.intrinsicSizeInvalidations
            screen.enlargeText()
            #expect(view.intrinsicSizeInvalidations == before + 1)
            #expect(view.height(forWidth: 390) == 172)
            #expect(view.label.adjustsFontForContentSizeCategory)
        }

        @Test("L9: another width is told to the layout system when it breaks the text otherwise")
        func anotherWidth() {
            screen.window.addSubview(view)
            view.show(text, closeLabel: "Close")
            screen.layOut()
            let before = view.intrinsicSizeInvalidations
            view.frame.size.width = 150
            screen.layOut()
            #expect(view.intrinsicSizeInvalidations == before + 1)
            #expect(view.intrinsicContentSize.height == 140)
        }

        @Test("L9: who hears the screen hears a link and a button, once each")
        func voiceOver() {
            view.show(text, closeLabel: "Schließen")
            #expect(!view.label.isAccessibilityElement)
            #expect(view.link.accessibilityLabel == "Touch to return to Notes")
            #expect(view.link.accessibilityTraits == .link)
            #expect(view.cross.accessibilityLabel == "Schließen")
            #expect(view.cross.accessibilityTraits == .button)
            #expect(view.cross.image(for: .normal)?.name == "xmark")
        }

        @Test("L9: the color follows dark mode and contrast, on any thread")
        func colors() async throws {
            let color = try #require(view.backgroundColor)
            let all = await Task.detached {
                [
                    color.components(UITraitCollection()),
                    color.components(UITraitCollection(userInterfaceStyle: .dark)),
                    color.components(UITraitCollection(accessibilityContrast: .high)),
                ]
            }
            .value
            #expect(all[0] == [0, 98.0 / 255, 204.0 / 255, 1])
            #expect(all[1] == [11.0 / 255, 61.0 / 255, 120.0 / 255, 1] && all[2] == all[1])
            view.textColor = .black
            #expect(view.label.textColor == view.textColor && view.cross.tintColor == view.textColor)
        }
    }
}

@MainActor
private final class Taps: ReturnToReferrerViewDelegate {
    var taps: [String] = []
    func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) { taps.append("link") }
    func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) { taps.append("cross") }
}
#endif
