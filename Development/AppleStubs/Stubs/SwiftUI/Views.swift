public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

public struct Text: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    let text: String
    public init(verbatim content: String) { text = content }
    public init<S>(_ content: S) where S: StringProtocol { text = String(content) }
    func see(_ seen: inout Seen) { seen.texts.append(text) }
}

public struct Image: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    let name: String
    public init(systemName: String) { name = systemName }
    func see(_ seen: inout Seen) { seen.images.append(name) }
}

@MainActor @preconcurrency public struct Button<Label: View>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    let action: @MainActor () -> Void
    let label: Label

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }

    func see(_ seen: inout Seen) {
        var inner = Seen()
        inner.look(at: label)
        seen.texts += inner.texts
        seen.images += inner.images
        seen.buttons.append((inner.texts.joined(separator: " "), false, action))
    }
}

extension Button where Label == Text {
    public init<S>(_ title: S, action: @escaping @MainActor () -> Void) where S: StringProtocol {
        self.init(action: action) { Text(title) }
    }
}

@MainActor @preconcurrency public struct HStack<Content: View>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    let content: Content
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    func see(_ seen: inout Seen) { seen.look(at: content) }
}

public protocol ShapeStyle: Sendable {}
public protocol Shape: Sendable {}

public struct Rectangle: Shape {
    public init() {}
}

public struct Color: ShapeStyle, Hashable {
    public enum RGBColorSpace: Sendable {
        case sRGB
    }

    let parts: [Double]
    public init(
        _ colorSpace: RGBColorSpace = .sRGB,
        red: Double,
        green: Double,
        blue: Double,
        opacity: Double = 1
    ) {
        parts = [red, green, blue, opacity]
    }
}

extension ShapeStyle where Self == Color {
    public static var white: Color { Color(red: 1, green: 1, blue: 1) }
}

public struct Font: Hashable, Sendable {
    let name: String
    public static let footnote = Font(name: "footnote")
}

public protocol PrimitiveButtonStyle {}

public struct PlainButtonStyle: PrimitiveButtonStyle {
    public init() {}
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

public struct AccessibilityTraits: Hashable, Sendable {
    let name: String
    public static let isLink = AccessibilityTraits(name: "link")
}

public enum VerticalEdge: Int8, Sendable {
    case top
    case bottom
}

public enum Edge: Int8, Sendable {
    case top
    case leading
    case bottom
    case trailing

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let trailing = Set(rawValue: 8)
        public static let vertical = Set(rawValue: 5)
        public static let horizontal = Set(rawValue: 10)
        public static let all = Set(rawValue: 15)
    }
}

public struct HorizontalAlignment: Sendable {
    public static let center = HorizontalAlignment()
}

public struct VerticalAlignment: Sendable {
    public static let center = VerticalAlignment()
}

public struct Alignment: Sendable {
    public static let center = Alignment()
}

public enum TextAlignment: Sendable {
    case leading
    case center
    case trailing
}

public struct Animation: Equatable, Sendable {
    let duration: TimeInterval
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation(duration: duration) }
}

public struct AnyTransition {
    let edge: Edge
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(edge: edge) }
}
