#if canImport(SwiftUI)
public import BoltsAppLinks
public import BoltsTasks
internal import Foundation
public import SwiftUI

/// Opens URLs as the `openURL` of SwiftUI's environment does, in app extensions too.
///
/// It cannot tell an app that claims a web URL from the browser, so a target's web URL is not opened by it, and the web
/// fallback is. A watch does not tell what became of a URL: there, one that was handed over counts as opened.
///
/// ```swift
/// struct FollowButton: View {
///     @Environment(\.openURL) private var openURL
///     let link: AppLink
///     var body: some View {
///         Button("Open") { AppLinkNavigation(appLink: link).navigate(opener: EnvironmentOpener(openURL)) }
///     }
/// }
/// ```
public struct EnvironmentOpener: URLOpening {
    private let openURL: @MainActor @Sendable (OpenableURL, @escaping @Sendable (Bool) -> Void) -> Void

    /// Makes the opener.
    ///
    /// - Parameter openURL: What the environment has for `\.openURL`.
    @MainActor
    public init(_ openURL: OpenURLAction) {
        self.openURL = { url, completion in
            guard let url = url.url else { return completion(false) }
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
    ///   - cancellationToken: Cancels the task at once; the system cannot be called off.
    /// - Returns: A task of whether something opened it, which completes on any thread.
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

    /// Answers yes to whatever a URL can be made of: SwiftUI can only be told to open.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect; there is nothing to wait for.
    /// - Returns: A completed task of the answer.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        BoltsTask(result: url.url != nil)
    }
}
#endif
