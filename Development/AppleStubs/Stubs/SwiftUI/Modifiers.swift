public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

extension View {
    public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }

    public func safeAreaInset<V>(
        edge: VerticalEdge,
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View where V: View {
        let inset = content()
        return changed { $0.look(at: inset) }
    }

    public func animation<V>(_ animation: Animation?, value: V) -> some View where V: Equatable {
        changed { $0.isAnimated = animation != nil }
    }

    public func transition(_ t: AnyTransition) -> some View { changed() }

    public func onChange<V>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View where V: Equatable {
        Changes.tell(value, initial: initial, action)
        return changed()
    }

    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        nonisolated(unsafe) let action = action
        return changed { $0.openURL = action }
    }

    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    nonisolated public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> some View {
        changed { $0.allowsExternalEvents = allowing.contains("*") }
    }

    @available(iOS 26, *)
    public func onOpenURL(prefersInApp: Bool) -> some View { changed() }

    @available(iOS 26, *)
    nonisolated public func containerCornerOffset(_ edges: Edge.Set, sizeToFit: Bool = false) -> some View {
        changed { $0.avoidsLeadingCorner = edges.contains(.leading) && sizeToFit }
    }

    public func frame(
        minWidth: CGFloat? = nil,
        idealWidth: CGFloat? = nil,
        maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View { changed() }

    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { changed() }
    public func contentShape<S>(_ shape: S, eoFill: Bool = false) -> some View where S: Shape { changed() }
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { changed() }
    public func font(_ font: Font?) -> some View { changed() }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { changed() }
    public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { changed() }
    public func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle { changed() }

    public func background<S>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View
    where S: ShapeStyle {
        changed {
            $0.background = style as? Color
            $0.backgroundEdges = edges
        }
    }

    public func accessibilityLabel(_ label: Text) -> some View {
        changed { seen in
            if let last = seen.buttons.indices.last { seen.buttons[last].label = label.text }
        }
    }

    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        changed { seen in
            if let last = seen.buttons.indices.last, traits == .isLink { seen.buttons[last].isLink = true }
        }
    }
}

/// The last observed values, by their type: a window has one view that observes each type.
@MainActor public enum Changes {
    private static var last: [Places.Place: Any] = [:]
    private static var pending: [() -> Void] = []

    static func tell<V: Equatable>(_ value: V, initial: Bool, _ action: @escaping (V, V) -> Void) {
        let key = Places.place(of: V.self)
        let old = last[key] as? V
        last[key] = value
        if let old, old != value { pending.append { action(old, value) } }
        if old == nil, initial { pending.append { action(value, value) } }
    }

    /// The window whose views a test makes and reads.
    public static var window: Int {
        get { Places.window }
        set { Places.window = newValue }
    }

    /// Runs the pending handlers, as SwiftUI does after it has evaluated a view.
    public static func run() {
        let due = pending
        pending = []
        for action in due { action() }
    }

    /// Removes all observed values and the state of all views.
    public static func forget() {
        Places.window = 0
        Places.boxes = [:]
        last = [:]
        pending = []
    }
}
