public import BoltsPageFetching
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

extension RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL, and for how long it may be cached, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the resolver's work.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - validator: The validator of an earlier resolution that the caller has cached, or `nil`.
    /// - Returns: The resolution.
    /// - Throws: The error of the resolver; `CancellationError` if the calling task or the work was cancelled.
    public func resolution(
        for url: URL,
        revalidating validator: PageValidator? = nil
    ) async throws -> AppLinkResolution {
        try await withCancellationToken { resolution(for: url, revalidating: validator, cancellationToken: $0) }
    }
}
