public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a primitive view has no body") }
}

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
    typealias Content = _ViewModifier_Content<Self>
}

@MainActor @preconcurrency public struct _ViewModifier_Content<Modifier: ViewModifier>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    let see: @MainActor (inout Seen) -> Void
    func see(_ seen: inout Seen) { see(&seen) }
}

@MainActor @preconcurrency public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    public var content: Content
    public var modifier: Modifier
    func see(_ seen: inout Seen) {
        let content = content
        seen.look(at: modifier.body(content: _ViewModifier_Content<Modifier> { $0.look(at: content) }))
    }
}

public struct EmptyView: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    public nonisolated init() {}
    func see(_ seen: inout Seen) {}
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
}

extension Optional: Seeable where Wrapped: View {
    func see(_ seen: inout Seen) {
        if let self { seen.look(at: self) }
    }
}

public struct TupleView<T>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    public var value: T
    let looks: [@MainActor (inout Seen) -> Void]
    func see(_ seen: inout Seen) { for look in looks { look(&seen) } }
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    enum Storage {
        case trueContent(TrueContent)
        case falseContent(FalseContent)
    }
    nonisolated(unsafe) let storage: Storage
    nonisolated init(storage: Storage) { self.storage = storage }
    func see(_ seen: inout Seen) {
        switch storage {
        case .trueContent(let view): seen.look(at: view)
        case .falseContent(let view): seen.look(at: view)
        }
    }
}

public struct AnyView: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    nonisolated(unsafe) private let view: any View
    public nonisolated init<V>(_ view: V) where V: View { self.view = view }
    func see(_ seen: inout Seen) { seen.look(at: view) }
}

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    @MainActor public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > where repeat each Content: View {
        var looks: [@MainActor (inout Seen) -> Void] = []
        for view in repeat each content { looks.append { $0.look(at: view) } }
        return TupleView(value: (repeat each content), looks: looks)
    }
    public static func buildEither<TrueContent, FalseContent>(first: TrueContent) -> _ConditionalContent<
        TrueContent, FalseContent
    > where TrueContent: View, FalseContent: View { _ConditionalContent(storage: .trueContent(first)) }
    public static func buildEither<TrueContent, FalseContent>(second: FalseContent) -> _ConditionalContent<
        TrueContent, FalseContent
    > where TrueContent: View, FalseContent: View { _ConditionalContent(storage: .falseContent(second)) }
    public static func buildLimitedAvailability<Content>(_ content: Content) -> AnyView where Content: View {
        AnyView(content)
    }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
}

// MARK: - For tests

/// A primitive view.
@MainActor protocol Seeable {
    func see(_ seen: inout Seen)
}

/// The visible texts, the controls, and the accessibility of a view.
@MainActor public struct Seen {
    public var texts: [String] = []
    public var images: [String] = []
    /// The buttons, each with its accessibility label or, without one, its text.
    public var buttons: [(label: String, isLink: Bool, tap: @MainActor () -> Void)] = []
    public var isAnimated: Bool?
    public var openURL: ((URL) -> Void)?
    public var background: Color?
    /// Whether the view leaves room for the window's controls.
    public var avoidsLeadingCorner = false
    public var allowsExternalEvents = false
    public var backgroundEdges: Edge.Set = []
    public var task: (@Sendable () async -> Void)?

    public init() {}

    public mutating func look<V: View>(at view: V) {
        if let seeable = view as? any Seeable { seeable.see(&self) } else { look(at: view.body) }
    }
}

/// A view that shows another one with changes.
@MainActor @preconcurrency public struct _Changed<Content: View>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    nonisolated(unsafe) let content: Content
    let change: @MainActor (inout Seen) -> Void
    nonisolated init(content: Content, change: @escaping @MainActor (inout Seen) -> Void) {
        self.content = content
        self.change = change
    }
    func see(_ seen: inout Seen) {
        seen.look(at: content)
        change(&seen)
    }
}

extension View {
    nonisolated func changed(_ change: @escaping @MainActor (inout Seen) -> Void = { _ in }) -> _Changed<Self> {
        _Changed(content: self, change: change)
    }
}
