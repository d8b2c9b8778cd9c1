#if canImport(SwiftUI)
public import BoltsAppLinks
public import BoltsTasks
internal import Foundation
public import SwiftUI

/// Opens URLs with the `openURL` action of SwiftUI's environment.
///
/// It works in widgets and other app extensions from which the system allows opening apps. Since iOS 18, share extensions and
/// most others cannot open apps; the action reports a failure there.
///
/// The action cannot open a web URL only in an app. Therefore a target's web URL is skipped, and the web fallback is opened. On
/// watchOS the action reports no result, so each URL counts as opened.
///
/// ```swift
/// struct FollowButton: View {
///     @Environment(\.openURL) private var openURL
///     let link: AppLink
///     var body: some View {
///         Button("Open") {
///             AppLinkNavigation(appLink: link).navigate(opener: EnvironmentOpener(openURL), cancellationToken: .none)
///         }
///     }
/// }
/// ```
public struct EnvironmentOpener: URLOpening {
    private let openURL: @MainActor @Sendable (OpenableURL, @escaping @Sendable (Bool) -> Void) -> Void

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - openURL: The environment's `\.openURL`.
    ///   - prefersInApp: Whether web URLs open in a browser inside the app where the system has one, from version 26 on. The
    ///     action then reports no result, so each URL counts as opened.
    @MainActor
    public init(_ openURL: OpenURLAction, prefersInApp: Bool = false) {
        self.openURL = { url, completion in
            let isWeb = url.scheme.isWeb
            guard let url = url.url else { return completion(false) }
            if prefersInApp, isWeb, #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                openURL(url, prefersInApp: true)
                return completion(true)
            }
            #if os(watchOS)
            openURL(url)
            completion(true)
            #else
            openURL(url, completion: completion)
            #endif
        }
    }

    /// Opens a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once. The system may still open the URL.
    /// - Returns: A task that says whether the URL was opened. It completes on any thread.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        let source = TaskCompletionSource<Bool>()
        let registration = cancellationToken.register { source.tryCancel() }
        Task { @MainActor [openURL] in
            guard !source.task.isCompleted else { return }
            openURL(url) { accepted in
                registration.dispose()
                source.trySet(result: accepted)
            }
        }
        return source.task
    }

    /// Returns `true` for every URL that Foundation accepts: SwiftUI offers no way to ask.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect, because the task is complete.
    /// - Returns: A completed task.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        BoltsTask(result: url.url != nil)
    }
}
#endif
