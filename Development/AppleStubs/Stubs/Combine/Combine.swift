// Each declaration has the signature of Apple's declaration, and is used.

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func receive<S>(subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}

extension Publisher {
    public func subscribe<S>(_ subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Cancellable {
    func cancel()
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    func request(_ demand: Subscribers.Demand)
}

public protocol CustomCombineIdentifierConvertible {
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

public struct CombineIdentifier: Hashable {
    private let object: ObjectIdentifier
    public init(_ obj: AnyObject) { object = ObjectIdentifier(obj) }
}

public enum Subscribers {
    @frozen public enum Completion<Failure> where Failure: Error {
        case finished
        case failure(Failure)
    }

    @frozen public struct Demand: Equatable, Comparable {
        private let count: Int
        public static let none = Demand(count: 0)
        public static let unlimited = Demand(count: .max)
        public static func max(_ value: Int) -> Subscribers.Demand { Demand(count: value) }
        public static func < (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Bool { lhs.count < rhs.count }
    }
}

@frozen public struct AnySubscriber<Input, Failure>: Subscriber where Failure: Error {
    public let combineIdentifier: CombineIdentifier
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void

    public init<S>(_ s: S) where Input == S.Input, Failure == S.Failure, S: Subscriber {
        combineIdentifier = s.combineIdentifier
        onSubscription = { s.receive(subscription: $0) }
        onValue = { s.receive($0) }
        onCompletion = { s.receive(completion: $0) }
    }

    public func receive(subscription: any Subscription) { onSubscription(subscription) }
    public func receive(_ value: Input) -> Subscribers.Demand { onValue(value) }
    public func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}
