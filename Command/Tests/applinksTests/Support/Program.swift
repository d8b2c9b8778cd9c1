import BoltsTasks
import Foundation

@testable import applinks

/// A program that runs to its end.
enum Program {
    struct Run: Sendable {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard error.
        var errorLines: [Substring] { errors.split(separator: "\n") }

        /// Standard output with a blank between words, wherever a line is wrapped.
        var flat: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

        /// Standard output as JSON, one object a line.
        var json: [[String: Any]] {
            output.split(separator: "\n").compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            }
        }
    }

    /// The destination of an output that is not returned as text.
    enum Sink: Sendable {
        case file(String)
        case pipe(Pipe)
    }

    // Hundreds of tests start at once, each with a program and its pipes. With about 1,360 descriptors open, Foundation's
    // `Process` on Linux reads past the end of its list of them, which ends the tests with a segmentation fault.
    private static let limit = CallLimit(32)

    /// Runs a program, by its path or a name that is looked for on the path, and waits for its end, without blocking a thread.
    ///
    /// The variables are added to those of the tests. The output and the errors are returned unless they go to a sink.
    static func run(
        _ command: [String],
        input: String? = nil,
        environment: [String: String] = [:],
        in directory: URL? = nil,
        output: Sink? = nil,
        errors: Sink? = nil
    ) async throws -> Run {
        try await limit.withPlace { try await runNow(command, input, environment, directory, output, errors) }
    }

    private static func runNow(
        _ command: [String],
        _ input: String?,
        _ environment: [String: String],
        _ directory: URL?,
        _ outputSink: Sink?,
        _ errorSink: Sink?
    ) async throws -> Run {
        let process = Process()
        let isPath = command.first?.hasPrefix("/") ?? false
        process.executableURL = URL(fileURLWithPath: isPath ? command[0] : "/usr/bin/env")
        process.arguments = isPath ? Array(command.dropFirst()) : command
        if let directory { process.currentDirectoryURL = directory }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = try outputSink.map(end) ?? output
        process.standardError = try errorSink.map(end) ?? errors
        let inputPipe = Pipe()
        process.standardInput = inputPipe
        let ended = TaskCompletionSource<Int32>()
        process.terminationHandler = { ended.trySet(result: $0.terminationStatus) }
        try process.run()
        // This closes the only open end of a pipe that the program does not use.
        if outputSink != nil { try output.fileHandleForWriting.close() }
        if errorSink != nil { try errors.fileHandleForWriting.close() }
        // Both pipes are read while it runs: a full one would stop it.
        let outputText = text(of: output)
        let errorText = text(of: errors)
        if let input {
            write(input, to: inputPipe)
        } else {
            try inputPipe.fileHandleForWriting.close()
        }
        return Run(
            status: try await ended.task.value,
            output: try await outputText.value,
            errors: try await errorText.value
        )
    }

    private static func end(_ sink: Sink) throws -> Any {
        switch sink {
        case .file(let path): try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        case .pipe(let pipe): pipe
        }
    }

    /// Writes the input of a program, and closes it.
    ///
    /// The program may end before all input is written, which is not an error. The signal for that would end the tests, so it is
    /// blocked on a separate thread, from which no program inherits the block.
    private static func write(_ text: String, to pipe: Pipe) {
        Thread.detachNewThread {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try? pipe.fileHandleForWriting.close()
        }
    }

    private static func text(of pipe: Pipe) -> BoltsTask<String> {
        let handle = pipe.fileHandleForReading
        return BoltsTask(.queue(.global())) {
            // Foundation retains a process that had a handler, including its pipe, so the pipe is closed here.
            defer { try? handle.close() }
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
    }
}
