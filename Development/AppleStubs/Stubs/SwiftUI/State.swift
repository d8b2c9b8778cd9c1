public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

public protocol DynamicProperty {}

@propertyWrapper public struct State<Value>: DynamicProperty {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let box: Box
    public init(wrappedValue value: Value) {
        let key = Places.place(of: Value.self)
        box = Places.boxes[key] as? Box ?? Box(value)
        Places.boxes[key] = box
    }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}

/// The state of views that are created again: a window has one state of each type.
enum Places {
    struct Place: Hashable {
        let window: Int
        let type: ObjectIdentifier
    }

    // Tests of views run on the main actor, one at a time.
    nonisolated(unsafe) static var window = 0
    nonisolated(unsafe) static var boxes: [Place: AnyObject] = [:]

    static func place(of type: Any.Type) -> Place { Place(window: window, type: ObjectIdentifier(type)) }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
    private let keyPath: KeyPath<EnvironmentValues, Value>
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
    @MainActor public var wrappedValue: Value { EnvironmentValues.played[keyPath: keyPath] }
}

public enum ColorScheme: Sendable {
    case light
    case dark
}

public struct EnvironmentValues {
    public init() {}

    @MainActor @preconcurrency public var openURL: OpenURLAction {
        get { opensURL ?? OpenURLAction { _ in .discarded } }
        set { opensURL = newValue }
    }
    public var accessibilityReduceMotion: Bool { reducesMotion }
    public var colorScheme: ColorScheme = .light

    // Tests set these declarations.
    @MainActor public static var played = EnvironmentValues()
    public var reducesMotion = false
    private var opensURL: OpenURLAction?
}

@MainActor @preconcurrency public struct OpenURLAction {
    public struct Result: Sendable {
        let isAccepted: Bool
        public static let handled = Result(isAccepted: true)
        public static let discarded = Result(isAccepted: false)
    }

    private let handler: (URL) -> Result
    public init(handler: @escaping (URL) -> Result) { self.handler = handler }
    public func callAsFunction(_ url: URL) { _ = handler(url) }
    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    public func callAsFunction(_ url: URL, prefersInApp: Bool) {
        Self.openedInApp += prefersInApp ? [url] : []
        _ = handler(url)
    }

    // Tests read these declarations.
    public static var openedInApp: [URL] = []
    @available(watchOS, unavailable)
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        completion(handler(url).isAccepted)
    }
}
