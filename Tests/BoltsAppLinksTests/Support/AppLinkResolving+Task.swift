import BoltsAppLinks
import BoltsTasks
import Foundation

extension AppLinkResolving {
    /// A task of the link, without a token.
    func appLink(for url: URL) -> BoltsTask<AppLink> { appLink(for: url, cancellationToken: .none) }
}
