import Foundation

/// A file or a folder as a revision of the Git repository here has it.
struct GitObject: Sendable {
    enum Kind: Sendable { case file, folder }

    /// The object's name, in hexadecimal digits.
    private let name: String
    let kind: Kind
    private let size: Int

    /// Looks up `REVISION:PATH`, as `git show` takes it.
    ///
    /// - Throws: ``InputError`` if Git cannot be run.
    init?(_ text: String) async throws {
        // What follows --end-of-options is never an option, and the other commands get the object's name alone.
        let found = try await Self.run(["rev-parse", "--verify", "--quiet", "--end-of-options", text])
        guard let name = found.map(Self.line), !name.isEmpty, name.allSatisfy(\.isHexDigit),
            let type = try await Self.run(["cat-file", "-t", name]).map(Self.line),
            let size = try await Self.run(["cat-file", "-s", name]).flatMap({ Int(Self.line($0)) })
        else { return nil }
        switch type {
        case "blob": kind = .file
        case "tree": kind = .folder
        default: return nil
        }
        self.name = name
        self.size = size
    }

    /// Reads the file, of at most 4 MiB.
    ///
    /// - Throws: ``InputError`` if it is larger, or cannot be read.
    func bytes(named text: String) async throws -> [UInt8] {
        guard size <= 4 << 20 else { throw InputError("\(text) is larger than 4 MiB") }
        guard let bytes = try await Self.run(["cat-file", "blob", name]) else {
            throw InputError("git cannot read \(text)")
        }
        return bytes
    }

    /// The one line that git prints.
    static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs git, and returns what it prints, or `nil` if it fails.
    static func run(_ arguments: [String]) async throws -> [UInt8]? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "--no-pager"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw InputError("git cannot be run")
        }
        return await withCheckedContinuation { continuation in
            // Reading waits, which no thread of Swift's own pool should.
            Thread.detachNewThread {
                let data = try? output.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                continuation.resume(returning: process.terminationStatus == 0 ? data.map(Array.init) : nil)
            }
        }
    }
}
