import Combine

/// A subscriber that requests a given demand, and records what it receives.
final class Listener: Subscriber {
    enum Event: Equatable {
        case value(Int)
        case finished
        case failed(String)
    }

    typealias Input = Int
    typealias Failure = any Error

    var events: [Event] = []
    var subscription: (any Subscription)?
    private let demand: Subscribers.Demand
    private let canary: Canary?
    private let onValue: (Listener) -> Void

    init(
        demand: Subscribers.Demand = .unlimited,
        canary: Canary? = nil,
        onValue: @escaping (Listener) -> Void = { _ in }
    ) {
        self.demand = demand
        self.canary = canary
        self.onValue = onValue
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(demand)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        events.append(.value(input))
        onValue(self)
        return .none
    }

    func receive(completion: Subscribers.Completion<any Error>) {
        switch completion {
        case .finished: events.append(.finished)
        case .failure(let error): events.append(.failed("\(error)"))
        }
    }
}
