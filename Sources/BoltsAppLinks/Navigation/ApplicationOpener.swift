#if canImport(UIKit) && !os(watchOS)
public import BoltsTasks
internal import Foundation
internal import UIKit

/// Opens URLs as `UIApplication` does.
///
/// A web URL of a target is opened as a universal link or not at all, so that the browser never takes an app's place.
///
/// ```swift
/// AppLinkNavigation(appLink: link).navigate(opener: ApplicationOpener())
/// ```
public struct ApplicationOpener: URLOpening {
    /// Makes the opener.
    public init() {}

    /// Opens a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once; the system cannot be called off.
    /// - Returns: A task of whether something opened it.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        open(url, universalLinksOnly: false, cancellationToken)
    }

    /// Asks whether a URL would open.
    ///
    /// The system answers no for schemes that the app has not declared.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the answer.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        guard let url = url.url else { return BoltsTask(result: false) }
        return BoltsTask(cancellationToken: cancellationToken) {
            await MainActor.run { UIApplication.shared.canOpenURL(url) }
        }
    }

    /// Opens a URL in an app, a web URL as a universal link only.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target it was made from.
    ///   - cancellationToken: Cancels the task at once; the system cannot be called off.
    /// - Returns: A task of whether an app opened it.
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
            await open(url, universalLinksOnly: universalLinksOnly)
        }
    }

    @MainActor
    private func open(_ url: URL, universalLinksOnly: Bool) async -> Bool {
        await UIApplication.shared.open(url, options: universalLinksOnly ? [.universalLinksOnly: true] : [:])
    }
}
#endif
