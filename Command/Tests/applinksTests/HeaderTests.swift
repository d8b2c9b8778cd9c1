import Foundation
import LoopbackServer
import Testing

/// Tests credentials for a server that is not public yet.
@Suite(.timeLimit(.minutes(20))) struct HeaderTests {
    private static let file = Samples.appleFile("R2TQ9MZ7K4.dk.lakrids.kogebog", #"{"/": "/r/*"}"#)

    /// A server that refuses requests without the token.
    private static func server(_ name: String = "X-Token", _ value: String = "s3cr3t") throws -> LoopbackServer {
        try LoopbackServer { request, connection in
            guard request.values(name) == [value] else { return connection.respond(401, body: "who are you?") }
            if request.target == "/.well-known/apple-app-site-association" {
                connection.respond(200, ["Content-Type: application/json"], body: file)
            } else {
                connection.respond(200, body: "<!doctype html><title>r</title>")
            }
        }
    }

    private static func check(
        _ server: LoopbackServer,
        _ options: [String],
        command: [String] = ["check", "https://lakrids.dk/r/1"],
        environment: [String: String] = [:]
    ) async throws -> Tool.Run {
        let origin = ["--origin", "\(server.url(""))", "--allow-private"]
        return try await Tool.run(command + origin + options, environment: environment)
    }

    @Test(.tags(.th88), arguments: [["--rp-id", "b.example"], ["--host", "b.example"], []])
    func whereSignInAsksTheNamedOriginItGetsTheFields(_ options: [String]) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let run = try await Self.check(server, ["--for", "sign-in", "--header", "X-Token: s3cr3t"] + options)
        #expect(run.status != 64 && !server.requests.isEmpty, "\(run.status) \(run.errors)")
        #expect(server.requests.allSatisfy { $0.values("X-Token") == ["s3cr3t"] })
    }

    /// A folder replaces the web, so that no request is made.
    @Test(arguments: [
        ["https://a.example/", "https://a.example:443/x"], ["a.example", "https://A.example:443/"],
        ["a.example:443", "a.example"], ["http://a.example/", "http://a.example:80/x"],
    ])
    func theDefaultPortIsNoOtherOrigin(_ inputs: [String]) async throws {
        let scratch = try Scratch([".well-known/apple-app-site-association": Self.file])
        let run = try await Tool.run(["check"] + inputs + ["--offline", scratch.url.path, "--header", "X: y"])
        #expect(run.status < 2, "\(run.status) \(run.errors)")
        let other = try await Tool.run(["check", "https://a.example/", "https://a.example:8443/", "--header", "X: y"])
        #expect(other.status == 64 && other.errors.contains("https://a.example:8443"), "\(other.errors)")
    }

    /// Otherwise a person who can change a file of the repository could choose who gets the token.
    @Test(
        .tags(.th88),
        arguments: [
            ("version: 1\ncheck: https://evil.invalid/\n", []), ("version: 1\ncheck: evil.invalid\n", []),
            ("version: 1\nsites: [{host: evil.invalid}]\n", []), ("version: 1\n", ["--from", "hosts.txt"]),
            ("version: 1\ncheck: evil.invalid\n", ["good.invalid", "--from", "hosts.txt"]),
        ]
    )
    func aFileOfTheRepositoryNamesNoServerThatGetsTheFields(_ settings: String, _ arguments: [String]) async throws {
        let scratch = try Scratch([".git/HEAD": "", ".applinks.yaml": settings, "hosts.txt": "evil.invalid\n"])
        for fields in [
            ["--header-env", "X-Token=TOKEN"], ["--basic-auth-env", "TOKEN"], ["--header", "X-Token: a:b"],
        ] {
            let run = try await Tool.run(
                ["check"] + arguments + fields,
                environment: ["TOKEN": "a:b"],
                directory: scratch.url
            )
            #expect(run.status == 64 && run.errors.contains("Header fields are sent"), "\(run)")
        }
    }

    /// Otherwise a person who can change a file of the repository could choose requests that are sent with the token.
    @Test(
        .tags(.th88),
        arguments: [
            ("version: 1\ncheck: https://a.example/admin?delete=1\n", []),
            ("version: 1\nsites: [{host: a.example, check: https://a.example/admin}]\n", []),
            ("version: 1\n", ["--from", "hosts.txt"]),
            ("version: 1\n", ["https://a.example/r/1", "--from", "hosts.txt"]),
        ]
    )
    func aFileOfTheRepositoryNamesNoPathThatIsAskedWithTheFields(_ settings: String, _ arguments: [String]) async throws
    {
        let server = try Self.server()
        defer { server.stop() }
        let scratch = try Scratch([
            ".git/HEAD": "", ".applinks.yaml": settings, "hosts.txt": "https://a.example/admin\n",
        ])
        let options = ["--origin", "\(server.url(""))", "--allow-private", "--header", "X-Token: s3cr3t"]
        let run = try await scratch.run(["check"] + arguments + options)
        #expect(run.status == 64 && run.errors.contains("only to paths that the command line names"), "\(run)")
        #expect(server.requests.isEmpty)
        // The paths of a host's own files are fixed.
        try scratch.file(".applinks.yaml", "version: 1\ncheck: a.example\n")
        let host = try await scratch.run(["check"] + options)
        #expect(host.status != 64 && server.requests.contains { $0.values("X-Token") == ["s3cr3t"] }, "\(host)")
        #expect(
            server.requests.allSatisfy {
                $0.target.hasPrefix("/.well-known/") || $0.target == "/apple-app-site-association"
            }
        )
    }

    @Test(.tags(.th88)) func aServerOfTheCommandLineGetsTheFieldsWhateverTheSettingsSay() async throws {
        let (named, other) = (try Self.server(), try Self.server())
        defer {
            named.stop()
            other.stop()
        }
        let scratch = try Scratch([".git/HEAD": ""])
        let host = try #require(URL(string: "\(other.url(""))")?.port).description
        try scratch.file(
            ".applinks.yaml",
            "version: 1\nhost: \"127.0.0.1:\(host)\"\nsites: [{host: \"127.0.0.1:\(host)\"}]\n"
        )
        let fields = ["--header", "X-Token: s3cr3t", "--allow-private"] + Tool.shortLimits
        _ = try await scratch.run(["check", "\(named.url("/r/1"))"] + fields)
        #expect(named.requests.contains { $0.values("X-Token") == ["s3cr3t"] })
        #expect(other.requests.allSatisfy { $0.values("X-Token").isEmpty })
    }

    private static let answer = "may open R2TQ9MZ7K4.dk.lakrids.kogebog"

    @Test func aSiteBehindALoginIsReadWithTheField() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let without = try await Self.check(server, [])
        #expect(!without.flat.contains(Self.answer), "\(without.output)")
        let with = try await Self.check(server, ["--header", "X-Token: s3cr3t", "--disable", "assetlinks-missing"])
        #expect(with.flat.contains(Self.answer), "\(with.output)\(with.errors)")
        let explain = try await Self.check(
            server,
            ["--header-env", "X-Token=STAGING", "--json"],
            command: ["explain", "https://lakrids.dk/r/1"],
            environment: ["STAGING": "s3cr3t"]
        )
        #expect(explain.output.contains("R2TQ9MZ7K4.dk.lakrids.kogebog may open"), "\(explain.output)\(explain.errors)")
    }

    @Test func aUserAndAPasswordComeFromAVariable() async throws {
        let server = try Self.server("Authorization", "Basic dXNlcjpww6Rzcw==")
        defer { server.stop() }
        let run = try await Self.check(server, ["--basic-auth-env", "LOGIN"], environment: ["LOGIN": "user:päss\n"])
        #expect(run.output.contains(Self.answer), "\(run.output)\(run.errors)")
    }

    @Test func fieldsComeFromAFile() async throws {
        let scratch = try Scratch(["fields": "# for staging\n\nX-Token: s3cr3t\r\nCookie: a=b; c=d\n"])
        let server = try Self.server()
        defer { server.stop() }
        let path = scratch.url.appendingPathComponent("fields").path
        let run = try await Self.check(server, ["--header", "@\(path)"])
        #expect(run.output.contains(Self.answer), "\(run.output)\(run.errors)")
        #expect(server.requests.allSatisfy { $0.values("Cookie") == ["a=b; c=d"] })
        try scratch.file("broken", "X-Token: s3cr3t\ns3cr3t\n")
        let broken = try await Self.check(
            server,
            ["--header", "@\(scratch.url.appendingPathComponent("broken").path)"]
        )
        #expect(broken.status == 64 && broken.errors.contains("line 2 of"), "\(broken.errors)")
        #expect(!broken.errors.contains("s3cr3t"), "\(broken.errors)")
        let missing = try await Self.check(server, ["--header", "@no-such-file"])
        #expect(missing.status == 64 && missing.errors.contains("no-such-file"), "\(missing.errors)")
    }

    @Test func fieldsComeFromAPipe() async throws {
        let server = try Self.server()
        defer { server.stop() }
        // The file can be read only once, like that of a shell's <(command).
        let run = try await Tool.run(
            [
                "check", "https://lakrids.dk/r/1", "--header", "@/dev/stdin", "--origin", "\(server.url(""))",
                "--allow-private",
            ],
            input: "X-Token: s3cr3t\n"
        )
        #expect(run.output.contains(Self.answer), "\(run.output)\(run.errors)")
    }

    @Test(.tags(.th88), arguments: ["text", "json", "sarif", "html", "markdown", "junit", "gitlab"])
    func noReportHasTheValue(_ format: String) async throws {
        let server = try LoopbackServer { request, connection in
            guard request.target.hasPrefix("/.well-known") else { return connection.respond(500, body: "no") }
            connection.redirect(302, to: "/elsewhere")
        }
        defer { server.stop() }
        let options = ["--header", "Authorization: Bearer s3cr3t", "--header", "Cookie: s3cr3t=1", "--format", format]
        let run = try await Self.check(server, options)
        #expect(run.status == 1 || run.status == 2)
        #expect(!run.output.contains("s3cr3t") && !run.errors.contains("s3cr3t"), "\(run.output)\(run.errors)")
        #expect(server.requests.contains { $0.values("Cookie") == ["s3cr3t=1"] })
    }

    @Test(
        .tags(.th88),
        arguments: [("--basic-auth-env", "user:s3cr3t"), ("--header-env", "Authorization=Bearer s3cr3t")]
    )
    func aValueInPlaceOfAVariableIsNotRepeated(_ option: String, _ value: String) async throws {
        let run = try await Tool.run(["check", "a.example", option, value])
        #expect(run.status == 64 && run.errors.contains("and not its value"), "\(run.status) \(run.errors)")
        #expect(!run.errors.contains("s3cr3t"), "\(run.errors)")
    }

    @Test(.tags(.th88)) func otherServersDoNotGetIt() async throws {
        let other = try LoopbackServer { _, connection in connection.respond(404, body: "no") }
        let server = try LoopbackServer { request, connection in
            switch request.target {
            case "/.well-known/assetlinks.json":
                let list = "[{\"include\": \"\(other.url("/list.json"))\"}]"
                connection.respond(200, ["Content-Type: application/json"], body: list)
            default: connection.redirect(302, to: other.url(request.target).absoluteString)
            }
        }
        defer {
            server.stop()
            other.stop()
        }
        _ = try await Self.check(server, ["--header", "X-Token: s3cr3t"])
        #expect(server.requests.allSatisfy { $0.values("X-Token") == ["s3cr3t"] } && !server.requests.isEmpty)
        #expect(other.requests.allSatisfy { $0.values("X-Token").isEmpty })
        #expect(other.requests.contains { $0.target != "/list.json" }, "a redirect was followed")
    }

    @Test(arguments: [
        (["check", "a.example", "b.example", "--header", "X: y"], "name 2: https://a.example, https://b.example"),
        (["check", ".", "--header", "X: y"], "no input is a URL or a host"),
        (["check", "a.example", "--header", "X"], "this one has no colon"),
        (["check", "a.example", "--header", "Host: b"], "the header field Host is written by the fetcher"),
        (["check", "a.example", "--header", "X: y\r\nHost: b"], "other than visible ASCII"),
        (["check", "a.example", "--header-env", "X"], "--header-env takes a field and a variable"),
        (["check", "a.example", "--header-env", "X=NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE is not set"),
        (["explain", "https://a.example/", "--basic-auth-env", "NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE is not set"),
        (
            ["check", "https://a.example/login", "--for", "sign-in", "--rp-id", "b.example", "--header", "X: y"],
            "only to https://a.example, which the input names, but the files come from https://b.example"
        ),
        (
            ["check", "a.example", "--for", "sign-in", "--rp-id", "b.example", "--header", "Cookie: a=b"],
            "only to https://a.example, which the input names, but the files come from https://b.example"
        ),
        (
            ["check", "https://a.example/", "--for", "sign-in", "--host", "b.example", "--header", "X: y"],
            "only to https://a.example, which the input names, but the files come from https://b.example"
        ),
        (
            ["check", "http://a.example:8080/", "--for", "sign-in", "--header", "X: y"],
            "only to http://a.example:8080, which the input names, but the files come from https://a.example"
        ),
        (
            ["explain", "https://a.example/", "--for", "sign-in", "--rp-id", "b.example", "--header", "X: y"],
            "only to https://a.example, which the input names, but the files come from https://b.example"
        ),
        (
            ["explain", "https://a.example/", "--for", "sign-in", "--host", "b.example", "--header", "X: y"],
            "only to https://a.example, which the input names, but the files come from https://b.example"
        ),
    ])
    func whatCannotBeSentIsRefusedBeforeAnyRequest(_ arguments: [String], _ message: String) async throws {
        let run = try await Tool.run(arguments)
        #expect(run.status == 64 && run.errors.contains(message), "\(run.status) \(run.errors)")
    }
}
