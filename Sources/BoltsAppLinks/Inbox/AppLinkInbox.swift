public import BoltsTasks
public import Foundation
import Synchronization

/// Keeps the links that opened an app until the app is ready for them.
///
/// The system delivers a link when the app starts, before there is a screen to show it on. The app delegate puts it into an
/// inbox, and a screen takes it from there. Each link is delivered once, in order, one at a time. A link waits until it is
/// taken. It is lost only if the inbox is full, which is reported.
///
/// ```swift
/// let inbox = AppLinkInbox()
/// inbox.receive(url)                                  // as the app starts
/// let registration = inbox.setHandler { @MainActor link in
///     screen.show(link.targetURL)                     // as soon as there is a screen
/// }
/// registration.dispose()                              // links wait again
/// ```
///
/// Links are received by a handler or read as a sequence (``links``). There is one consumer: the latest.
public final class AppLinkInbox: Sendable {
    private let storage: AppLinkInboxStorage
    private let onOverflow: (@Sendable (AppLinkURL) -> Void)?

    /// Creates an inbox.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of waiting links, at least 1. If the inbox is full, the oldest link is dropped, because
    ///     the user's last action counts most.
    ///   - onOverflow: Called with each dropped link, on the thread that received the new link.
    public init(
        capacity: Int = 32,
        onOverflow: (@Sendable (AppLinkURL) -> Void)? = nil
    ) {
        self.storage = AppLinkInboxStorage(capacity: capacity)
        self.onOverflow = onOverflow
    }

    /// The number of waiting links.
    public var count: Int { storage.count }

    // MARK: - Receiving

    /// Adds a link.
    ///
    /// - Parameter link: The link. This method may be called on any thread.
    /// - Returns: The oldest link if it was dropped; `nil` if there was room.
    @discardableResult
    public func receive(_ link: AppLinkURL) -> AppLinkURL? {
        let dropped = storage.receive(link)
        if let dropped { onOverflow?(dropped) }
        return dropped
    }

    /// Reads the URL that opened this app, and adds it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - sourceApplication: The bundle identifier of the app that opened this one, as the system reports it. It does so only
    ///     for apps of the same team; otherwise the value is `nil`.
    ///   - referrerURL: The page on which the link was followed, as `NSUserActivity.referrerURL` reports it.
    ///   - events: The center to which `al_link_parse` and `al_nav_in` are posted.
    /// - Returns: The oldest link if it was dropped; `nil` if there was room.
    @discardableResult
    public func receive(
        _ url: URL,
        sourceApplication: String? = nil,
        referrerURL: URL? = nil,
        events: MeasurementEventCenter = .shared
    ) -> AppLinkURL? {
        receive(
            AppLinkURL(
                inboundText: url.absoluteString,
                sourceApplication: sourceApplication,
                referrerPage: referrerURL,
                events: events
            )
        )
    }

    // MARK: - Consuming

    /// Delivers waiting and later links to a closure, in the isolation in which it is written.
    ///
    /// It replaces an earlier handler after that handler's current call, and ends a sequence that is being read.
    ///
    /// - Parameter handler: Called with each link, one at a time: on the main actor or the actor in whose code it is written.
    ///   Other closures run on the thread that receives a link, and for waiting links on the calling thread.
    /// - Returns: A registration that removes the handler, unless another has replaced it; links then wait again. A running
    ///   call continues. Releasing the registration has no effect.
    @discardableResult
    public func setHandler(
        @_inheritActorContext(always) _ handler: @escaping @Sendable @isolated(any) (AppLinkURL) -> Void
    ) -> BoltsRegistration {
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains; the executor is that of
        // its isolation.
        let plain = unsafe unsafeBitCast(handler, to: (@Sendable (AppLinkURL) -> Void).self)
        return setHandler(.staying(on: handler.isolation), plain)
    }

    /// Delivers waiting and later links to a closure on an executor.
    ///
    /// It replaces an earlier handler after that handler's current call, and ends a sequence that is being read.
    ///
    /// - Parameters:
    ///   - executor: Runs the closure, one call at a time.
    ///   - handler: Called with each link.
    /// - Returns: A registration that removes the handler, unless another has replaced it; links then wait again. A running
    ///   call continues. Releasing the registration has no effect.
    @discardableResult
    public func setHandler(
        _ executor: BoltsExecutor,
        _ handler: @escaping @Sendable (AppLinkURL) -> Void
    ) -> BoltsRegistration {
        set(AppLinkHandler(submit: { executor.execute($0) }, handle: handler))
    }

    private func set(_ handler: AppLinkHandler) -> BoltsRegistration {
        let number = storage.set(handler)
        return BoltsRegistration(removing: { [storage] in storage.removeHandler(number) })
    }

    /// The waiting and later links as a sequence, for one reader.
    ///
    /// Reading replaces a handler or another reader, whose sequence ends. A link leaves the inbox when it is read: if a reader
    /// stops, the remaining links wait for the next consumer. Cancelling the reading task ends the sequence.
    ///
    /// ```swift
    /// for await link in inbox.links { show(link.targetURL) }
    /// ```
    public var links: AsyncStream<AppLinkURL> {
        let number = storage.makeNumber()
        let isFirst = Mutex(true)
        return AsyncStream { [storage] in
            await storage.next(
                for: number,
                isFirst: isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
            )
        }
    }
}
