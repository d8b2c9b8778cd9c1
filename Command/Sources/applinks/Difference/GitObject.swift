import Foundation

/// A file or a folder in a revision of the local Git repository.
///
/// The repository need not be trusted: Git runs no program and opens no connection that the repository's configuration names.
struct GitObject: Sendable {
    enum Kind: Sendable { case file, folder }

    private let name: String
    let kind: Kind
    private let size: Int

    /// The prefix of an argument that names a revision; such an argument is never read as a host or a file.
    static let prefix = "git:"

    /// Looks up `REVISION:PATH`, in the form of `git show`, and follows symbolic links within the revision.
    ///
    /// - Throws: ``InputError`` if Git cannot be run, the clone is a partial one that lacks the object, or a link leads out of the
    ///   revision.
    init?(_ text: String) async throws {
        // Git reads a line, which must fit into a pipe that nobody reads yet.
        guard !text.utf8.contains(UInt8(ascii: "\n")), text.utf8.count < 4_096 else {
            throw InputError("a revision and a path are one line of less than 4,096 bytes")
        }
        let arguments = ["cat-file", "--batch-check", "--follow-symlinks"]
        // Git fails if it would have to fetch the object; its reason is queried below.
        let answer = try await Self.run(arguments, input: text + "\n")
        let words = Self.line(answer.output).prefix { $0 != "\n" }.split(separator: " ")
        if words.count == 3, words[0].allSatisfy(\.isHexDigit), let size = Int(words[2]) {
            switch words[1] {
            case "blob": kind = .file
            case "tree": kind = .folder
            default: return nil
            }
            (name, self.size) = (String(words[0]), size)
            return
        }
        // The object is a link that leads nowhere or out of the revision.
        if words.count == 2 {
            if ["dangling", "loop", "notdir"].contains(words[0]) { return nil }
            if words[0] == "symlink" {
                throw InputError("\(text) is behind a symbolic link that leads out of the revision")
            }
        }
        // Text after --end-of-options is never an option.
        let found = try await Self.run(["rev-parse", "--verify", "--quiet", "--end-of-options", text], saysWhy: true)
        switch found.status {
        case 0:
            throw InputError(
                "\(text) is not in this clone, and nothing is fetched: run 'git fetch --refetch' without a filter first"
            )
        case 1: return nil
        default:
            let reason = Self.line(found.output).prefix { $0 != "\n" }.trimmingPrefix("fatal: ")
            throw InputError("Git cannot read \(text) here: \(reason)")
        }
    }

    /// Reads the file, of at most 4 MiB.
    func bytes(named text: String) async throws -> [UInt8] {
        guard size <= 4 << 20 else { throw InputError("\(text) is larger than 4 MiB") }
        let blob = try await Self.run(["cat-file", "blob", name])
        guard blob.status == 0, blob.output.count == size else { throw InputError("Git cannot read \(text)") }
        return blob.output
    }

    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Settings on the command line override the repository's settings, which could name programs or connections.
    private static let closed = [
        "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=", "core.sshCommand=false",
        "core.gitProxy=", "core.alternateRefsCommand=false", "core.attributesFile=/dev/null", "credential.helper=",
        "protocol.allow=never",
        // A folder that looks like a bare repository, possibly committed by somebody else, must not be used as one.
        "safe.bareRepository=explicit",
        // Git refuses a repository of another owner because of the programs in its configuration, none of which run here.
        "safe.directory=*",
    ]

    /// How long Git may take: a configuration may include a pipe that never ends.
    private static let timeLimit: TimeInterval = 60

    /// Git's environment: none of the caller's variables that Git reads, and no configuration except the repository's own.
    private static var environment: [String: String] {
        var environment = [
            // An empty list of protocols overrides any that the repository allows, so no missing object is fetched.
            "GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_ATTR_NOSYSTEM": "1", "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C",
        ]
        let own = ProcessInfo.processInfo.environment
        for name in ["HOME", "TMPDIR", "DEVELOPER_DIR"] { environment[name] = own[name] }
        // A relative folder, or one below the root of the repository, may contain a git that somebody else wrote.
        let root = RepositoryFence.root(ofList: ".")
        let folders = (own["PATH"] ?? "").split(separator: ":").filter { folder in
            folder.hasPrefix("/") && root.map { !RepositoryFence.isBelow($0, String(folder)) } ?? true
        }
        environment["PATH"] = folders.isEmpty ? "/usr/local/bin:/usr/bin:/bin" : folders.joined(separator: ":")
        return environment
    }

    /// Runs git in the folder of this process, with an input of at most 4 KiB; its errors are part of the output if `saysWhy`.
    ///
    /// - Throws: ``InputError`` if it cannot be run, or does not end in time; the result is then unknown.
    private static func run(_ arguments: [String], input: String? = nil, saysWhy: Bool = false) async throws -> (
        status: Int32, output: [UInt8]
    ) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "--no-pager", "--no-optional-locks"] + closed.flatMap { ["-c", $0] } + arguments
        process.environment = environment
        if let input {
            // The input is written before git starts, so that no write waits or fails.
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try pipe.fileHandleForWriting.close()
            process.standardInput = pipe
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = saysWhy ? output as Any : FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw InputError("Git cannot be run")
        }
        // SIGKILL, because git may have inherited blocked signals.
        let end = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: end)
        defer { end.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            // Reading waits, which threads of Swift's own pool must not do.
            Thread.detachNewThread {
                let read = Result { try output.fileHandleForReading.readToEnd() ?? Data() }
                process.waitUntilExit()
                continuation.resume(
                    with: read.flatMap { data in
                        // env exits with this status if the program does not exist.
                        if process.terminationStatus == 127 { return .failure(InputError("Git is not installed")) }
                        guard process.terminationReason == .exit else {
                            return .failure(InputError("Git did not end in \(Int(timeLimit)) s, or was ended"))
                        }
                        return .success((process.terminationStatus, Array(data)))
                    }
                )
            }
        }
    }
}
