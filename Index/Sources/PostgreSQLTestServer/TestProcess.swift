import Foundation

/// A program that a test started, and that the test ends by its process identifier.
final class TestProcess: Sendable {
    /// The failure of a program that a test needs.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process: Process
    private let log: URL

    /// Starts a program as a user other than root.
    init(_ arguments: [String], log: URL) throws {
        let command = PostgreSQLPrograms.commandPrefix + arguments
        process = Process()
        self.log = log
        if !FileManager.default.fileExists(atPath: log.path()) {
            try Data().write(to: log)
        }
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: log)
        try output.seekToEnd()
        process.standardOutput = output
        process.standardError = output
        process.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C"]
        try process.run()
    }

    var isRunning: Bool { process.isRunning }
    var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Waits until the program has ended.
    func wait() async throws {
        while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Waits for success.
    func succeed() async throws {
        try await wait()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(process.arguments ?? []) failed: \(text)")
        }
    }

    /// Sends a signal, and waits until the program has ended.
    func end(_ signal: Int32) async throws {
        if process.isRunning { kill(process.processIdentifier, signal) }
        try await wait()
    }
}
