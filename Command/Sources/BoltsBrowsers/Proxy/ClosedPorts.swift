internal import Synchronization

/// The ports of this machine that no page may connect to, whatever its address policy allows.
///
/// There is one set for the process: a page in one browser must not reach the driver of another. A port inside a driver's network
/// namespace need not be in it, because nothing outside the namespace can connect to it.
final class ClosedPorts: Sendable {
    static let shared = ClosedPorts()

    private let counts = Mutex<[Int: Int]>([:])

    func close(_ port: Int) -> Lease {
        counts.withLock { $0[port, default: 0] += 1 }
        return Lease(ports: self, port: port)
    }

    var all: Set<Int> { counts.withLock { Set($0.keys) } }

    /// Keeps a port closed while this object exists.
    final class Lease: Sendable {
        let port: Int
        private let ports: ClosedPorts

        fileprivate init(ports: ClosedPorts, port: Int) {
            self.ports = ports
            self.port = port
        }

        deinit {
            ports.counts.withLock { counts in
                let count = counts[port, default: 1] - 1
                counts[port] = count > 0 ? count : nil
            }
        }
    }
}
