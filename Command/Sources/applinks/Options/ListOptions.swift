import ArgumentParser
import Foundation

struct ListOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read more inputs from a file, one per line ('-': standard input).", valueName: "file"))
    var from: String?

    /// The maximum size of a list: 32 MiB, more than a million host names.
    private static let maximumBytes = 32 << 20

    /// Whether a list can be read again: standard input and a pipe, such as a shell's `<(command)`, are empty the second time.
    static func isReadTwice(_ path: String) -> Bool { path != "-" && (try? RegularFile.open(path)) != nil }

    /// The inputs in the file, without empty lines and lines that begin with `#`; none if no file is named.
    func inputs() throws -> [String] {
        guard let from else { return [] }
        let bytes: [UInt8]
        if from == "-" {
            bytes = try StandardInput.read(limit: Self.maximumBytes)
        } else {
            let file = RegularFile.openOrPipe(from)
            defer { try? file?.close() }
            guard let read = try? file.map({ try StandardInput.read($0, limit: Self.maximumBytes) }) else {
                throw InputError("\(from): the list cannot be read; check the path")
            }
            bytes = read
        }
        guard bytes.count <= Self.maximumBytes else {
            throw InputError("\(from): the list has more than 32 MiB; divide it")
        }
        // UTF-16 without a byte order mark is valid UTF-8 that contains zero bytes.
        guard !bytes.contains(0), let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw InputError("\(from == "-" ? "standard input" : from): the list is not UTF-8; save it as UTF-8")
        }
        return text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
