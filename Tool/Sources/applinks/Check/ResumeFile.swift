import BoltsBase
import BoltsPageFetching
import Foundation
import Synchronization

/// The file of `--resume`: which inputs are done, with their results, a line of JSON each.
///
/// A line is written as soon as its input is done. What is in memory is where the lines are, so that the number of inputs
/// decides and not what was found. An input that could not be checked has no line, and is checked again.
final class ResumeFile: Sendable {
    private struct Head: Codable, Equatable {
        var resume = 2
        let version: String
        let options: [String: String]
    }

    /// What every version has.
    private struct Mark: Codable {
        let resume: Int
    }

    private struct Line: Codable {
        let input: String
        let result: StoredResult
    }

    private struct State {
        var places: [String: Range<UInt64>] = [:]
        var end: UInt64
        var failure: InputError?
    }

    /// A longer line is damage.
    private static let maximumLine = 64 << 20

    private let path: String
    private let state: Mutex<State>
    // Used under the lock only.
    private let file: FileHandle

    /// Whether the last line was not whole, as after the end of a program that was stopped.
    let hasBrokenEnd: Bool
    /// How many inputs are done already.
    var count: Int { state.withLock { $0.places.count } }

    /// Opens a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - options: What a result depends on; a file that was written with something else is not used.
    /// - Throws: ``InputError`` if it cannot be read or written, is another file, or has a damaged line before its last.
    init(path: String, options: ResumeOptions) throws {
        self.path = path
        let descriptor = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0o600)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let reason = descriptor < 0 ? String(cString: strerror(errno)) : "not a regular file"
            if descriptor >= 0 { close(descriptor) }
            throw InputError("\(path): the file of --resume cannot be opened: \(reason)")
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Two runs at once would write into each other's lines.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw InputError("\(path): another run writes to this file; wait for its end")
        }
        let head = Head(version: BoltsVersion.current, options: options.digests)
        var places: [String: Range<UInt64>] = [:]
        var end: UInt64 = 0
        var number = 0
        var broken: Int?
        var rest: [UInt8] = []
        // In pieces, so that only one line is in memory.
        try file.seek(toOffset: 0)
        while true {
            let chunk = [UInt8](try file.read(upToCount: 1 << 20) ?? Data())
            var scanned = rest.count
            rest += chunk
            var start = 0
            while let index = rest[scanned...].firstIndex(of: 0x0A) {
                number += 1
                if let broken { throw Self.damaged(path, broken) }
                let bytes = Data(rest[start..<index])
                let next = end + UInt64(index + 1 - start)
                if number == 1 {
                    try Self.check(bytes, head, path)
                    end = next
                } else if let line = try? JSONDecoder().decode(Line.self, from: bytes) {
                    places[line.input] = end..<next
                    end = next
                } else {
                    broken = number
                }
                start = index + 1
                scanned = start
            }
            rest.removeFirst(start)
            guard rest.count <= Self.maximumLine else { throw Self.damaged(path, number + 1) }
            if chunk.isEmpty { break }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let headLine = try encoder.encode(head)
        // The beginning of this very line may stand there alone; anything else is somebody's file.
        guard number > 0 || headLine.starts(with: rest) else {
            throw InputError("\(path) is no file of --resume; name another, which is created")
        }
        hasBrokenEnd = broken != nil || !rest.isEmpty
        try file.truncate(atOffset: end)
        state = Mutex(State(places: places, end: end))
        if end == 0 { try append(headLine) }
    }

    /// Makes sure that a first line is the one that would be written now, and names what is another.
    private static func check(_ line: Data, _ head: Head, _ path: String) throws {
        let advice = "remove it, or name another file"
        guard (try? JSONDecoder().decode(Mark.self, from: line)) != nil else {
            throw InputError("\(path) is no file of --resume; name another, which is created")
        }
        guard let found = try? JSONDecoder().decode(Head.self, from: line), found.resume == head.resume,
            found.version == head.version
        else { throw InputError("\(path) was written by another version; \(advice)") }
        let names = head.options.keys.filter { found.options[$0] != head.options[$0] }.sorted()
        guard names.isEmpty else {
            throw InputError("\(path) was written with other options: \(names.joined(separator: ", ")); \(advice)")
        }
    }

    private static func damaged(_ path: String, _ line: Int) -> InputError {
        InputError("\(path):\(line): this line is damaged; remove it, and its input is checked again")
    }

    /// The result of an input that is done, or `nil`.
    func result(of input: String) -> CheckResult? {
        let bytes: Data? = state.withLock { state in
            guard let place = state.places[input] else { return nil }
            try? file.seek(toOffset: place.lowerBound)
            return try? file.read(upToCount: place.count)
        }
        return bytes.flatMap { try? JSONDecoder().decode(Line.self, from: $0) }?.result.result(of: input)
    }

    /// Keeps the result of an input, unless it could not be checked.
    ///
    /// ``checkFailure()`` says whether it could be written.
    func add(_ result: CheckResult) {
        guard result.failure == nil else { return }
        do {
            try append(JSONEncoder().encode(Line(input: result.input, result: StoredResult(result))), result.input)
        } catch {
            state.withLock { $0.failure = InputError("\(path): the file of --resume cannot be written: \(error)") }
        }
    }

    private func append(_ line: Data, _ input: String? = nil) throws {
        try state.withLock { state in
            try file.seek(toOffset: state.end)
            try file.write(contentsOf: line + [0x0A])
            let end = state.end + UInt64(line.count + 1)
            if let input { state.places[input] = state.end..<end }
            state.end = end
        }
    }

    /// - Throws: ``InputError`` if a result could not be written.
    func checkFailure() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
