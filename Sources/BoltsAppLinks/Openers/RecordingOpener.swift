public import BoltsTasks
internal import Synchronization

/// An opener that opens nothing: it simulates a device with certain apps, and records the URLs.
///
/// An installed app is given by its scheme, by the host of its universal links, or by its Android package. Other http and https
/// URLs open in the browser, unless there is none.
///
/// ```swift
/// let opener = RecordingOpener(installed: ["recipes"])
/// let result = try await AppLinkNavigation(appLink: link).navigate(opener: opener)
/// print(opener.openedURLs.map(\.text))
/// ```
public final class RecordingOpener: URLOpening {
    private let installed: Set<String>
    private let hasBrowser: Bool
    private let opened = Mutex<[OpenableURL]>([])

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - installed: The installed apps, each by a scheme, a host or a package, in any letter case.
    ///   - hasBrowser: Whether http and https URLs can be opened.
    public init(installed: some Sequence<String>, hasBrowser: Bool = true) {
        self.installed = Set(installed.map { $0.lowercased() })
        self.hasBrowser = hasBrowser
    }

    /// Every URL that was opened, in order.
    public var openedURLs: [OpenableURL] { opened.withLock { $0 } }

    /// Records a URL if this device would open it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect, because the task is complete.
    /// - Returns: A completed task that says whether the URL would open.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        record(url, if: opens(url))
    }

    /// Returns whether this device would open a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect, because the task is complete.
    /// - Returns: A completed task of the answer.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        BoltsTask(result: opens(url))
    }

    /// Records a URL if an app of this device would open it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - target: The target of the URL, whose package counts.
    ///   - cancellationToken: Has no effect, because the task is complete.
    /// - Returns: A completed task that says whether an app would open it.
    public func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        record(url, if: opensInApp(url, target))
    }

    /// Returns whether an app of this device would open a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - target: The target of the URL, whose package counts.
    ///   - cancellationToken: Has no effect, because the task is complete.
    /// - Returns: A completed task of the answer.
    public func canOpenInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        BoltsTask(result: opensInApp(url, target))
    }

    private func opens(_ url: OpenableURL) -> Bool {
        url.scheme.isWeb ? hasBrowser : installed.contains(url.scheme.name)
    }

    private func opensInApp(_ url: OpenableURL, _ target: AppLinkTarget) -> Bool {
        if let package = target.package, installed.contains(package.lowercased()) { return true }
        if url.scheme.isWeb { return url.host.map(installed.contains) ?? false }
        return installed.contains(url.scheme.name)
    }

    private func record(_ url: OpenableURL, if isOpened: Bool) -> BoltsTask<Bool> {
        if isOpened { opened.withLock { $0.append(url) } }
        return BoltsTask(result: isOpened)
    }
}
