import Synchronization

/// The resolver that is used when none is named.
///
/// ```swift
/// AppLinkResolvers.default = MyIndexResolver()    // once, as the app starts
/// ```
public enum AppLinkResolvers {
    private static let current = Mutex<any AppLinkResolving>(HTTPAppLinkResolver())

    /// The resolver that is used when none is named: an ``HTTPAppLinkResolver`` until another is set.
    ///
    /// May be read and set from any thread. Requests under way keep the resolver that they began with.
    public static var `default`: any AppLinkResolving {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
