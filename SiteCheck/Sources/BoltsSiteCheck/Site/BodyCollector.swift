@_spi(Bolts) import BoltsAssociations
@_spi(Bolts) import BoltsPageFetching
import Synchronization

/// Collects the body of a response.
final class BodyCollector: RestartablePageConsuming {
    private let bytes = Mutex<[UInt8]>([])

    var body: [UInt8] { bytes.withLock { $0 } }
    var count: Int { bytes.withLock { $0.count } }

    func begin(_ response: PageResponse) { bytes.withLock { $0 = [] } }

    func consume(_ chunk: Span<UInt8>) -> Bool {
        bytes.withLock { bytes in
            bytes.reserveCapacity(bytes.count + chunk.count)
            for index in chunk.indices { bytes.append(chunk[index]) }
        }
        return true
    }
}
