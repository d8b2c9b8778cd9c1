#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import UIKit

/// The view of a banner that returns to the referring app.
///
/// Its intrinsic height is that of its text and of the safe area it covers, or 0 while there is nothing to show. It follows
/// Dynamic Type, dark mode and the layout direction. A tap anywhere except on the close button goes back.
///
/// ```swift
/// let view = ReturnToReferrerView(frame: .zero)
/// view.delegate = self
/// view.show(banner)
/// ```
///
/// ``ReturnToReferrerController`` shows one and handles its taps.
public final class ReturnToReferrerView: UIView {
    /// Handles taps.
    public weak var delegate: (any ReturnToReferrerViewDelegate)?

    /// The text to show, or `nil` if there is nothing to show.
    public private(set) var text: ReturnToReferrerText?

    /// Whether the banner grows with the area that covers the top of the screen.
    public var topInset: ReturnToReferrerTopInset = .whereCovered {
        didSet { sizeMayHaveChanged() }
    }

    /// The color of the text and of the close button.
    public var textColor: UIColor = .white {
        didSet { applyTextColor() }
    }

    /// Overrides the top safe area of the window; `nil` uses the window's.
    var coveredTop: (() -> Double)?

    /// Called when the height may have changed.
    var onSizeChange: (() -> Void)?

    private let label = UILabel()
    private lazy var link = UIButton(
        type: .custom,
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            delegate?.returnToReferrerViewDidTapLink(self)
        }
    )
    private lazy var closeButton = UIButton(
        type: .system,
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            delegate?.returnToReferrerViewDidTapClose(self)
        }
    )

    private var lastHeight = 0.0

    /// Creates a view that shows nothing yet.
    ///
    /// - Parameter frame: The frame, whose height may be 0.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Creates a view from a nib or a storyboard.
    ///
    /// - Parameter coder: The unarchiver.
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
        // The button on top of the label has the same accessibility label.
        label.isAccessibilityElement = false

        link.accessibilityTraits = .link
        let size = UIImage.SymbolConfiguration(textStyle: .footnote)
        closeButton.setImage(UIImage(systemName: "xmark", withConfiguration: size), for: .normal)

        applyTextColor()
        for view in [label, link, closeButton] { addSubview(view) }
        registerForTraitChanges([UITraitPreferredContentSizeCategory.self, UITraitLegibilityWeight.self]) {
            (view: ReturnToReferrerView, _: UITraitCollection) in
            // The label is measured now, before its own traits change, so its font is set here.
            view.applyFont()
            view.sizeMayHaveChanged()
        }
    }

    /// Shows the current text of a banner.
    ///
    /// - Parameter banner: The banner.
    public func show(_ banner: ReturnToReferrerBanner) {
        show(banner.text, closeLabel: banner.options.wording.closeLabel)
    }

    /// Shows a text, or nothing if it is `nil`.
    package func show(_ text: ReturnToReferrerText?, closeLabel: String) {
        self.text = text
        isHidden = text == nil
        // The text stays while the banner disappears.
        if let text {
            label.text = text.description
            link.accessibilityLabel = text.description
            closeButton.accessibilityLabel = closeLabel
        }
        sizeMayHaveChanged()
    }

    // MARK: - Size

    /// Returns the height at some width, 0 if there is nothing to show.
    package func height(forWidth width: CGFloat) -> CGFloat {
        CGFloat(layout(forWidth: width).height)
    }

    /// Returns the offered width, and the height of the text at that width.
    ///
    /// - Parameter size: The offered size.
    /// - Returns: The size of the view.
    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: height(forWidth: size.width))
    }

    /// The height of the text at the current width, without a width.
    public override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: height(forWidth: bounds.width))
    }

    /// Updates the height.
    public override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        sizeMayHaveChanged()
    }

    /// Places the text, the link and the close button.
    public override func layoutSubviews() {
        super.layoutSubviews()
        let layout = layout(forWidth: bounds.width)
        guard text != nil else { return }
        label.frame = CGRect(layout.text)
        link.frame = CGRect(layout.link)
        closeButton.frame = CGRect(layout.close)
        // At another width, the text may have another number of lines.
        if layout.height != lastHeight { sizeMayHaveChanged() }
    }

    private func sizeMayHaveChanged() {
        lastHeight = layout(forWidth: bounds.width).height
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

    /// The safe area, plus an iPad's window controls, which are in a corner that the safe area includes.
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
        closeButton.tintColor = textColor
    }

    /// The function is not isolated, because UIKit calls it on any thread.
    private nonisolated static func background(_ traits: UITraitCollection) -> UIColor {
        let color = ReturnToReferrerColor.background(isDark: traits.userInterfaceStyle == .dark)
        return UIColor(red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue), alpha: 1)
    }
}

extension CGRect {
    fileprivate init(_ frame: ReturnToReferrerLayout.Frame) {
        self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    }
}
#endif
