#if os(macOS) || os(Linux)
import BoltsTasks
import Foundation
import LoopbackServer
import Synchronization

/// `openssl s_server` at a port of this machine, with a self-signed certificate.
final class HTTPSServer: Sendable {
    struct StartError: Error {
        let output: String
    }

    let port: Int
    /// The path of the certificate, for clients to trust.
    var certificate: String { own.certificate }
    private let own: SelfSignedCertificate
    private let process: Process

    /// Starts a server whose every page describes the connection.
    ///
    /// - Parameters:
    ///   - name: The name that the certificate is for.
    ///   - arguments: More arguments for `openssl s_server`.
    /// - Throws: ``StartError`` if the server cannot be started.
    init(name: String, _ arguments: [String] = []) async throws {
        own = try await SelfSignedCertificate(name: name)
        process = Process()
        process.executableURL = SelfSignedCertificate.openssl
        process.currentDirectoryURL = own.directory
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
        // In a process that was started from a thread of Dispatch, all other signals are blocked.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func url(host: String) throws -> URL {
        guard let url = URL(string: "https://\(host):\(port)/") else { throw StartError(output: host) }
        return url
    }
}
#endif
