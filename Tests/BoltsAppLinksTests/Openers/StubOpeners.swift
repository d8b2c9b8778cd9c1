import BoltsAppLinks
import BoltsTasks
import Foundation
import Synchronization

/// An opener that opens every URL.
final class EverythingOpener: URLOpening {
    private let opened = Mutex<[String]>([])

    var openedTexts: [String] { opened.withLock { $0 } }

    func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        opened.withLock { $0.append(url.text) }
        return BoltsTask(result: true)
    }

    func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        BoltsTask(result: true)
    }
}

/// An opener that fails for one scheme, and passes the others to another opener.
struct FlakyOpener: URLOpening {
    private let scheme: String
    private let next: RecordingOpener

    init(failing scheme: String, then next: RecordingOpener) {
        self.scheme = scheme
        self.next = next
    }

    func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        guard url.scheme.name != scheme else { return BoltsTask(error: URLOpenerError(.toolFailed, "it broke")) }
        return next.open(url, cancellationToken: cancellationToken)
    }

    func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        next.canOpen(url, cancellationToken: cancellationToken)
    }
}

/// A resolver with one link, or none.
struct CannedResolver: AppLinkResolving {
    struct Failure: Error {}

    let link: AppLink?

    func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        link.map { BoltsTask(result: $0) } ?? BoltsTask(error: Failure())
    }
}
