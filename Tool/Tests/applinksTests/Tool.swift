import BoltsTasks
import Foundation

/// The built command, as a person at a shell has it.
enum Tool {
    struct Run: Sendable {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard error.
        var errorLines: [Substring] { errors.split(separator: "\n") }

        /// Standard output as JSON, one object a line.
        var json: [[String: Any]] {
            output.split(separator: "\n").compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            }
        }
    }

    /// The products stand beside the program that runs the tests.
    static let executable: URL = {
        #if os(Linux)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent("applinks")
    }()

    private static let limit = ProcessLimit(32)

    /// Runs the command and waits for its end, without blocking a thread.
    static func run(
        _ arguments: [String],
        input: String? = nil,
        environment: [String: String] = [:],
        directory: URL? = nil,
        outputFile: String? = nil,
        errorFile: String? = nil
    ) async throws -> Run {
        try await limit.withPlace {
            try await runNow(arguments, input, environment, directory, outputFile, errorFile)
        }
    }

    private static func runNow(
        _ arguments: [String],
        _ input: String?,
        _ environment: [String: String],
        _ directory: URL?,
        _ outputFile: String?,
        _ errorFile: String?
    ) async throws -> Run {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = directory }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = try outputFile.map(Self.writing) ?? output
        process.standardError = try errorFile.map(Self.writing) ?? errors
        let inputPipe = Pipe()
        process.standardInput = inputPipe
        let ended = TaskCompletionSource<Int32>()
        process.terminationHandler = { ended.trySet(result: $0.terminationStatus) }
        try process.run()
        // Nobody else holds the end of a pipe that the command was not given.
        if outputFile != nil { try output.fileHandleForWriting.close() }
        if errorFile != nil { try errors.fileHandleForWriting.close() }
        // Both pipes are read while it runs: a full one would stop it.
        let outputText = text(of: output)
        let errorText = text(of: errors)
        if let input { inputPipe.fileHandleForWriting.write(Data(input.utf8)) }
        try inputPipe.fileHandleForWriting.close()
        return Run(
            status: try await ended.task.value,
            output: try await outputText.value,
            errors: try await errorText.value
        )
    }

    private static func writing(_ path: String) throws -> Any {
        try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    private static func text(of pipe: Pipe) -> BoltsTask<String> {
        let handle = pipe.fileHandleForReading
        return BoltsTask(.queue(.global())) {
            // Foundation keeps a process that had a handler, and with it the pipe.
            defer { try? handle.close() }
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
    }
}

/// A directory of its own for a test, removed after it.
final class Scratch: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("applinks-\(UUID().uuidString)")
        // Whatever the mask is: the cache wants a directory that only its owner may write to.
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            FileHandle.standardError.write(Data("a test's directory was not removed: \(error)\n".utf8))
        }
    }

    /// Writes a file, below folders that are made if they are not there, and returns its path.
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
}

/// The pages that come with the project.
func examplePage(_ name: String) -> String {
    URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/Pages/\(name).html").path
}
