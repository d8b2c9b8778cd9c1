import BoltsTasks
public import Foundation

extension AppLinkResolving {
    /// Finds the App Link of a URL, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the resolver's work and closes its connection.
    ///
    /// ```swift
    /// func apps(for url: URL, by resolver: some AppLinkResolving) async throws -> [String] {
    ///     try await resolver.appLink(for: url).targets(for: .iphone).compactMap(\.urlText)
    /// }
    /// ```
    ///
    /// - Parameter url: The URL that a person would follow.
    /// - Returns: The link. A page without tags has a link too, whose web fallback is the page.
    /// - Throws: The error of the resolver; `CancellationError` if the calling task or the work was cancelled.
    public func appLink(for url: URL) async throws -> AppLink {
        try await withCancellationToken { appLink(for: url, cancellationToken: $0) }
    }
}
