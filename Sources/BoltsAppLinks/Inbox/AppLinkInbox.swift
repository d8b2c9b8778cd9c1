public import BoltsTasks
public import Foundation

/// Keeps the links that an app is opened with until the app is ready for them.
///
/// The system hands a link over when the app starts, long before there is a screen to show it on: whoever receives it
/// puts it here, and whoever can show it takes it from here. Each link is delivered once, in the order in which they
/// came, one at a time. It waits for as long as nobody takes it, and is only lost where more come than there is place
/// for, which is reported.
///
/// ```swift
/// let inbox = AppLinkInbox()
/// inbox.receive(url)                                  // as the app starts
/// let registration = inbox.setHandler(.mainThread) { link in
///     screen.show(link.targetURL)                     // as soon as there is a screen
/// }
/// registration.dispose()                              // links wait again
/// ```
///
/// Links are taken by a handler or read as a sequence (``links``), by one consumer at a time: the last that came.
public final class AppLinkInbox: Sendable {
    /// Which link gives way where there is no place for all.
    public enum OverflowPolicy: Sendable, Hashable {
        /// The one that has waited longest: what the user did last counts most.
        case dropOldest
        /// The one that has just come.
        case refuseNewest
    }

    private let storage: AppLinkInboxStorage
    private let onOverflow: (@Sendable (AppLinkURL) -> Void)?

    /// Creates an inbox.
    ///
    /// - Parameters:
    ///   - capacity: How many links may wait, at least 1.
    ///   - overflow: Which link gives way where one more comes.
    ///   - onOverflow: Told of each link that gave way, on the thread that received the one too many.
    public init(
        capacity: Int = 32,
        overflow: OverflowPolicy = .dropOldest,
        onOverflow: (@Sendable (AppLinkURL) -> Void)? = nil
    ) {
        self.storage = AppLinkInboxStorage(capacity: capacity, overflow: overflow)
        self.onOverflow = onOverflow
    }

    /// How many links wait.
    public var count: Int { storage.count }

    /// How many links had to give way so far.
    public var droppedCount: Int { storage.droppedCount }

    // MARK: - Receiving

    /// Takes a link in, for whoever will handle it.
    ///
    /// - Parameter link: The link. May be received on any thread.
    /// - Returns: The link that had to give way, this one or one that had waited; `nil` where all have a place.
    @discardableResult
    public func receive(_ link: AppLinkURL) -> AppLinkURL? {
        let dropped = storage.receive(link)
        if let dropped { onOverflow?(dropped) }
        return dropped
    }

    /// Reads the URL that this app was opened with, and takes it in.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - sourceApplication: The bundle identifier of the app that opened this one, as the system reports it. It
    ///     reports only apps of the same team; for all others the value is `nil`.
    ///   - limits: How much data is read.
    ///   - events: Where to post `al_link_parse` and `al_nav_in`.
    /// - Returns: The link that had to give way; `nil` where all have a place.
    @discardableResult
    public func receive(
        _ url: URL,
        sourceApplication: String? = nil,
        limits: AppLinkDataLimits = .standard,
        events: MeasurementEventCenter = .shared
    ) -> AppLinkURL? {
        receive(AppLinkURL(inboundURL: url, sourceApplication: sourceApplication, limits: limits, events: events))
    }

    // MARK: - Taking

    /// Has a closure take the links: those that wait, and those that come.
    ///
    /// It takes the place of a handler from before, whose call that may be under way is waited for, and ends a sequence that
    /// is being read.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs, one call at a time. By default on the thread that receives a link, and for
    ///     those that wait, on this one.
    ///   - handler: Given each link.
    /// - Returns: What takes the handler away again. Letting go of it does nothing.
    @discardableResult
    public func setHandler(
        _ executor: BoltsExecutor = .default,
        _ handler: @escaping @Sendable (AppLinkURL) -> Void
    ) -> AppLinkInboxRegistration {
        set(AppLinkHandler(submit: { executor.execute($0) }, handle: handler))
    }

    /// Has a closure take the links on the main thread: those that wait, and those that come.
    ///
    /// It takes the place of a handler from before, whose call that may be under way is waited for, and ends a sequence that
    /// is being read.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`. A link that is received there is handled at once.
    ///   - handler: Given each link.
    /// - Returns: What takes the handler away again. Letting go of it does nothing.
    @discardableResult
    public func setHandler(
        _ executor: MainThreadExecutor,
        _ handler: @escaping @MainActor @Sendable (AppLinkURL) -> Void
    ) -> AppLinkInboxRegistration {
        set(
            AppLinkHandler(
                submit: { work in executor.execute { work() } },
                handle: { link in MainActor.assumeIsolated { handler(link) } }
            )
        )
    }

    private func set(_ handler: AppLinkHandler) -> AppLinkInboxRegistration {
        AppLinkInboxRegistration(storage: storage, number: storage.set(handler))
    }

    /// Has the links wait again, whichever handler took them.
    ///
    /// A call of the handler that is under way goes on.
    public func removeHandler() { storage.removeHandler() }

    /// The links as a sequence, for one reader: those that wait, and those that come.
    ///
    /// Beginning to read takes the place of a handler or of another reader, whose sequence ends. A link leaves the inbox
    /// when it is read, so that whoever stops reading leaves the rest for the next. Cancelling the reading task ends the
    /// sequence.
    ///
    /// ```swift
    /// for await link in inbox.links { show(link.targetURL) }
    /// ```
    public var links: AppLinkInboxLinks { AppLinkInboxLinks(storage: storage) }
}

/// A handler's place at an inbox.
///
/// ```swift
/// let registration = inbox.setHandler(.mainThread) { show($0.targetURL) }
/// registration.dispose()
/// ```
public struct AppLinkInboxRegistration: Sendable {
    let storage: AppLinkInboxStorage
    let number: Int

    /// Takes the handler away, unless another has taken its place: links wait again.
    ///
    /// A call that is under way goes on. May be called from anywhere, the handler included, and more than once.
    public func dispose() { storage.removeHandler(number) }
}
