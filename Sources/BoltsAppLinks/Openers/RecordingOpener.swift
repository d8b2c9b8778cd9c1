public import BoltsTasks
internal import Synchronization

/// An opener that opens nothing: it answers as a device with certain apps would, and remembers what it was asked.
///
/// An installed app is named by a scheme it opens, by the host of the web URLs it claims, or by its Android package.
/// http and https open in the browser, unless there is none.
///
/// ```swift
/// let opener = RecordingOpener(installed: ["recipes"])
/// let result = try await AppLinkNavigation(appLink: link).navigate(opener: opener).value
/// print(opener.openedURLs.map(\.text))
/// ```
public final class RecordingOpener: URLOpening {
    private let installed: Set<String>
    private let hasBrowser: Bool
    private let opened = Mutex<[OpenableURL]>([])

    /// Makes an opener.
    ///
    /// - Parameters:
    ///   - installed: The apps there are, each by a scheme, a host or a package, in any letter case.
    ///   - hasBrowser: Whether http and https open.
    public init(installed: some Sequence<String>, hasBrowser: Bool = true) {
        self.installed = Set(installed.map { $0.lowercased() })
        self.hasBrowser = hasBrowser
    }

    /// Every URL that was opened, in order.
    public var openedURLs: [OpenableURL] { opened.withLock { $0 } }

    /// Remembers a URL that this device would open.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect; there is nothing to wait for.
    /// - Returns: A completed task of whether it would open.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        record(url, if: opens(url))
    }

    /// Answers as this device would.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect; there is nothing to wait for.
    /// - Returns: A completed task of the answer.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        BoltsTask(result: opens(url))
    }

    /// Remembers a URL that an app of this device would open.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - target: The target it was made from, whose package counts.
    ///   - cancellationToken: Has no effect; there is nothing to wait for.
    /// - Returns: A completed task of whether an app would open it.
    public func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        record(url, if: opensInApp(url, target))
    }

    /// Answers as the apps of this device would.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - target: The target it was made from, whose package counts.
    ///   - cancellationToken: Has no effect; there is nothing to wait for.
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
