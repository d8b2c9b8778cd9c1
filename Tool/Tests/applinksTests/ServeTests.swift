import FlyingSocks
import Foundation
import Testing

/// `applinks serve`: what is served of a folder, what is refused, and the page about it.
@Suite(.timeLimit(.minutes(20))) struct ServeTests {
    private func site() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.file(".well-known/apple-app-site-association", #"{"applinks": {"details": []}}"#)
        try scratch.file(".well-known/assetlinks.json", "[]")
        try scratch.file(".well-known/windows-app-web-link", "[]")
        try scratch.file("index.html", "<!doctype html><title>Home</title>")
        try scratch.file("recipes/index.html", "<!doctype html><meta property=al:ios:url content=kogebog://recipes>")
        try scratch.file("recipes/café 1.html", "<p>")
        try scratch.file("app.webmanifest", "{}")
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
        let head = try await server.get("/", method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "34")
        #expect(try await server.get("/none").status == 404)
        #expect(try await server.get("/", method: "POST").status == 405)
    }

    @Test func nothingOutsideTheFolderIsServed() async throws {
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
        // Nor is it looked at.
        let report = try await server.get("/_applinks/")
        #expect(!report.body.contains("out.html") && report.body.contains("inside.html"))
    }

    @Test func otherNamesOfThisMachineAreNotAnswered() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        #expect(try await server.get("/", host: "evil.example").status == 421)
        for host in ["localhost", "LOCALHOST:\(server.port)", "127.0.0.1", "lakrids.dk"] {
            #expect(try await server.get("/", host: host).status == 200, "\(host)")
        }
    }

    @Test func thePageShowsFindingsAndTheOutlookAndLoadsNothing() async throws {
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
    }

    @Test func aChangedFileIsToldAndIsOnThePage() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        let events = try await server.events()
        defer { try? events.close() }
        var text = ""
        func read(until end: String) async throws {
            while !text.contains(end) {
                text += String(decoding: try await events.read(atMost: 4_096), as: UTF8.self)
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
        // Also while a browser listens.
        let events = try await server.events()
        defer { try? events.close() }
        _ = try await events.read(atMost: 4_096)
        #expect(try await server.tool.interrupt() == 0)
    }

    @Test func aTakenPortAndAMissingFolderAreClearErrors() async throws {
        let site = try site()
        let server = try await RunningServer(site.url.path)
        let taken = try await Tool.run([
            "serve", site.url.path, "--host", "lakrids.dk", "--port", "\(server.port)",
        ])
        #expect(taken.status == 1 && taken.errors.contains("port \(server.port)"), "\(taken.errors)")
        #expect(taken.errorLines.count == 1)
        let missing = try await Tool.run(["serve", "no-such-folder", "--host", "lakrids.dk"])
        #expect(missing.status == 1 && missing.errors.contains("there is no folder at no-such-folder"))
        let unnamed = try await Tool.run(["serve", site.url.path])
        #expect(unnamed.status == 1 && unnamed.errors.contains("--host"))
    }
}
