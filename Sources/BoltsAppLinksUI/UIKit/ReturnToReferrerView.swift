#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import UIKit

/// The banner that leads back to the app that sent the user here, drawn by UIKit.
///
/// It is as tall as its text and what covers it, and 0 where there is nothing to show. Its text follows the user's size
/// of text, its colors the dark mode and a raised contrast, and its cross the direction of the language. The whole of it
/// leads back, but for the cross.
///
/// ```swift
/// let view = ReturnToReferrerView(frame: .zero)
/// view.delegate = self
/// view.show(banner)
/// ```
///
/// ``ReturnToReferrerController`` shows one and does what is asked for by a tap.
public final class ReturnToReferrerView: UIView {
    /// Told of what the user wants.
    public weak var delegate: (any ReturnToReferrerViewDelegate)?

    /// What the banner says, or `nil` where it is not to be seen.
    public private(set) var text: ReturnToReferrerText?

    /// Whether the banner makes itself taller by what covers the top of the screen.
    public var topInset: ReturnToReferrerLayout.TopInset = .whereCovered {
        didSet { sizeMayHaveChanged() }
    }

    /// The color of the text and of the cross.
    public var textColor: UIColor = .white {
        didSet { applyTextColor() }
    }

    /// How much of the screen is covered where the banner stands, if whoever placed it knows better than the window.
    var coveredTop: (() -> Double)?

    /// Called when the banner may need another height, for whoever placed it.
    var onSizeChange: (() -> Void)?

    private let label = UILabel()
    private lazy var link = UIButton(
        type: .custom,
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            delegate?.returnToReferrerViewDidTapLink(self)
        }
    )
    private lazy var cross = UIButton(
        type: .system,
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            delegate?.returnToReferrerViewDidTapClose(self)
        }
    )

    /// The height that was told to the layout system last.
    private var toldHeight = 0.0

    /// Makes a banner that shows nothing yet.
    ///
    /// - Parameter frame: Where it stands; its height may be 0.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Makes the banner of a nib or a storyboard.
    ///
    /// - Parameter coder: The nib.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        backgroundColor = UIColor(dynamicProvider: Self.background)
        clipsToBounds = true
        isHidden = true

        applyFont()
        label.adjustsFontForContentSizeCategory = true
        label.numberOfLines = 0
        label.textAlignment = .center
        // The button over it is what is heard, and says the same.
        label.isAccessibilityElement = false

        link.accessibilityTraits = .link
        let size = UIImage.SymbolConfiguration(textStyle: .footnote)
        cross.setImage(UIImage(systemName: "xmark", withConfiguration: size), for: .normal)

        applyTextColor()
        for view in [label, link, cross] { addSubview(view) }
        registerForTraitChanges([UITraitPreferredContentSizeCategory.self, UITraitLegibilityWeight.self]) {
            (view: ReturnToReferrerView, _: UITraitCollection) in
            // The label's own traits change after those of what it stands in, and it is measured now.
            view.applyFont()
            view.sizeMayHaveChanged()
        }
    }

    /// Shows what a banner has to show now, or nothing.
    ///
    /// - Parameter banner: The banner.
    public func show(_ banner: ReturnToReferrerBanner) {
        show(banner.text, closeLabel: banner.options.wording.closeLabel)
    }

    /// Shows a text, or nothing.
    ///
    /// - Parameters:
    ///   - text: What the banner says, or `nil` where it is not to be seen.
    ///   - closeLabel: What the cross is called, for those who hear it.
    public func show(_ text: ReturnToReferrerText?, closeLabel: String) {
        self.text = text
        isHidden = text == nil
        // A banner that goes says what it said until it is gone.
        if let text {
            label.text = text.description
            link.accessibilityLabel = text.description
            cross.accessibilityLabel = closeLabel
        }
        sizeMayHaveChanged()
    }

    // MARK: - Size

    /// The height that the banner needs.
    ///
    /// - Parameter width: How wide it is.
    /// - Returns: The height, 0 where there is nothing to show.
    public func height(forWidth width: CGFloat) -> CGFloat {
        CGFloat(layout(forWidth: width).height)
    }

    /// As wide as is offered, and as tall as is needed.
    ///
    /// - Parameter size: What is offered.
    /// - Returns: What is needed.
    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: height(forWidth: size.width))
    }

    /// As tall as is needed at the width that it has, and of no width of its own.
    public override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: height(forWidth: bounds.width))
    }

    /// Tells whoever placed it that it may need another height.
    public override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        sizeMayHaveChanged()
    }

    /// Puts the text, what leads back and the cross in their places.
    public override func layoutSubviews() {
        super.layoutSubviews()
        let layout = layout(forWidth: bounds.width)
        guard text != nil else { return }
        label.frame = CGRect(layout.text)
        link.frame = bounds
        cross.frame = CGRect(layout.close)
        // Another width may have broken the text into other lines.
        if layout.height != toldHeight { sizeMayHaveChanged() }
    }

    private func sizeMayHaveChanged() {
        toldHeight = layout(forWidth: bounds.width).height
        invalidateIntrinsicContentSize()
        setNeedsLayout()
        onSizeChange?()
    }

    private func layout(forWidth width: CGFloat) -> ReturnToReferrerLayout {
        let insets = insetsWithWindowControls
        let safeArea = ReturnToReferrerLayout.SafeArea(
            top: Double(insets.top),
            windowTop: coveredTop?() ?? Double(window?.safeAreaInsets.top ?? insets.top),
            left: Double(insets.left),
            right: Double(insets.right)
        )
        let textWidth = ReturnToReferrerLayout.textWidth(in: Double(width), safeArea: safeArea)
        let fitting = label.sizeThatFits(CGSize(width: textWidth, height: .greatestFiniteMagnitude))
        return ReturnToReferrerLayout(
            width: Double(width),
            textHeight: Double(fitting.height),
            safeArea: safeArea,
            topInset: topInset,
            isRightToLeft: effectiveUserInterfaceLayoutDirection == .rightToLeft,
            isVisible: text != nil
        )
    }

    /// The safe area, and on an iPad the controls in a corner of the window, which the safe area leaves out.
    private var insetsWithWindowControls: UIEdgeInsets {
        if #available(iOS 26, tvOS 26, visionOS 26, *) {
            edgeInsets(for: .safeArea(cornerAdaptation: .horizontal))
        } else {
            safeAreaInsets
        }
    }

    private func applyFont() {
        label.font = UIFont.preferredFont(forTextStyle: .footnote, compatibleWith: traitCollection)
    }

    // MARK: - Colors

    private func applyTextColor() {
        label.textColor = textColor
        cross.tintColor = textColor
    }

    /// UIKit asks on any thread.
    private nonisolated static func background(_ traits: UITraitCollection) -> UIColor {
        let color = ReturnToReferrerColor.background(
            isDark: traits.userInterfaceStyle == .dark,
            isContrastRaised: traits.accessibilityContrast == .high
        )
        return UIColor(red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue), alpha: 1)
    }
}

extension CGRect {
    fileprivate init(_ frame: ReturnToReferrerLayout.Frame) {
        self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    }
}
#endif
