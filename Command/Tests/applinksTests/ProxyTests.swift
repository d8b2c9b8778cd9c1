import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct ProxyTests {
    private static let file = Samples.appleFile("R2TQ9MZ7K4.dk.lakrids.kogebog", #"{"/": "/r/*"}"#)

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request, connection in
            guard request.target.hasSuffix("/.well-known/apple-app-site-association") else {
                return connection.respond(404, body: "no")
            }
            connection.respond(200, ["Content-Type: application/json"], body: file)
        }
    }

    /// `site.invalid` is a name that no machine can look up.
    private static let command = ["check", "lakrids.dk", "--no-config", "--origin", "http://site.invalid"]

    @Test func aSiteBehindAProxyIsCheckedAndThePasswordIsNotPrinted() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let proxy = try LoopbackProxy(["site.invalid:80": server.port], credentials: "Basic dXNlcjpzM2NyM3Q=")
        defer { proxy.stop() }
        let url = "http://user:s3cr3t@127.0.0.1:\(proxy.port)"
        for (options, environment) in [
            (["--proxy", url], [:]), ([], ["http_proxy": url]), (["--format", "json"], ["ALL_PROXY": url]),
            (["--format", "html"], ["all_proxy": url]),
        ] as [([String], [String: String])] {
            let run = try await Tool.run(Self.command + options, environment: environment)
            let app = "R2TQ9MZ7K4.dk.lakrids.kogebog"
            let isText = !options.contains("--format")
            let answer = isText ? "may open \(app)" : "\(app) may open"
            #expect(run.flat.contains(answer), "\(run.output)\(run.errors)")
            #expect(!run.output.contains("s3cr3t") && !run.errors.contains("s3cr3t"), "\(run.output)\(run.errors)")
        }
        // A wrong password is not printed either.
        let wrong = try await Tool.run(Self.command + ["--proxy", "http://user:wr0ng@127.0.0.1:\(proxy.port)"])
        #expect(wrong.status == 2 && wrong.errors.contains("status 407"), "\(wrong)")
        #expect(!"\(wrong.output)\(wrong.errors)".contains("wr0ng"), "\(wrong)")
    }

    @Test(arguments: [
        ["check", "lakrids.dk", "--no-config"], ["check", "https://lakrids.dk/r/1", "--no-config"],
        ["check", "lakrids.dk", "--no-config", "--for", "sign-in"], ["explain", "https://lakrids.dk/r/1"],
        ["explain", "https://lakrids.dk/r/1", "--for", "sign-in"],
    ])
    func aHostBehindAProxyThatFailsIsNotChecked(_ command: [String]) async throws {
        let closed = try ClosedPort()
        let refusing = try LoopbackProxy([:])
        let asking = try LoopbackProxy(["site.invalid:443": closed.port], credentials: "Basic other")
        defer {
            refusing.stop()
            asking.stop()
        }
        for (place, words) in [
            ("127.0.0.1:\(closed.port)", ["the proxy 127.0.0.1:\(closed.port) made no connection to site.invalid"]),
            ("127.0.0.1:\(refusing.port)", ["the proxy 127.0.0.1:\(refusing.port)", "status 403"]),
            ("127.0.0.1:\(asking.port)", ["the proxy 127.0.0.1:\(asking.port)", "status 407"]),
            ("x/path", ["https_proxy is not the address of a proxy"]),
        ] {
            let run = try await Tool.run(
                command + ["--origin", "https://site.invalid"],
                environment: ["https_proxy": "http://user:s3cr3t@\(place)"]
            )
            #expect(run.status == 2, "\(run)")
            for word in words { #expect(run.errors.contains(word), "\(run)") }
            for word in ["s3cr3t", "in no app", "opens no app", "Correct the host"] {
                #expect(!run.output.contains(word) && !run.errors.contains(word), "\(run)")
            }
        }
        withExtendedLifetime(closed) {}
    }

    @Test func withoutTheOptionOrAVariableNoProxyIsUsed() async throws {
        let proxy = try LoopbackProxy([:])
        defer { proxy.stop() }
        let url = "http://127.0.0.1:\(proxy.port)"
        for (options, environment) in [
            ([], ["HTTP_PROXY": url]), (["--proxy", ""], ["http_proxy": url]),
            ([], ["http_proxy": url, "no_proxy": "site.invalid"]),
        ] as [([String], [String: String])] {
            _ = try await Tool.run(Self.command + options, environment: environment)
            #expect(proxy.heads.isEmpty)
        }
    }

    @Test func privateAddressesAreNotAskedOfTheProxy() async throws {
        let proxy = try LoopbackProxy([:])
        defer { proxy.stop() }
        let run = try await Tool.run(
            ["check", "https://10.0.0.1/", "http://localhost/", "--no-config"],
            environment: ["all_proxy": "http://127.0.0.1:\(proxy.port)"]
        )
        #expect(run.status != 0 && proxy.heads.isEmpty, "\(run.output)\(run.errors)")
    }

    @Test func whatIsNoProxyIsRefusedWithoutRepeatingIt() async throws {
        let option = try await Tool.run(Self.command + ["--proxy", "ftp://user:s3cr3t@x"])
        #expect(option.status == 64 && option.errors.contains("--proxy takes the address"), "\(option.errors)")
        #expect(!option.errors.contains("s3cr3t"))
        let variable = try await Tool.run(Self.command, environment: ["http_proxy": "ftp://user:s3cr3t@x"])
        #expect(variable.status == 2, "\(variable)")
        #expect(variable.errors.contains("http_proxy is not the address of a proxy"), "\(variable.errors)")
        #expect(!"\(variable.output)\(variable.errors)".contains("s3cr3t"))
    }
}
