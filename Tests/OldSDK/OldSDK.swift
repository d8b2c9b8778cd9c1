import Dispatch

/// Stands for an SDK in Swift 5's mode: its closures do not say on which thread they are called.
public final class OldSDK {
    /// Creates an SDK.
    public init() {}

    /// Asks for something, and calls the closure on a queue of its own.
    public func requestAuthorization(completion: @escaping (Bool, (any Error)?) -> Void) {
        DispatchQueue.global().async { completion(true, nil) }
    }
}
