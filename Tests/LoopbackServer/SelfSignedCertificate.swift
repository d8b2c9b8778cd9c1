internal import BoltsTasks
public import Foundation

/// A certificate that nobody vouches for, made by `openssl`, and its key, for as long as this is kept.
public final class SelfSignedCertificate: Sendable {
    /// The reason why no certificate could be made.
    public struct MakingError: Error {
        let text: String
    }

    /// Where `openssl` is, or `nil`; suites that need it are skipped, and say so, where it is absent.
    public static let openssl: URL? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .map { URL(fileURLWithPath: $0) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// Where both files are, and nothing else.
    public let directory: URL
    /// The file of the certificate: a client that trusts it trusts the server.
    public var certificate: String { directory.appendingPathComponent("certificate.pem").path }
    /// The path of the private key.
    public var key: String { directory.appendingPathComponent("key.pem").path }

    /// Makes a certificate.
    ///
    /// - Parameter name: The name that it is for.
    /// - Throws: ``MakingError`` where there is no `openssl` that can.
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
        // In the system's directory of temporary files, which is emptied by others where this cannot.
        try? FileManager.default.removeItem(at: directory)
    }
}
