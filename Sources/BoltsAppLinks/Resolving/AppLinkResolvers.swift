import Synchronization

/// The default resolver.
///
/// ```swift
/// AppLinkResolvers.default = MyIndexResolver()    // once, as the app starts
/// ```
public enum AppLinkResolvers {
    private static let current = Mutex<any AppLinkResolving>(HTTPAppLinkResolver())

    /// The default resolver: an ``HTTPAppLinkResolver`` unless another is set.
    ///
    /// It may be read and set on any thread. Requests that are in flight keep their resolver.
    public static var `default`: any AppLinkResolving {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
