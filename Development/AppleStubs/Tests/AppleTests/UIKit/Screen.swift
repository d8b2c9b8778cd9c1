#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import UIKit

/// A screen of 390 points with an island, with a navigation controller and a user.
@MainActor
final class Screen {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    let navigation = UINavigationController(nibName: nil, bundle: nil)

    init() {
        UIAccessibility.posted = []
        UIAccessibility.reducesMotion = false
        UIView.animationDurations = []
        UIApplication.shared.layoutDirection = .leftToRight
        window.covered = UIEdgeInsets(top: 59, left: 0, bottom: 0, right: 0)
        navigation.view.frame = window.bounds
        window.addSubview(navigation.view)
    }

    func layOut() { window.layoutIfNeeded() }

    /// The user chooses the largest size of text.
    func enlargeText() {
        let traits = UITraitCollection(preferredContentSizeCategory: .accessibilityLarge)
        window.tellTraitDidChange(UITraitPreferredContentSizeCategory.self, traits)
    }
}

extension ReturnToReferrerView {
    var label: UILabel { subviews.compactMap { $0 as? UILabel }[0] }
    var link: UIButton { subviews.compactMap { $0 as? UIButton }[0] }
    var closeButton: UIButton { subviews.compactMap { $0 as? UIButton }[1] }

    func tapLink() { link.sendActions(for: .primaryActionTriggered) }
    func tapClose() { closeButton.sendActions(for: .primaryActionTriggered) }
}

/// Incoming links.
enum Incoming {
    static func link(back urlText: String? = "notes://back", name: String? = "Notes") -> AppLinkURL {
        var data = AppLinkData()
        var referrer: [String: AppLinkValue] = [:]
        referrer["url"] = urlText.map { .string($0) }
        referrer["app_name"] = name.map { .string($0) }
        data["referer_app_link"] = .object(referrer)
        let text = try? AppLinkDataCodec().encode(data, into: "recipes://42")
        return AppLinkURL(text: text ?? "", events: MeasurementEventCenter(notificationCenter: nil))
    }
}
#endif
