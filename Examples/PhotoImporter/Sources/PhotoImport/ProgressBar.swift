import Foundation
import Synchronization

/// A line on standard error that shows how far the import is.
///
/// It is drawn only if standard error is a terminal.
nonisolated public final class ProgressBar: Sendable {
    private struct State {
        var imported = 0
        var failed = 0
    }

    private let total: Int
    private let isShown = isatty(STDERR_FILENO) != 0
    private let state = Mutex(State())

    /// Creates a bar for a number of pictures.
    public init(total: Int) { self.total = total }

    /// How many pictures were imported.
    public var imported: Int { state.withLock(\.imported) }

    /// How many pictures could not be imported.
    public var failed: Int { state.withLock(\.failed) }

    /// Counts a picture, and draws the bar.
    ///
    /// A failure gets a line of its own.
    public func report(_ name: String, _ outcome: PhotoImporter.Outcome) {
        // Drawn under the lock, so that an older bar never replaces a newer one.
        state.withLock { state in
            switch outcome {
            case .imported: state.imported += 1
            case .failed(let error):
                state.failed += 1
                write((isShown ? "\r\u{1B}[K" : "") + "\(name): \(error)\n")
            }
            draw(state.imported + state.failed, name)
        }
    }

    /// Removes the bar.
    public func finish() {
        state.withLock { _ in if isShown { write("\r\u{1B}[K") } }
    }

    private func draw(_ done: Int, _ name: String) {
        guard isShown, total > 0 else { return }
        let filled = 20 * done / total
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        write("\r\u{1B}[K[\(bar)] \(done)/\(total) \(name)")
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
