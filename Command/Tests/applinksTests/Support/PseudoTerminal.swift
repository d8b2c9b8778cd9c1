import BoltsTasks
import Foundation

extension Tool {
    /// Runs the command with a terminal as its standard output and standard error, and returns what it wrote there.
    static func runOnTerminal(_ arguments: [String], environment: [String: String]) async throws -> String {
        var master: Int32 = -1
        var other: Int32 = -1
        guard openpty(&master, &other, nil, nil, nil) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { close(master) }
        let terminal = FileHandle(fileDescriptor: other, closeOnDealloc: true)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = terminal
        process.standardError = terminal
        let ended = TaskCompletionSource<Void>()
        process.terminationHandler = { _ in ended.trySet(result: ()) }
        try process.run()
        // A read fails with EIO once the command, and this handle, have closed the other end.
        try terminal.close()
        let text = BoltsTask(.queue(.global())) { [master] in
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(master, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        try await ended.task.value
        return try await text.value
    }
}
