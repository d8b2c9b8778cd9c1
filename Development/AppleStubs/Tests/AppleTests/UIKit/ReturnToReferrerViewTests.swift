#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import Testing
import UIKit

extension ScreenTests {
    @MainActor
    @Suite(.tags(.l9)) struct ReturnToReferrerViewTests {
        private let screen = Screen()
        private let view = ReturnToReferrerView(frame: CGRect(x: 0, y: 0, width: 390, height: 0))
        private let text = ReturnToReferrerText(format: "Touch to return to %@", appName: "Notes")

        private func height(
            _ topInset: ReturnToReferrerTopInset? = nil,
            _ link: AppLinkURL
        ) -> CGFloat {
            let banner = ReturnToReferrerBanner(opener: RecordingOpener(installed: []))
            banner.show(link)
            if let topInset { view.topInset = topInset }
            view.show(banner)
            screen.window.addSubview(view)
            return view.sizeThatFits(CGSize(width: 390, height: 1_000)).height
        }

        @Test(.tags(.or01)) func viewIsCreatedInCodeAndFromNib() {
            #expect(view.isHidden && view.intrinsicContentSize.height == 0)
            #expect(ReturnToReferrerView(coder: NSCoder())?.isHidden == true)
        }

        @Test(
            .tags(.or02, .or03, .or04),
            arguments: [(nil, nil), ("notes://", nil), (nil, "Notes"), ("javascript:1", "Notes")]
                as [(String?, String?)]
        )
        func viewHasNoHeightWithoutReferrer(url: String?, name: String?) {
            #expect(height(.always, Incoming.link(back: url, name: name)) == 0)
            #expect(view.isHidden)
        }

        @Test(.tags(.or05)) func viewHasHeightAndWidthWithReferrer() {
            #expect(height(.never, Incoming.link()) == 44)
            #expect(view.sizeThatFits(CGSize(width: 390, height: 0)).width == 390)
            #expect(!view.isHidden)
        }

        @Test(.tags(.or06)) func alwaysIncludingTopInsetIsTaller() {
            #expect(height(.always, Incoming.link()) > height(.never, Incoming.link()))
        }

        @Test(.tags(.or07)) func defaultIncludesTopInset() {
            #expect(height(nil, Incoming.link()) == 103)
            #expect(height(.never, Incoming.link()) == 44)
        }

        @Test func viewBelowTheSafeAreaIsNotTallerUnlessAlways() {
            view.frame.origin.y = 100
            #expect(height(nil, Incoming.link()) == 44)
            #expect(height(.always, Incoming.link()) == 103)
        }

        @Test func tapsReachTheDelegate() {
            let seen = Taps()
            view.delegate = seen
            view.show(text, closeLabel: "Close")
            view.tapLink()
            view.tapClose()
            #expect(seen.taps == ["link", "close"])
        }

        @Test func partsFollowLayoutAndDirection() {
            view.topInset = .whereCovered
            screen.window.addSubview(view)
            view.show(text, closeLabel: "Close")
            view.frame.size.height = view.height(forWidth: 390)
            screen.layOut()
            #expect(view.link.frame == CGRect(x: 44, y: 59, width: 346, height: 44))
            #expect(view.closeButton.frame == CGRect(x: 0, y: 59, width: 44, height: 44))
            #expect(view.label.frame == CGRect(x: 44, y: 73, width: 302, height: 16))
            UIApplication.shared.layoutDirection = .rightToLeft
            view.setNeedsLayout()
            screen.layOut()
            #expect(view.closeButton.frame.origin.x == 346)
        }

        @Test(arguments: [UIUserInterfaceLayoutDirection.leftToRight, .rightToLeft])
        func closeButtonKeepsClearOfWindowControls(direction: UIUserInterfaceLayoutDirection) {
            UIApplication.shared.layoutDirection = direction
            defer { UIApplication.shared.layoutDirection = .leftToRight }
            screen.window.controlsWidth = 80
            screen.window.addSubview(view)
            view.show(text, closeLabel: "Close")
            screen.layOut()
            #expect(view.closeButton.frame.origin.x == (direction == .rightToLeft ? 266 : 80))
            view.frame.origin.y = 100
            view.setNeedsLayout()
            screen.layOut()
            #expect(view.closeButton.frame.origin.x == (direction == .rightToLeft ? 346 : 0))
        }

        @Test func longNamesWrapAndLargerTextIsTaller() {
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

        @Test func anotherWidthInvalidatesIntrinsicSize() {
            screen.window.addSubview(view)
            view.show(text, closeLabel: "Close")
            screen.layOut()
            let before = view.intrinsicSizeInvalidations
            view.frame.size.width = 150
            screen.layOut()
            #expect(view.intrinsicSizeInvalidations == before + 1)
            #expect(view.intrinsicContentSize.height == 140)
        }

        @Test func voiceOverFindsOneLinkAndOneButton() {
            view.show(text, closeLabel: "Schließen")
            #expect(!view.label.isAccessibilityElement)
            #expect(view.link.accessibilityLabel == "Touch to return to Notes")
            #expect(view.link.accessibilityTraits == .link)
            #expect(view.closeButton.accessibilityLabel == "Schließen")
            #expect(view.closeButton.accessibilityTraits == .button)
            #expect(view.closeButton.image(for: .normal)?.name == "xmark")
        }

        @Test func backgroundFollowsTraitsOnAnyThread() async throws {
            let color = try #require(view.backgroundColor)
            let all = await Task.detached {
                [
                    color.components(UITraitCollection()),
                    color.components(UITraitCollection(userInterfaceStyle: .dark)),
                    color.components(UITraitCollection(accessibilityContrast: .high)),
                ]
            }
            .value
            #expect(all[0] == [0, 113.0 / 255, 235.0 / 255, 1])
            // More contrast with white would reduce the contrast with the status bar's black text.
            #expect(all[1] == [11.0 / 255, 61.0 / 255, 120.0 / 255, 1] && all[2] == all[0])
            view.textColor = .black
            #expect(view.label.textColor == view.textColor && view.closeButton.tintColor == view.textColor)
        }
    }
}

@MainActor
private final class Taps: ReturnToReferrerViewDelegate {
    var taps: [String] = []
    func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) { taps.append("link") }
    func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) { taps.append("close") }
}
#endif
