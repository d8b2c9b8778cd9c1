import BoltsTasks
import Foundation
import Synchronization

/// `openssl s_server` at a port of this machine, with a certificate of its own making.
final class HTTPSServer: Sendable {
    struct StartError: Error {
        let output: String
    }

    /// Where `openssl` is, or `nil`; suites that need it are skipped, and say so, where it is absent.
    static let openssl: URL? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .map { URL(fileURLWithPath: $0) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    let port: Int
    /// The file of the certificate: whoever trusts it trusts the server.
    var certificate: String { directory.appendingPathComponent("certificate.pem").path }
    private let directory: URL
    private let process: Process

    /// Starts a server that answers every request with a page about the connection.
    ///
    /// - Parameters:
    ///   - name: The name that the certificate is for.
    ///   - arguments: More for `openssl s_server`.
    /// - Throws: ``StartError`` where there is no such server to be had.
    init(name: String, _ arguments: [String] = []) async throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("bolts-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try await HTTPSServer.makeCertificate(name, in: directory)
        process = Process()
        process.executableURL = HTTPSServer.openssl
        process.currentDirectoryURL = directory
        process.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "certificate.pem", "-key", "key.pem"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = Pipe()
        try process.run()
        let handle = output.fileHandleForReading
        port = try await BoltsTask<Int>(.queue(.global())) {
            var text = ""
            while true {
                let data = handle.availableData
                text += String(decoding: data, as: UTF8.self)
                if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }),
                    text.hasSuffix("\n"),
                    let number = line.split(separator: ":").last.flatMap({ Int($0) })
                {
                    return number
                }
                if data.isEmpty { throw StartError(output: text) }
            }
        }.value
    }

    deinit {
        // Started from a thread of Dispatch, it has every signal blocked that can be.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: directory)
    }

    func url(host: String) throws -> URL {
        guard let url = URL(string: "https://\(host):\(port)/") else { throw StartError(output: host) }
        return url
    }

    private static func makeCertificate(_ name: String, in directory: URL) async throws {
        let process = Process()
        process.executableURL = openssl
        process.currentDirectoryURL = directory
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=\(name)", "-addext",
            "subjectAltName=DNS:\(name)",
        ]
        process.standardError = FileHandle.nullDevice
        let ended = TaskCompletionSource<Int32>()
        process.terminationHandler = { ended.trySet(result: $0.terminationStatus) }
        try process.run()
        let status = try await ended.task.value
        guard status == 0 else { throw StartError(output: "openssl req ended with \(status)") }
    }
}
