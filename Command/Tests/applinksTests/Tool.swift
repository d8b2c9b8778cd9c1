import Foundation

/// The built command, as a user of a shell runs it.
enum Tool {
    typealias Run = Program.Run

    /// The products are in the folder of the program that runs the tests.
    static let executable: URL = {
        #if os(Linux)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent("applinks")
    }()

    /// The folder of this repository.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The commands that send requests to servers.
    private static let askingCommands: Set = ["check", "diff", "explain", "open", "publish", "resolve"]

    /// Arguments with long time limits, if they name servers of this machine or hosts that do not exist.
    ///
    /// The default limits are too short for a busy machine: a page that arrives late would be requested again, or be an error.
    /// Limits that a test itself sets are kept.
    private static func patient(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, askingCommands.contains(command),
            arguments.contains(where: { $0 == "--allow-private" || $0.contains(".invalid") })
        else { return arguments }
        let limits = ["--timeout", "--response-timeout", "--connect-timeout"].filter { !arguments.contains($0) }
        return [command] + limits.flatMap { [$0, "600"] } + Array(arguments.dropFirst())
    }

    /// Limits for a server without TLS whose files are requested over TLS: there is no answer, and no test should wait ten minutes
    /// for it.
    static let shortLimits = [
        "--connect-timeout", "10", "--response-timeout", "30", "--timeout", "30", "--retries", "0",
    ]

    /// Runs the command and waits for its end, without blocking a thread.
    ///
    /// The time limits of requests are long unless the arguments name them.
    static func run(
        _ arguments: [String],
        input: String? = nil,
        environment: [String: String] = [:],
        directory: URL? = nil,
        outputFile: String? = nil,
        errorFile: String? = nil
    ) async throws -> Run {
        try await Program.run(
            [executable.path] + patient(arguments),
            input: input,
            environment: environment,
            in: directory,
            output: outputFile.map(Program.Sink.file),
            errors: errorFile.map(Program.Sink.file)
        )
    }
}

/// A directory for one test, which is removed after it.
final class Scratch: Sendable {
    let url: URL

    /// Creates a directory with files of these names and texts.
    init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("applinks-\(UUID().uuidString)")
        // The mode does not depend on the umask: the cache requires a directory to which only its owner may write.
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        for (name, text) in files { try file(name, text) }
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            FileHandle.standardError.write(Data("a test's directory was not removed: \(error)\n".utf8))
        }
    }

    /// Writes a file, and its folders if they do not exist, and returns its path.
    @discardableResult
    func file(_ name: String, _ contents: some Sequence<UInt8>) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(contents).write(to: file)
        return file.path
    }

    @discardableResult
    func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }

    /// The text of a file.
    func text(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    /// Makes a symbolic link.
    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(url.path)/\(name)", withDestinationPath: destination)
    }

    /// Runs the command in the directory.
    func run(_ arguments: [String]) async throws -> Tool.Run { try await Tool.run(arguments, directory: url) }
}

/// The path of an example page of this project.
func examplePage(_ name: String) -> String {
    Tool.repository.appendingPathComponent("Examples/Pages/\(name).html").path
}
