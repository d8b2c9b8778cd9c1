@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization

/// A resolver that answers when the test requests it.
final class StubResolver: RevalidatingAppLinkResolving {
    struct Request: Sendable {
        let url: URL
        let validator: PageValidator?
        let token: CancellationToken
        let source: TaskCompletionSource<AppLinkResolution>

        /// Answers with a link whose only target has a name.
        func answer(_ name: String = "app", _ cacheability: PageCacheability = .unknown) {
            let target = AppLinkTarget(url: URL(string: "app://\(name)"), appName: name)
            let link = AppLink(sourceURL: url, targets: [target], webURL: nil)
            source.trySet(result: AppLinkResolution(link: link, cacheability: cacheability))
        }
    }

    private let state = Mutex<[Request]>([])

    var requests: [Request] { state.withLock { $0 } }
    var last: Request? { requests.last }

    func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        let source = TaskCompletionSource<AppLinkResolution>()
        let request = Request(url: url, validator: validator, token: cancellationToken, source: source)
        state.withLock { $0.append(request) }
        cancellationToken.register { source.tryCancel() }
        return source.task
    }
}

/// A resolver without support for caching.
struct PlainResolver: AppLinkResolving {
    let answer: @Sendable (URL, CancellationToken) -> BoltsTask<AppLink>

    func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        answer(url, cancellationToken)
    }
}

extension BoltsTask<AppLink> {
    /// The name of the first app of the link, once there is one.
    var appName: String? { result?.targets.first?.appName }
}

struct Fault: Error, Hashable {
    let number: Int

    init(_ number: Int) { self.number = number }
}
