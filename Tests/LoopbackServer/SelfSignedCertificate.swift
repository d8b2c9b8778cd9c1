internal import BoltsTasks
public import Foundation

/// A self-signed certificate and its key, made by `openssl`, which exist until this is released.
public final class SelfSignedCertificate: Sendable {
    /// The reason why no certificate could be made.
    public struct MakingError: Error {
        let text: String
    }

    /// The path of `openssl`, or `nil`: suites that need it are then skipped, with a message.
    public static let openssl: URL? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .map { URL(fileURLWithPath: $0) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// The directory that has only the two files.
    public let directory: URL
    /// The file of the certificate: a client that trusts it trusts the server.
    public var certificate: String { directory.appendingPathComponent("certificate.pem").path }
    /// The path of the private key.
    public var key: String { directory.appendingPathComponent("key.pem").path }

    /// Makes a certificate.
    ///
    /// - Parameter name: The name for which the certificate is valid.
    /// - Throws: ``MakingError`` if there is no `openssl`, or if it fails.
    public init(name: String) async throws {
        #if os(macOS) || os(Linux)
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("bolts-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = Self.openssl
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
        guard status == 0 else { throw MakingError(text: "openssl req ended with \(status)") }
        #else
        throw MakingError(text: "this system starts no programs, such as openssl")
        #endif
    }

    deinit {
        // If this fails, the system empties its directory of temporary files later.
        try? FileManager.default.removeItem(at: directory)
    }
}
