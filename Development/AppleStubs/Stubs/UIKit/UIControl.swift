public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

public final class UITraitCollection: NSObject, Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle
    public let accessibilityContrast: UIAccessibilityContrast
    public let preferredContentSizeCategory: UIContentSizeCategory

    // Tests set these declarations.
    public init(
        userInterfaceStyle: UIUserInterfaceStyle = .light,
        accessibilityContrast: UIAccessibilityContrast = .normal,
        preferredContentSizeCategory: UIContentSizeCategory = .large
    ) {
        self.userInterfaceStyle = userInterfaceStyle
        self.accessibilityContrast = accessibilityContrast
        self.preferredContentSizeCategory = preferredContentSizeCategory
    }
}

public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
}

public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

public enum UIAccessibilityContrast: Int, Sendable {
    case unspecified = -1
    case normal = 0
    case high = 1
}

public final class UIColor: NSObject, @unchecked Sendable {
    private let provider: (UITraitCollection) -> [CGFloat]

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        provider = { _ in [red, green, blue, alpha] }
    }

    // Apple's declaration does not show that the closure runs on any thread: a closure that is isolated to the main actor compiles,
    // and stops the program in a test.
    public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        provider = { dynamicProvider($0).provider($0) }
    }

    public class var white: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
    public class var black: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 1) }

    // Tests read these declarations.
    public func components(_ traits: UITraitCollection) -> [CGFloat] { provider(traits) }
}

public final class UIFont: NSObject, Sendable {
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    }

    public let lineHeight: CGFloat
    private init(lineHeight: CGFloat) { self.lineHeight = lineHeight }
    public class func preferredFont(
        forTextStyle style: TextStyle,
        compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        UIFont(lineHeight: traitCollection?.preferredContentSizeCategory == .accessibilityLarge ? 32 : 16)
    }
}

public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
}

@MainActor open class UILabel: UIView {
    public init() { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var text: String?
    open var font: UIFont! = UIFont.preferredFont(forTextStyle: .footnote, compatibleWith: nil)
    open var textColor: UIColor!
    open var textAlignment: NSTextAlignment = .left
    open var numberOfLines = 1
    open var adjustsFontForContentSizeCategory = false
    open var isAccessibilityElement = true

    override func traitsHaveChanged() {
        guard adjustsFontForContentSizeCategory else { return }
        font = UIFont.preferredFont(forTextStyle: .footnote, compatibleWith: traitCollection)
    }

    /// A character is ten points wide, and the text has as many lines as it needs.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let length = CGFloat((text ?? "").count) * 10
        guard length > 0 else { return .zero }
        let lines = numberOfLines == 1 || size.width <= 0 ? 1 : (length / size.width).rounded(.up)
        return CGSize(width: min(length, size.width), height: lines * font.lineHeight)
    }
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 2)
}

public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let layoutChanged = Notification(rawValue: 1_001)
    }

    @MainActor public static func post(notification: Notification, argument: Any?) { posted.append(notification) }
    @MainActor public static var isReduceMotionEnabled: Bool { reducesMotion }

    // Tests set and read these declarations.
    @MainActor public static var posted: [Notification] = []
    @MainActor public static var reducesMotion = false
}

@MainActor open class UIMenuElement: NSObject {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public enum State: Int, Sendable {
        case off = 0
        case on = 1
    }
}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor open class UIAction: UIMenuElement {
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    let handler: UIActionHandler

    fileprivate init(_ handler: @escaping UIActionHandler) { self.handler = handler }

    // These exist since iOS 13, 15 and 17.
    @preconcurrency public convenience init(
        title: String = "",
        image: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        self.init(handler)
    }

    @preconcurrency public convenience init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        self.init(handler)
    }

    @preconcurrency public convenience init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        selectedImage: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        self.init(handler)
    }
}

@MainActor open class UIControl: UIView {
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var normal: State { State(rawValue: 0) }
    }

    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var primaryActionTriggered: Event { Event(rawValue: 1 << 13) }
    }

    open func sendActions(for controlEvents: Event) {}
}

@MainActor open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
    }

    private var primaryAction: UIAction?
    private var images: [UInt: UIImage] = [:]

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    public convenience init() { self.init(frame: .zero) }

    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero)
        self.primaryAction = primaryAction
    }

    open func setImage(_ image: UIImage?, for state: State) { images[state.rawValue] = image }
    open func image(for state: State) -> UIImage? { images[state.rawValue] }
    open var accessibilityLabel: String?
    open var accessibilityTraits: UIAccessibilityTraits = .button

    open override func sendActions(for controlEvents: Event) {
        if let primaryAction, controlEvents.contains(.primaryActionTriggered) { primaryAction.handler(primaryAction) }
    }
}

public final class UIImage: NSObject, Sendable {
    open class Configuration: NSObject, @unchecked Sendable {}

    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        public init(textStyle: UIFont.TextStyle) {}
    }

    // Tests read these declarations.
    public let name: String

    public init?(systemName name: String, withConfiguration configuration: Configuration?) { self.name = name }
}
