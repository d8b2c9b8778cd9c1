import Foundation

/// Reads a client's lines from standard input, one message each.
final class MCPLineReader: Sendable {
    enum Line: Sendable, Equatable {
        case message([UInt8])
        /// A line longer than ``maximumLine`` bytes, which is read to its end and dropped.
        case tooLong
    }

    static let maximumLine = 1 << 20

    // Reading blocks, which threads of Swift's own pool must not do.
    private let queue = DispatchQueue(label: "applinks.mcp.input")
    private let buffer: Buffer

    /// `read` returns the next bytes, and none at the end.
    init(read: @escaping @Sendable () -> [UInt8]) { buffer = Buffer(read: read) }

    convenience init() {
        self.init {
            // FileHandle would wait until it has all requested bytes.
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                if count >= 0 { return Array(bytes[..<count]) }
                guard errno == EINTR else {
                    Terminal.complain("standard input cannot be read: \(String(cString: strerror(errno)))")
                    return []
                }
            }
        }
    }

    /// The next line that is not empty, or `nil` at the end.
    func next() async -> Line? {
        await withCheckedContinuation { continuation in
            queue.async { [buffer] in continuation.resume(returning: buffer.next()) }
        }
    }

    /// Bytes that were read but not passed on; only the queue accesses them.
    private final class Buffer: @unchecked Sendable {
        private let read: @Sendable () -> [UInt8]
        private var line: [UInt8] = []
        private var isTooLong = false
        private var rest: ArraySlice<UInt8> = []
        private var hasEnded = false

        init(read: @escaping @Sendable () -> [UInt8]) { self.read = read }

        func next() -> Line? {
            while true {
                if rest.isEmpty, !hasEnded {
                    rest = read()[...]
                    hasEnded = rest.isEmpty
                }
                let end = rest.firstIndex(of: 0x0A)
                add(rest[..<(end ?? rest.endIndex)])
                rest = end.map { rest[($0 + 1)...] } ?? []
                guard end != nil || hasEnded else { continue }
                if let line = take() { return line }
                if hasEnded, rest.isEmpty { return nil }
            }
        }

        private func add(_ bytes: ArraySlice<UInt8>) {
            if line.count + bytes.count > MCPLineReader.maximumLine {
                isTooLong = true
                line = []
            }
            if !isTooLong { line += bytes }
        }

        private func take() -> Line? {
            defer {
                line = []
                isTooLong = false
            }
            if isTooLong { return .tooLong }
            let isEmpty = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            return isEmpty ? nil : .message(line)
        }
    }
}
