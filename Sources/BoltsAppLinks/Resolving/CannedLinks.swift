public import BoltsTasks
public import Foundation

/// Links in memory for tests: a resolver that needs no network.
///
/// ```swift
/// let resolver = CannedLinks(targets: ["recipes://cake"])
/// let opener = RecordingOpener(installed: ["recipes"])
/// let result = try await AppLinkNavigation.navigate(to: url, resolver: resolver, opener: opener)
/// ```
public struct CannedLinks: AppLinkResolving {
    private let link: @Sendable (URL) throws -> AppLink

    /// Creates a resolver for any URL from a closure.
    ///
    /// - Parameter link: Returns the link of a URL, or throws if it finds none.
    public init(_ link: @escaping @Sendable (URL) throws -> AppLink) {
        self.link = link
    }

    /// Creates a resolver that finds the same apps for every URL, with the URL as web fallback.
    ///
    /// - Parameter targets: The URLs that open the apps, in order; empty for a page without App Links.
    public init(targets: [String]) {
        self.init { url in
            let targets = targets.map { AppLinkTarget(platform: nil, urlText: $0) }
            return AppLink(sourceURL: url, targets: targets, webURL: url)
        }
    }

    /// Creates a resolver that finds nothing.
    ///
    /// - Parameter error: The error of every look-up.
    public init(error: any Error) {
        self.init { _ in throw error }
    }

    /// Returns the link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect, because the task is complete.
    /// - Returns: A completed task.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        do { return BoltsTask(result: try link(url)) } catch { return BoltsTask(error: error) }
    }
}
