import Dispatch

/// A sample SDK in Swift 5's mode: its closures do not declare on which thread they are called.
public final class OldSDK {
    /// Creates an SDK.
    public init() {}

    /// Requests authorization, and calls the closure on its own queue.
    public func requestAuthorization(completion: @escaping (Bool, (any Error)?) -> Void) {
        DispatchQueue.global().async { completion(true, nil) }
    }
}
