import BoltsTasks
import FlyingSocks
import Foundation
import Synchronization

/// A running program that does not end by itself; the command by default.
final class RunningTool: Sendable {
    private let process: Process
    private let ended = TaskCompletionSource<Int32>()
    private let output: AsyncStream<String>

    /// Starts the program; `joinsErrors` reads standard error with the output, in the order in which it is written.
    init(
        _ arguments: [String],
        executable: URL = Tool.executable,
        directory: URL? = nil,
        joinsErrors: Bool = false
    ) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        if joinsErrors { process.standardError = pipe }
        if let directory { process.currentDirectoryURL = directory }
        process.terminationHandler = { [ended] in ended.trySet(result: $0.terminationStatus) }
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        output = lines
        self.process = process
        try Self.withoutBlockedSignals { try process.run() }
        let handle = pipe.fileHandleForReading
        _ = BoltsTask(.queue(.global())) {
            var rest = ""
            while case let data = handle.availableData, !data.isEmpty {
                rest += String(decoding: data, as: UTF8.self)
                while let end = rest.firstIndex(of: "\n") {
                    continuation.yield(String(rest[..<end]))
                    rest = String(rest[rest.index(after: end)...])
                }
            }
            continuation.finish()
        }
    }

    /// Threads of Swift's concurrency block most signals, and a program that inherits that, such as a browser, hangs.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try body()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The next lines of standard output; fewer if it ends before.
    func lines(_ count: Int) async -> [String] {
        var lines: [String] = []
        for await line in output {
            lines.append(line)
            if lines.count == count { break }
        }
        return lines
    }

    /// The next lines, up to the first that contains a text; all remaining lines if none does.
    func lines(through text: String) async -> String {
        var lines: [String] = []
        for await line in output {
            lines.append(line)
            if line.contains(text) { break }
        }
        return lines.joined(separator: "\n")
    }

    /// Sends SIGTERM once, and returns the exit status.
    func terminate() async throws -> Int32 {
        process.terminate()
        return try await ended.task.value
    }

    /// Sends SIGINT, as Control-C does, and returns the exit status.
    func interrupt() async throws -> Int32 {
        process.interrupt()
        return try await ended.task.value
    }
}

/// `applinks serve` on its own port.
struct RunningServer {
    let tool: RunningTool
    let port: UInt16

    var origin: String { "http://127.0.0.1:\(port)" }

    struct StartError: Error {
        let lines: [String]
    }

    init(_ directory: String, host: String = "lakrids.dk", _ arguments: [String] = []) async throws {
        tool = try RunningTool(["serve", directory, "--host", host, "--port", "0"] + arguments)
        let lines = await tool.lines(2)
        guard lines.count == 2, let url = lines[0].split(separator: " ").last.flatMap({ URL(string: String($0)) }),
            let port = url.port.flatMap(UInt16.init(exactly:))
        else { throw StartError(lines: lines) }
        self.port = port
    }

    /// Asks for a target exactly as it is written.
    func get(_ target: String, method: String = "GET", host: String? = nil) async throws -> HTTPAnswer {
        try await HTTPAnswer(of: request(target, method: method, host: host), port: port)
    }

    /// Sends a request exactly as it is written.
    func send(_ request: String) async throws -> HTTPAnswer { try await HTTPAnswer(of: request, port: port) }

    /// The stream of versions, to be read with `readArrived(atMost:)`.
    func events() async throws -> AsyncSocket {
        try await HTTPAnswer.connect(port: port, sending: request("/_applinks/events"))
    }

    private func request(_ target: String, method: String = "GET", host: String? = nil) -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\r\n"
    }
}
