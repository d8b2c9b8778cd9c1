import Bolts

/// A sample of an object that an SDK may return.
public final class SDKUser: Sendable {
    /// The user's name.
    public let name: String
    init(name: String) { self.name = name }
}

/// A task of the SDK that succeeds.
public func sdkUser(named name: String) -> BFTask<SDKUser> { BFTask(result: SDKUser(name: name)) }

/// A task of the SDK that fails.
public func sdkFailure(_ error: any Error) -> BFTask<SDKUser> { BFTask(error: error) }
