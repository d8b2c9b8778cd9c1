package import BoltsTasks
package import Foundation
internal import Synchronization

/// A program that runs during a test, and its output.
package final class RunningProgram: Sendable {
    private struct State {
        var output = ""
        var isOver = false
        var waiters: [(isMet: @Sendable (String) -> Bool, source: TaskCompletionSource<String>)] = []
    }

    private let identifier: Int32
    private let name: String
    private let state: Mutex<State>
    private let ended = TaskCompletionSource<Int32>()

    /// Starts a program, whose output is read as it arrives.
    package init(_ executable: URL, _ arguments: [String], environment: [String: String]) throws {
        let process = Process()
        let pipe = Pipe()
        let state = Mutex(State())
        self.state = state
        name = executable.lastPathComponent
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { [ended] in ended.trySet(result: $0.terminationStatus) }
        try Self.withoutBlockedSignals { try process.run() }
        identifier = process.processIdentifier
        let reader = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            while case let bytes = reader.availableData, !bytes.isEmpty {
                advance { $0.output += String(decoding: bytes, as: UTF8.self) }
            }
            advance { $0.isOver = true }
        }
    }

    /// A child inherits the blocked signals of its parent's thread, and Dispatch's threads block the signal that ends it.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try body()
    }

    /// The output so far, once it meets a condition or has ended.
    package func output(where isMet: @escaping @Sendable (String) -> Bool) -> BoltsTask<String> {
        let source = TaskCompletionSource<String>()
        advance { $0.waiters.append((isMet, source)) }
        return source.task.timeout(after: .seconds(300))
    }

    /// Requests the program's end, and waits for it; kills the program if it does not end.
    package func stop() async {
        kill(identifier, SIGTERM)
        let status = try? await ended.task.timeout(after: .seconds(60)).value
        if status == nil {
            kill(identifier, SIGKILL)
            _ = try? await ended.task.value
        }
    }

    private func advance(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let output = state.output
            let isOver = state.isOver
            let ready = state.waiters.filter { isOver || $0.isMet(output) }.map { ($0.source, output) }
            state.waiters.removeAll { isOver || $0.isMet(output) }
            return ready
        }
        for (source, output) in ready { source.trySet(result: output) }
    }
}
