import FlyingSocks
import Foundation
import Synchronization

/// The open connections; their number is bounded, so that no foreign web page can exhaust this process's resources.
final class ConnectionTable: Sendable {
    static let maximum = 64
    /// The maximum number of connections that follow the versions of the site.
    static let maximumListeners = 16

    private struct State {
        /// The connections from the oldest to the newest, and whether the request of each has arrived.
        var open: [(number: Int, socket: Socket, isAsked: Bool)] = []
        var listeners = 0
        var last = 0
    }

    private let state = Mutex(State())

    /// Adds a connection.
    ///
    /// If there are too many, it replaces the oldest that has not sent its request, so that idle connections lock nobody out.
    func add(_ socket: Socket) -> Int? {
        state.withLock { state in
            if state.open.count >= Self.maximum {
                guard let waiting = state.open.firstIndex(where: { !$0.isAsked }) else { return nil }
                // The connection's own task notices the end and closes the connection.
                shutdown(state.open.remove(at: waiting).socket.file.rawValue, Int32(SHUT_RDWR))
            }
            state.last += 1
            state.open.append((state.last, socket, false))
            return state.last
        }
    }

    func isAsked(_ number: Int) {
        state.withLock { state in
            guard let index = state.open.firstIndex(where: { $0.number == number }) else { return }
            state.open[index].isAsked = true
        }
    }

    func remove(_ number: Int) {
        state.withLock { $0.open.removeAll { $0.number == number } }
    }

    func addListener() -> Bool {
        state.withLock { state in
            guard state.listeners < Self.maximumListeners else { return false }
            state.listeners += 1
            return true
        }
    }

    func removeListener() { state.withLock { $0.listeners -= 1 } }
}
