public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() {}
}

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
}

@MainActor @preconcurrency public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive scene has no body") }

    // Tests read these declarations.
    public let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor @preconcurrency public struct VStack<Content: View>: View, Seeable {
    public typealias Body = Never
    public var body: Never { fatalError("a primitive view has no body") }
    let content: Content
    public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
    func see(_ seen: inout Seen) { seen.look(at: content) }
}

extension View {
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        changed { $0.task = action }
    }
}
