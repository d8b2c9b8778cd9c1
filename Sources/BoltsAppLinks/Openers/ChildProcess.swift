internal import BoltsBase
import BoltsPageFetching
#if os(Linux)
@_spi(Bolts) internal import BoltsTasks
internal import Dispatch
internal import Foundation

/// A child process that runs without a shell and without blocking the caller.
struct ChildProcess: Sendable {
    struct Exit: Sendable {
        /// The exit code; 128 plus the signal's number if a signal ended it, as in a shell.
        var status: Int32

        /// The output of the process, as far as it was read.
        var output: String
    }

    var executable: URL
    var arguments: [String]
    var environment: [String: String]

    /// Starts the program; the task of its exit completes on a background thread.
    ///
    /// The output is read when the program has ended, so it must fit into a pipe's buffer. Cancellation ends the program.
    func run(readingOutput: Bool, cancellationToken: CancellationToken) -> BoltsTask<Exit> {
        let source = TaskCompletionSource<Exit>()
        DispatchQueue.global().async { start(source, readingOutput, cancellationToken) { $0 } }
        return source.task
    }

    /// Starts the program, and watches for a time whether it ends: a task of its exit, or of `nil` if it still runs.
    ///
    /// The task completes on a background thread. Cancellation ends the program.
    func launch(settlingTime: Duration, cancellationToken: CancellationToken) -> BoltsTask<Exit?> {
        let source = TaskCompletionSource<Exit?>()
        DispatchQueue.global().async {
            start(source, false, cancellationToken) { $0 }
            let seconds = Double(settlingTime.components.seconds) + Double(settlingTime.components.attoseconds) / 1e18
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { source.trySet(result: nil) }
        }
        return source.task
    }

    /// A program inherits the blocked signals of the thread that starts it, and the threads of a queue block the
    /// signals that end it.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var blocked = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try body()
    }

    private func start<Value>(
        _ source: TaskCompletionSource<Value>,
        _ readingOutput: Bool,
        _ token: CancellationToken,
        outcome: @escaping @Sendable (Exit) -> Value
    ) {
        guard !token.isCancellationRequested else {
            source.tryCancel()
            return
        }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A handler inherits these streams, and may write to them long after this process has ended.
        let pipe = readingOutput ? Pipe() : nil
        process.standardOutput = pipe ?? FileHandle.nullDevice as Any
        process.terminationHandler = { ended in
            let status = ended.terminationStatus + (ended.terminationReason == .uncaughtSignal ? 128 : 0)
            let output = pipe?.fileHandleForReading.readDataToEndOfFile() ?? Data()
            // Foundation retains a process that had a handler, including its pipe, so the pipe is closed here.
            try? pipe?.fileHandleForReading.close()
            source.trySet(result: outcome(Exit(status: status, output: String(decoding: output, as: UTF8.self))))
        }
        do {
            try Self.withoutBlockedSignals { try process.run() }
        } catch {
            source.trySet(
                error: URLOpenerError(
                    .toolFailed,
                    "\(executable.path) could not be started: \(String(describing: error).sanitized())"
                )
            )
            return
        }
        let registration = token.register {
            source.tryCancel()
            if process.isRunning { process.terminate() }
        }
        source.task.onCompletion { registration.dispose() }
    }
}
#endif
