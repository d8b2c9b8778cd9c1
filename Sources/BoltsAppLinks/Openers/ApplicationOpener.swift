#if canImport(UIKit) && !os(watchOS)
public import BoltsTasks
internal import Foundation
public import UIKit

/// Opens URLs with `UIApplication`.
///
/// A web URL of a target is opened as a universal link or not at all, so that the browser never takes an app's place.
///
/// ```swift
/// try await AppLinkNavigation(appLink: link).navigate(opener: ApplicationOpener())
/// ```
///
/// An app extension has no application: pass its navigation another opener, such as the `EnvironmentOpener` of
/// `BoltsAppLinksUI`.
@available(iOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
@available(tvOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
@available(visionOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
public struct ApplicationOpener: URLOpening {
    /// Returns the application, which is available on the main actor only.
    private let application: @MainActor @Sendable () -> UIApplication

    /// Creates the opener of this app.
    public init() {
        application = { UIApplication.shared }
    }

    /// Creates the opener of an application.
    ///
    /// - Parameter application: The application.
    public init(application: UIApplication) {
        self.application = { application }
    }

    /// Opens a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once; the system may still open the URL.
    /// - Returns: A task that says whether something opened it; it completes on any thread.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        open(url, universalLinksOnly: false, cancellationToken)
    }

    /// Returns whether a URL can be opened.
    ///
    /// The system answers no for schemes that the app has not declared.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the answer, which completes on any thread.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        guard let url = url.url else { return BoltsTask(result: false) }
        return BoltsTask(cancellationToken: cancellationToken) { [application] in
            await MainActor.run { application().canOpenURL(url) }
        }
    }

    /// Opens a URL in an app; a web URL only as a universal link.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target of the URL.
    ///   - cancellationToken: Cancels the task at once; the system may still open the URL.
    /// - Returns: A task that says whether an app opened it; it completes on any thread.
    public func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        open(url, universalLinksOnly: url.scheme.isWeb, cancellationToken)
    }

    private func open(
        _ url: OpenableURL,
        universalLinksOnly: Bool,
        _ cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        guard let url = url.url else { return BoltsTask(result: false) }
        return BoltsTask(cancellationToken: cancellationToken) {
            try await open(url, universalLinksOnly: universalLinksOnly)
        }
    }

    @MainActor
    private func open(_ url: URL, universalLinksOnly: Bool) async throws -> Bool {
        // If the caller cancelled while this waited for the main actor, it may follow another link by now.
        try Task.checkCancellation()
        return await application().open(url, options: universalLinksOnly ? [.universalLinksOnly: true] : [:])
    }
}
#endif
