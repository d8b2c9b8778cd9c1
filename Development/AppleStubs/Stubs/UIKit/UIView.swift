@_exported public import Foundation

// Each declaration has the signature of Apple's declaration, and is used. Declarations that only tests set or read are marked.

@MainActor open class UIResponder: NSObject {}

public struct UIEdgeInsets: Sendable, Equatable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight = 0
    case rightToLeft = 1
}

@MainActor open class UIView: UIResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 1 << 1) }
        public static var flexibleBottomMargin: AutoresizingMask { AutoresizingMask(rawValue: 1 << 5) }
    }

    public struct LayoutRegion: Hashable {
        public enum AdaptivityAxis: Hashable {
            case horizontal
            case vertical
        }

        let cornerAdaptation: AdaptivityAxis?
        public static func safeArea(cornerAdaptation: AdaptivityAxis? = nil) -> LayoutRegion {
            LayoutRegion(cornerAdaptation: cornerAdaptation)
        }
    }

    // The insets are those of an iPad whose window has its controls in the upper leading corner.
    @available(iOS 26, tvOS 26, visionOS 26, *)
    @preconcurrency public func edgeInsets(for region: LayoutRegion) -> UIEdgeInsets {
        var insets = safeAreaInsets
        guard region.cornerAdaptation == .horizontal, let window, frame.origin.y < 40 else { return insets }
        if effectiveUserInterfaceLayoutDirection == .rightToLeft {
            insets.right = max(insets.right, window.controlsWidth)
        } else {
            insets.left = max(insets.left, window.controlsWidth)
        }
        return insets
    }

    public class var noIntrinsicMetric: CGFloat { -1 }

    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    open var frame: CGRect {
        didSet { if frame.size != oldValue.size { setNeedsLayout() } }
    }
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    open var autoresizingMask: AutoresizingMask = []
    open var isHidden = false
    open var clipsToBounds = false
    open var backgroundColor: UIColor?
    open var tintColor: UIColor! = .white
    open private(set) var traitCollection = UITraitCollection()
    open private(set) var subviews: [UIView] = []
    open private(set) weak var superview: UIView?
    open var window: UIWindow? { superview?.window }

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        setNeedsLayout()
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    open func bringSubviewToFront(_ view: UIView) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: index))
    }

    open var safeAreaInsets: UIEdgeInsets {
        guard let superview else { return .zero }
        let whole = superview.safeAreaInsets
        let right = superview.bounds.width - frame.maxX
        return UIEdgeInsets(
            top: max(0, whole.top - frame.minY),
            left: max(0, whole.left - frame.minX),
            bottom: 0,
            right: max(0, whole.right - right)
        )
    }

    open func safeAreaInsetsDidChange() {}

    open func setNeedsLayout() { needsLayout = true }
    open func layoutSubviews() {}
    open func layoutIfNeeded() {
        for _ in 0..<10 where needsLayout {
            needsLayout = false
            layoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }

    open func sizeThatFits(_ size: CGSize) -> CGSize { frame.size }
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
    open func invalidateIntrinsicContentSize() { intrinsicSizeInvalidations += 1 }

    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIApplication.shared.userInterfaceLayoutDirection
    }

    open class func animate(
        withDuration duration: TimeInterval,
        animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animationDurations.append(duration)
        animations()
        completion?(true)
    }

    // Tests set and read these declarations.
    public static var animationDurations: [TimeInterval] = []
    public private(set) var intrinsicSizeInvalidations = 0
    private var needsLayout = true
    fileprivate var traitHandlers: [(traits: [any UITraitDefinition.Type], run: @MainActor () -> Void)] = []

    /// Tells this view and its subviews that their safe areas have changed.
    public func tellSafeAreaInsetsDidChange() {
        safeAreaInsetsDidChange()
        for view in subviews { view.tellSafeAreaInsetsDidChange() }
    }

    /// Tells this view and then its subviews that a trait has changed, such as the size of text.
    public func tellTraitDidChange(_ trait: any UITraitDefinition.Type, _ traits: UITraitCollection) {
        traitCollection = traits
        traitsHaveChanged()
        for handler in traitHandlers where handler.traits.contains(where: { $0 == trait }) { handler.run() }
        for view in subviews { view.tellTraitDidChange(trait, traits) }
    }

    func traitsHaveChanged() {}
}

public protocol UITraitDefinition {}
public struct UITraitPreferredContentSizeCategory: UITraitDefinition {}
public struct UITraitLegibilityWeight: UITraitDefinition {}
public typealias UITrait = any UITraitDefinition.Type

@MainActor public protocol UITraitChangeRegistration: AnyObject, Sendable {}

@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
}

@MainActor public protocol UITraitChangeObservable {
    typealias TraitChangeHandler<TraitEnvironment> = (
        _ traitEnvironment: TraitEnvironment, _ previousTraitCollection: UITraitCollection
    ) -> Void where TraitEnvironment: UITraitEnvironment
}

final class Registration: UITraitChangeRegistration {}

extension UIView: UITraitEnvironment, UITraitChangeObservable {
    @discardableResult
    public func registerForTraitChanges<TraitEnvironment: UITraitEnvironment>(
        _ traits: [UITrait],
        handler: @escaping TraitChangeHandler<TraitEnvironment>
    ) -> any UITraitChangeRegistration {
        traitHandlers.append(
            (
                traits,
                { [weak self] in
                    if let view = self as? TraitEnvironment { handler(view, UITraitCollection()) }
                }
            )
        )
        return Registration()
    }
}

@MainActor open class UIStackView: UIView {
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) { addSubview(view) }
}

@MainActor open class UIWindow: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public init(windowScene: UIWindowScene) {
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        covered.top = 59
    }

    open var rootViewController: UIViewController? {
        didSet {
            guard let view = rootViewController?.view else { return }
            view.frame = bounds
            addSubview(view)
        }
    }

    open func makeKeyAndVisible() { isHidden = false }

    open override var window: UIWindow? { self }
    open override var safeAreaInsets: UIEdgeInsets { covered }

    // Tests set this declaration.
    public var covered: UIEdgeInsets = .zero
    public var controlsWidth: CGFloat = 0
}
