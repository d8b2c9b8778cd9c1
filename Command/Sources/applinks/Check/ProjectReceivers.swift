@_spi(Bolts) import AppFiles
@_spi(Bolts) import BoltsSiteCheck
import Synchronization

/// Which methods of a project's apps get a link: its sources are read once, and only if somebody asks.
final class ProjectReceivers: Sendable {
    private let path: String
    private let content: AppFileContent
    private let known = Mutex<[LinkReceivers]?>(nil)

    init(atPath path: String, _ content: AppFileContent) {
        self.path = path
        self.content = content
    }

    /// The answers.
    var all: [LinkReceivers] {
        known.withLock { known in
            if let known { return known }
            let read = AppFileReader().receivers(atPath: path, of: content)
            known = read
            return read
        }
    }
}
