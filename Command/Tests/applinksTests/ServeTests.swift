import FlyingSocks
import Foundation
import Testing

@testable import applinks

/// Tests which files of a folder `applinks serve` serves and refuses, and the page about the folder.
@Suite(.timeLimit(.minutes(20))) struct ServeTests {
    private func site() throws -> Scratch {
        let scratch = try Scratch([
            ".well-known/apple-app-site-association": #"{"applinks": {"details": []}}"#,
            ".well-known/assetlinks.json": "[]", ".well-known/windows-app-web-link": "[]",
            "index.html": "<!doctype html><title>Home</title>",
            "recipes/index.html": "<!doctype html><meta property=al:ios:url content=kogebog://recipes>",
            "recipes/café 1.html": "<p>", "app.webmanifest": "{}",
        ])
        return scratch
    }

    @Test func filesHaveTheMediaTypesThatPlatformsWant() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        for (path, type) in [
            ("/.well-known/apple-app-site-association", "application/json"),
            ("/.well-known/assetlinks.json", "application/json"),
            ("/.well-known/windows-app-web-link", "application/json"), ("/", "text/html"),
            ("/recipes/caf%C3%A9%201.html", "text/html"), ("/app.webmanifest", "application/manifest+json"),
        ] {
            let answer = try await server.get(path)
            #expect(answer.status == 200 && answer.fields["content-type"] == type, "\(path): \(answer)")
        }
        let folder = try await server.get("/recipes")
        #expect(folder.status == 301 && folder.fields["location"] == "/recipes/")
        let query = try await server.get("/recipes?a=b?c/d")
        #expect(query.status == 301 && query.fields["location"] == "/recipes/?a=b?c/d")
        let head = try await server.get("/", method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "34")
        #expect(try await server.get("/none").status == 404)
        #expect(try await server.get("/", method: "POST").status == 405)
    }

    @Test(.tags(.th75)) func nothingOutsideTheFolderIsServed() async throws {
        let outside = try Scratch()
        let secret = try outside.file("secret.txt", "secret")
        let site = try site()
        let manager = FileManager.default
        let link = { (name: String) in site.url.appendingPathComponent(name).path }
        try manager.createSymbolicLink(atPath: link("file.txt"), withDestinationPath: secret)
        try manager.createSymbolicLink(atPath: link("folder"), withDestinationPath: outside.url.path)
        try manager.createSymbolicLink(atPath: link("inside.html"), withDestinationPath: link("index.html"))
        try manager.createSymbolicLink(atPath: link("out.html"), withDestinationPath: secret)
        let server = try await RunningServer(site.url.path)
        let name = outside.url.lastPathComponent
        for path in [
            "/../\(name)/secret.txt", "/%2e%2e/\(name)/secret.txt", "/..%2f\(name)%2fsecret.txt", "/file.txt",
            "/folder/secret.txt", "/recipes/../../\(name)/secret.txt", "/out.html", "//etc/passwd", "/%00", "/.",
            "/..\\\(name)\\secret.txt", "/%", "/recipes//index.html",
        ] {
            let answer = try await server.get(path)
            #expect(
                [403, 404, 400, 0].contains(answer.status) && !answer.body.contains("secret\n"),
                "\(path): \(answer)"
            )
            #expect(answer.body != "secret")
        }
        #expect(try await server.get("/inside.html").status == 200)
        // The file is not examined either.
        let report = try await server.get("/_applinks/")
        #expect(!report.body.contains("out.html") && report.body.contains("inside.html"))
    }

    @Test(.tags(.th71)) func otherNamesOfThisMachineAreNotAnswered() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        #expect(try await server.get("/", host: "evil.example").status == 421)
        for host in ["localhost", "LOCALHOST:\(server.port)", "127.0.0.1", "lakrids.dk"] {
            #expect(try await server.get("/", host: host).status == 200, "\(host)")
        }
    }

    @Test func thePageShowsFindingsAndTheRoutesAndLoadsNothing() async throws {
        let site = try site()
        try site.file("x/<b>.html", "<meta name=apple-itunes-app content='app-id=abc'>")
        let server = try await RunningServer(site.url.path)
        let report = try await server.get("/_applinks/")
        #expect(report.status == 200 && report.fields["content-type"] == "text/html; charset=utf-8")
        #expect(report.fields["content-security-policy"]?.contains("default-src 'none'") == true)
        for text in [
            "assetlinks-empty", "banner-app-id", "kogebog://recipes", "/recipes/", "--origin \(server.origin)",
        ] {
            #expect(report.body.contains(text), "\(text) is not on the page")
        }
        #expect(!report.body.contains("<b>.html") && !report.body.contains("src="))
        #expect(try await server.get("/_applinks").fields["location"] == "/_applinks/")
        #expect(try await server.get("/_applinks/other").status == 404)
        // A file of the folder never replaces a part of the page, however the path is written.
        try site.file("_applinks/other", "x")
        for path in ["/_applinks/other", "/%5Fapplinks/other", "/_applink%73%2Fother", "/_applinks%2fother"] {
            #expect(try await server.get(path).status != 200, "\(path)")
        }
    }

    @Test func aPageThatOnlyTheBrowserOpensSaysWhy() async throws {
        let apple = Samples.appleFile("R2TQ9MZ7K4.dk.lakrids.kogebog", #"{"/": "/Recipes/*"}"#)
        let site = try Scratch([".well-known/apple-app-site-association": apple])
        try site.file("recipes/1.html", "<!doctype html><title>x</title>")
        let server = try await RunningServer(site.url.path)
        let report = try await server.get("/_applinks/")
        #expect(report.body.contains("browser only. iPhone, iPad, Mac"), "\(report.body)")
        #expect(report.body.contains("opens no app: the path differs in letter case from /Recipes/*"))
        #expect(report.body.contains("write /recipes/*"))
    }

    @Test func aChangedFileIsToldAndIsOnThePage() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        let events = try await server.events()
        defer { try? events.close() }
        var text = ""
        func read(until end: String) async throws {
            while !text.contains(end) {
                text += String(decoding: try await events.readArrived(atMost: 4_096), as: UTF8.self)
            }
        }
        try await read(until: "data: 1\n\n")
        #expect(text.contains("text/event-stream"))
        #expect(try await !server.get("/_applinks/").body.contains("banner-app-id"))
        try site.file("new.html", "<meta name=apple-itunes-app content='app-id=abc'>")
        try await read(until: "data: 2\n\n")
        let report = try await server.get("/_applinks/")
        #expect(report.body.contains("banner-app-id") && report.body.contains("/new.html"))
        try FileManager.default.removeItem(at: site.url.appendingPathComponent("new.html"))
        try await read(until: "data: 3\n\n")
        #expect(try await !server.get("/_applinks/").body.contains("banner-app-id"))
    }

    @Test func controlCEndsIt() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        // This also works while a browser listens.
        let events = try await server.events()
        defer { try? events.close() }
        _ = try await events.readArrived(atMost: 4_096)
        #expect(try await server.tool.interrupt() == 0)
    }

    @Test(.tags(.th73)) func hiddenFilesAreNotServed() async throws {
        let site = try site()
        try site.file(".env", "secret")
        try site.file(".git/config", "secret")
        try site.file("recipes/.well-known/x.txt", "secret")
        try site.file(".well-known/.htpasswd", "secret")
        let server = try await RunningServer(site.url.path)
        for path in ["/.env", "/.git/config", "/%2egit/config", "/recipes/.well-known/x.txt", "/.well-known/.htpasswd"]
        {
            let answer = try await server.get(path)
            #expect(answer.status == 403 && !answer.body.contains("secret"), "\(path): \(answer)")
        }
        #expect(try await server.get("/.well-known/assetlinks.json").status == 200)
    }

    @Test(.tags(.th73)) func otherPagesCannotReadAnswers() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        for path in ["/", "/none", "/recipes", "/_applinks/", "/.well-known/assetlinks.json"] {
            let fields = try await server.get(path).fields
            #expect(fields["x-content-type-options"] == "nosniff", "\(path)")
            #expect(fields["cross-origin-resource-policy"] == "same-origin", "\(path)")
        }
        let refused = try await server.get("/", host: "evil.example")
        #expect(refused.fields["x-content-type-options"] == "nosniff")
        // Other sites cannot keep streams of versions open either.
        let stream = try await server.send(
            "GET /_applinks/events HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n"
        )
        #expect(stream.status == 403)
    }

    @Test(.tags(.th77)) func commandsToCopyAreQuoted() async throws {
        let site = try Scratch(["$(touch x)`id`';&.html": "<title>x</title>"])
        let server = try await RunningServer(site.url.path)
        let report = try await server.get("/_applinks/").body
        // The commands are decoded as a browser copies them.
        let commands = report.split(separator: "<pre><code>").dropFirst()
            .map { $0.prefix { $0 != "<" }.replacing("&#39;", with: "'").replacing("&amp;", with: "&") }
        #expect(commands.count == 2)
        for command in commands {
            #expect(
                command.contains(" 'https://lakrids.dk/$(touch%20x)%60id%60'\\'';&.html' --origin"),
                "\(command)"
            )
        }
        // A shell reads it as one word that is the URL.
        let command = commands.first ?? ""
        let word = try await Program.run(["/bin/sh", "-c", "set -- \(command); printf '%s' \"$3\""]).output
        #expect(word == "https://lakrids.dk/$(touch%20x)%60id%60';&.html")
    }

    // MARK: - Limits of requests

    @Test(.tags(.th71)) func oneHostIsWanted() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        for fields in [
            "", "Host: localhost\r\nHost: localhost\r\n", "Host:\r\n", "Host: a b\r\n", "Host : localhost\r\n",
        ] {
            #expect(try await server.send("GET / HTTP/1.1\r\n\(fields)\r\n").status == 400, "\(fields)")
        }
    }

    @Test(.tags(.th71)) func longRequestsAreRefused() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        let line = String(repeating: "a", count: RequestParser.maximumLine)
        #expect(try await server.send("GET /\(line) HTTP/1.1\r\nHost: evil.com\r\n\r\n").status == 414)
        let fields = String(repeating: "a:b\r\n", count: RequestParser.maximumFields / 5)
        #expect(try await server.send("GET / HTTP/1.1\r\nHost: evil.com\r\n\(fields)\r\n").status == 431)
        // A megabyte is not waited for: the end of the connection may overtake the answer.
        let long = String(repeating: "a", count: 1_000_000)
        for request in ["GET /\(long) HTTP/1.1\r\nHost: evil.com\r\n\r\n", "GET / HTTP/1.1\r\nX: \(long)\r\n\r\n"] {
            let status = try? await server.send(request).status
            #expect([414, 431, 0, nil].contains(status), "\(String(describing: status))")
        }
        // A request of the maximum length is answered.
        let path = String(repeating: "a", count: RequestParser.maximumLine - "GET / HTTP/1.1".count)
        #expect(try await server.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 404)
    }

    @Test(.tags(.th71)) func aRequestWithABodyAndAPipelinedOneGetOneAnswer() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        let body = String(repeating: "x", count: 1_000_000)
        let post = try await server.send(
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n\(body.prefix(60_000))"
        )
        #expect(post.status == 405)
        let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let answer = try await server.send(get + get + get)
        #expect(answer.status == 200 && answer.fields["connection"] == "close")
    }

    @Test(.tags(.th72)) func connectionsThatSendNothingKeepNobodyOut() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        var idle: [AsyncSocket] = []
        for _ in 0..<(2 * ConnectionTable.maximum) {
            idle.append(try await HTTPAnswer.connect(port: server.port, sending: "GET / HT"))
        }
        #expect(try await server.get("/").status == 200)
        // The oldest connection was closed.
        await #expect(throws: SocketError.disconnected) { try await idle[0].readArrived(atMost: 1) }
        for socket in idle { try socket.close() }
        #expect(try await server.get("/").status == 200)
    }

    @Test(.tags(.th72)) func aRequestThatNeverEndsIsGivenUp() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        let slow = try await HTTPAnswer.connect(port: server.port, sending: "GET / HTTP/1.1\r\nHost: localhost\r\n")
        defer { try? slow.close() }
        await #expect(throws: SocketError.disconnected) { try await slow.readArrived(atMost: 1) }
    }

    @Test(.tags(.th72)) func itEndsWhateverIsOpen() async throws {
        let site = try site()
        try site.file("large.bin", [UInt8](repeating: 0x61, count: 32 << 20))
        let server = try await RunningServer(site.url.path)
        var open: [AsyncSocket] = [try await server.events()]
        _ = try await open[0].readArrived(atMost: 4_096)
        // The clients are one that does not read its answer, one that does not end its request, and one with a request of a
        // megabyte.
        for request in [
            "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: lo",
            "GET / HTTP/1.1\r\nHost: evil.com\r\n" + String(repeating: "a:b\r\n", count: 10_000),
        ] {
            open.append(try await HTTPAnswer.connect(port: server.port, sending: request))
        }
        #expect(try await server.tool.terminate() == 0)
        for socket in open { try socket.close() }
    }

    @Test(.tags(.th74)) func pipesInTheFolderAreNotWaitedFor() async throws {
        let site = try site()
        for name in ["pipe.txt", "page.html", ".well-known/assetlinks.json"] {
            let path = site.url.appendingPathComponent(name).path
            unlink(path)
            #expect(mkfifo(path, 0o600) == 0)
        }
        let server = try await RunningServer(site.url.path)
        for path in ["/pipe.txt", "/page.html", "/.well-known/assetlinks.json"] {
            #expect(try await server.get(path).status == 403, "\(path)")
        }
        #expect(try await server.get("/_applinks/").body.contains("is not a regular file"))
        #expect(try await server.tool.terminate() == 0)
    }

    @Test func aTakenPortAndAMissingFolderAreClearErrors() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        let taken = try await Tool.run(["serve", site.url.path, "--host", "lakrids.dk", "--port", "\(server.port)"])
        #expect(taken.status == 1 && taken.errors.contains("port \(server.port)"), "\(taken.errors)")
        #expect(taken.errorLines.count == 1)
        let missing = try await Tool.run(["serve", "no-such-folder", "--host", "lakrids.dk"])
        #expect(missing.status == 1 && missing.errors.contains("there is no folder at no-such-folder"))
        let unnamed = try await Tool.run(["serve", site.url.path])
        #expect(unnamed.status == 1 && unnamed.errors.contains("--host"))
    }
}
