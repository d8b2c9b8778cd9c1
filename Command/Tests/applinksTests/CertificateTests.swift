import Foundation
import LoopbackServer
import Testing

/// Tests sites whose certificate is rejected.
@Suite(
    .timeLimit(.minutes(20)),
    .enabled(if: SelfSignedCertificate.openssl != nil, "there is no openssl to make a certificate with")
)
struct CertificateTests {
    @Test(
        arguments: [
            (["check", "lakrids.dk", "--no-config"], 1), (["check", "https://lakrids.dk/r/1", "--no-config"], 1),
            (["explain", "https://lakrids.dk/r/1"], 2),
        ] as [([String], Int32)]
    )
    func theCauseIsSaid(_ command: [String], _ status: Int32) async throws {
        let certificate = try await SelfSignedCertificate(name: "lakrids.dk")
        let server = try LoopbackServer(certificate: certificate) { _, connection in connection.respond(body: "no") }
        defer { server.stop() }
        let run = try await Tool.run(
            command + ["--origin", "https://127.0.0.1:\(server.port)", "--allow-private", "--proxy", ""]
        )
        #expect(run.status == status, "\(run)")
        let cause = "its certificate or encryption was rejected: the certificate is self-signed"
        #expect(run.flat.contains(cause), "\(run)")
    }
}
