import Foundation

/// A file or a folder as a revision of the Git repository here has it.
///
/// The repository may be a stranger's: Git runs no program and opens no connection that its configuration names.
struct GitObject: Sendable {
    enum Kind: Sendable { case file, folder }

    /// The object's name, in hexadecimal digits.
    private let name: String
    let kind: Kind
    private let size: Int

    /// How an argument begins that names a revision, which is never taken for a host or a file.
    static let prefix = "git:"

    /// Looks up `REVISION:PATH`, as `git show` takes it, and follows symbolic links that the revision has.
    ///
    /// - Parameter text: The revision and the path, without ``prefix``.
    /// - Throws: ``InputError`` if Git cannot be run, or the clone is a partial one that lacks the object.
    init?(_ text: String) async throws {
        if let found = try await Self.followed(text) {
            (name, kind, size) = found
            return
        }
        // What follows --end-of-options is never an option, and the other commands get the object's name alone.
        let found = try await Self.run(["rev-parse", "--verify", "--quiet", "--end-of-options", text])
        guard let name = found.map(Self.line), !name.isEmpty, name.allSatisfy(\.isHexDigit) else { return nil }
        guard let type = try await Self.run(["cat-file", "-t", name]).map(Self.line),
            let size = try await Self.run(["cat-file", "-s", name]).flatMap({ Int(Self.line($0)) })
        else {
            throw InputError(
                "\(text) is not in this clone, and nothing is fetched: run 'git fetch --refetch' without a filter first"
            )
        }
        switch type {
        case "blob": kind = .file
        case "tree": kind = .folder
        default: return nil
        }
        self.name = name
        self.size = size
    }

    /// What a path leads to in its revision, or `nil` if that is nothing, or outside of it.
    private static func followed(_ text: String) async throws -> (name: String, kind: Kind, size: Int)? {
        // Git reads a line, which must fit into a pipe that nobody empties yet.
        guard !text.utf8.contains(UInt8(ascii: "\n")), text.utf8.count < 4_096 else { return nil }
        let arguments = ["cat-file", "--batch-check", "--follow-symlinks"]
        guard let words = try await run(arguments, input: text + "\n").map(line)?.split(separator: " "),
            words.count == 3, words[0].allSatisfy(\.isHexDigit), let size = Int(words[2])
        else { return nil }
        switch words[1] {
        case "blob": return (String(words[0]), .file, size)
        case "tree": return (String(words[0]), .folder, size)
        default: return nil
        }
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

    /// Settings of the command line, which win over those of the repository: each of theirs could name a program or a connection.
    private static let closed = [
        "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=", "core.sshCommand=false",
        "core.gitProxy=", "core.alternateRefsCommand=false", "core.attributesFile=/dev/null", "credential.helper=",
        "protocol.allow=never",
        // Git refuses a repository of another owner because of what its configuration runs, and none of that is run here.
        "safe.directory=*",
    ]

    /// The environment of Git: nothing of the caller's that Git reads, and no configuration but the repository's own.
    private static var environment: [String: String] {
        var environment = [
            // An empty list of protocols wins over any that the repository allows, so that no missing object is fetched.
            "GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_ATTR_NOSYSTEM": "1", "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C",
        ]
        let own = ProcessInfo.processInfo.environment
        for name in ["HOME", "TMPDIR", "DEVELOPER_DIR"] { environment[name] = own[name] }
        // A folder that is not absolute is one of the repository's.
        environment["PATH"] = (own["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }.joined(separator: ":")
        return environment
    }

    /// Runs git in the folder of this process.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - input: What it reads, of at most 4 KiB; nothing by default.
    /// - Returns: What it prints, or `nil` if it fails.
    /// - Throws: ``InputError`` if it cannot be run.
    static func run(_ arguments: [String], input: String? = nil) async throws -> [UInt8]? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "--no-pager", "--no-optional-locks"] + closed.flatMap { ["-c", $0] } + arguments
        process.environment = environment
        if let input {
            // It is there before git is, so that no write waits or fails.
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try pipe.fileHandleForWriting.close()
            process.standardInput = pipe
        } else {
            process.standardInput = FileHandle.nullDevice
        }
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
