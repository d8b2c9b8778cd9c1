import BoltsTasks
import FetchingStubs
import Foundation
import Synchronization

@testable import BoltsPageFetching

/// Stores the page that a fetch passes to it.
final class PageCollector: PageConsuming {
    private struct State {
        var responses: [PageResponse] = []
        var bytes: [UInt8] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: The number of bytes after which the collector stops reading.
    init(limit: Int = .max) {
        self.limit = limit
    }

    var responses: [PageResponse] { state.withLock { $0.responses } }
    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    func begin(_ response: PageResponse) {
        state.withLock { $0.responses.append(response) }
    }

    func consume(_ chunk: Span<UInt8>) -> Bool {
        state.withLock { state in
            for index in chunk.indices { state.bytes.append(chunk[index]) }
            return state.bytes.count < limit
        }
    }
}

extension PageFetching {
    /// Starts a fetch of a page of this machine.
    func start(
        _ url: URL,
        into consumer: any PageConsuming = PageCollector(),
        token: CancellationToken = .none,
        _ change: (inout PageFetchOptions) -> Void = { _ in }
    ) -> BoltsTask<FetchedPage> {
        var options = PageFetchOptions.loopback
        change(&options)
        return fetch(url, options: options, into: consumer, cancellationToken: token)
    }
}
