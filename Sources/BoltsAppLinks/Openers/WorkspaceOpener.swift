#if canImport(AppKit) && !targetEnvironment(macCatalyst)
internal import AppKit
public import BoltsTasks

/// Opens URLs with `NSWorkspace`.
///
/// ```swift
/// try await AppLinkNavigation(appLink: link).navigate(opener: WorkspaceOpener())
/// ```
public struct WorkspaceOpener: URLOpening {
    /// Creates the opener.
    public init() {}

    /// Opens a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once; the system may still open the URL.
    /// - Returns: A task that says whether something opened it.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        guard let url = url.url else { return BoltsTask(result: false) }
        return BoltsTask(cancellationToken: cancellationToken) {
            try await MainActor.run {
                // If the caller cancelled while this waited for the main actor, it may follow another link by now.
                try Task.checkCancellation()
                return NSWorkspace.shared.open(url)
            }
        }
    }

    /// Asks whether an app is registered for a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the answer.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        guard let url = url.url else { return BoltsTask(result: false) }
        return BoltsTask(cancellationToken: cancellationToken) {
            await MainActor.run { NSWorkspace.shared.urlForApplication(toOpen: url) != nil }
        }
    }
}
#endif
