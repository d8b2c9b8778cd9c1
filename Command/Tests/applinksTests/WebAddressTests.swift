import Foundation
import Testing

@testable import applinks

/// Tests that links and hosts without a scheme have the same meaning in every command.
@Suite(.timeLimit(.minutes(20))) struct WebAddressTests {
    @Test(arguments: [
        ("example.com", "https://example.com/"), ("example.com/", "https://example.com/"),
        ("EXAMPLE.com:443/X?y#z", "https://example.com/X?y#z"), ("example.com:8443/x", "https://example.com:8443/x"),
        ("example.com?y=1", "https://example.com?y=1"), ("localhost/x", "https://localhost/x"),
        ("localhost:8080", "https://localhost:8080/"), ("127.0.0.1:8080/x", "https://127.0.0.1:8080/x"),
        ("b\u{FC}cher.example/x", "https://xn--bcher-kva.example/x"),
        ("B\u{DC}CHER.example:8443/x", "https://xn--bcher-kva.example:8443/x"),
        ("example.com./x", "https://example.com./x"),
    ])
    func whatBeginsWithAHostIsAURL(_ text: String, _ url: String) throws {
        let found = try #require(WebAddress.url(text))
        #expect(found.absoluteString == url)
    }

    @Test(arguments: [
        ("/%2f/\u{E9}", "/%2f/%C3%A9"), ("/a%20b/\u{E9}?q=%C3%A9\u{E9}#%41 b", "/a%20b/%C3%A9?q=%C3%A9%C3%A9#%41%20b"),
        ("/100%/%41", "/100%25/%41"), ("/a b%2F", "/a%20b%2F"), ("/a?x[]=%5B", "/a?x%5B%5D=%5B"),
        ("/a#b#%23", "/a#b%23%23"), ("/%C3%A9", "/%C3%A9"), ("/x", "/x"),
    ])
    func escapesStayBesideWhatIsEscaped(_ rest: String, _ expected: String) throws {
        #expect(WebAddress.url("example.com\(rest)")?.absoluteString == "https://example.com\(expected)")
        let text = "https://example.com\(rest)"
        #expect(WebAddress.url(withScheme: text)?.absoluteString == "https://example.com\(expected)")
        guard case .url(let url) = try CheckInput(text) else {
            Issue.record("\(text) is no URL")
            return
        }
        #expect(url.absoluteString == "https://example.com\(expected)")
    }

    @Test(arguments: [
        "", ".", "..", "./x", "../x", "/x", "x", "x/y", "public/index.html", "page.html", "assetlinks.json",
        "site.yaml/x",
        "app-release.apk", "v1.2.0", "2.0", "a..b", ".example.com", "-x.com", "mailto:a@example.com", "a@example.com",
        "applinks:example.com", "example.com:x/y", "https:example.com", "a b.com", "C:\\\\x.y", "?x.y", "#x.y",
    ])
    func whatLooksLikeAFileIsNone(_ text: String) { #expect(WebAddress.url(text) == nil) }

    @Test func aFolderIsThatOfAHostOfOtherLetters() async throws {
        let folder = try Self.site()
        let run = try await folder.run([
            "check", "public", "--host", "b\u{FC}cher.example", "--app-id", "R2TQ9MZ7K4.example.other",
        ])
        #expect(run.output.contains("https://xn--bcher-kva.example/x"), "\(run.output)\(run.errors)")
    }

    private static func site() throws -> Scratch {
        let file = Samples.appleFile("R2TQ9MZ7K4.example.shelf", #"{"/": "/x"}"#)
        return try Scratch(["public/.well-known/apple-app-site-association": file])
    }

    @Test(arguments: [
        ("example.com/x", "https://example.com/x"), ("EXAMPLE.com:443/x", "https://example.com/x"),
        ("https://EXAMPLE.com:443/x", "https://example.com/x"),
        ("b\u{FC}cher.example/x", "https://b\u{FC}cher.example/x"),
        ("https://xn--bcher-kva.example/x", "https://b\u{FC}cher.example/x"),
        ("example.com:8443/x", "https://example.com:8443/x"),
    ])
    func checkAndExplainTakeTheSameLinks(_ text: String, _ url: String) async throws {
        let folder = try Self.site()
        for command in ["check", "explain"] {
            func run(_ link: String) async throws -> [String] {
                let run = try await folder.run([command, link, "--offline", "public", "--format", "json"])
                let json = try #require(run.json.first, "\(run)")
                let input = (json["inputs"] as? [[String: Any]])?.first ?? json
                let answers = try #require(input["answers"] as? [[String: Any]])
                return answers.map { "\($0["name"] ?? "") \($0["text"] ?? "")" }
            }
            let answers = try await run(text)
            #expect(try await answers == run(url), "\(command)")
            // Apple's devices associate no host with another port.
            let opens = !url.contains(":8443")
            #expect(answers.first?.contains("R2TQ9MZ7K4.example.shelf") == opens, "\(answers)")
        }
    }

    @Test func aHostAloneIsExplainedByItsFirstPage() async throws {
        let folder = try Self.site()
        let run = try await folder.run(["explain", "b\u{FC}cher.example", "--offline", "public", "--json"])
        #expect(run.json.first?["url"] as? String == "https://xn--bcher-kva.example/", "\(run)")
    }

    /// The host does not exist, but each command tries to look it up.
    @Test(arguments: [
        ["resolve"], ["open"], ["diff", "public"], ["publish", "site.yaml", "--check"], ["check", "--retries", "0"],
        ["explain"],
    ])
    func everyCommandAsksTheHost(_ command: [String]) async throws {
        let folder = try Self.site()
        try folder.file(
            "site.yaml",
            "hosts: [shelf.example]\napps:\n  - name: A\n    apple: {team: R2TQ9MZ7K4, bundle: example.shelf}\nopen: [\"/x\"]\n"
        )
        let run = try await folder.run(command + ["no-such-host.invalid/x"])
        let text = run.output + run.errors
        #expect(
            run.status != 64 && text.contains("no-such-host.invalid") && !text.contains("no file or folder at"),
            "\(run)"
        )
    }

    @Test func whatExistsIsAFileAndWhatDoesNotIsSaid() async throws {
        let folder = try Self.site()
        try folder.file("example.com/x.html", "<meta property=\"al:ios:url\" content=\"a://b\">")
        let read = try await folder.run(["resolve", "example.com/x.html"])
        #expect(read.status == 0 && read.output.contains("a://b"), "\(read)")
        let checked = try await folder.run(["check", "example.com/x.html", "--no-config"])
        #expect(checked.output.contains("example.com/x.html: no finding"), "\(checked)")
        let missing = try await folder.run(["check", "assetlinks.json", "--no-config"])
        #expect(missing.status == 2 && missing.errors.contains("no file or folder at assetlinks.json"), "\(missing)")
        let page = try await folder.run(["explain", "example.com/x.html/assetlinks.json"])
        #expect(page.status == 2, "\(page)")
    }

    /// A text with a slash may be a link or a path, so the error names both.
    @Test(arguments: [
        ["check", "web.site/public", "--retries", "0"], ["check", "web.site", "--retries", "0"],
        ["check", "web.site/public", "--for", "sign-in", "--retries", "0"], ["diff", "web.site/public", "public"],
        ["diff", "public", "web.site"], ["resolve", "web.site/public"],
        ["publish", "site.yaml", "--check", "web.site/public"],
    ])
    func aPathThatIsNotThereIsNamedBesideTheHost(_ command: [String]) async throws {
        let folder = try Self.site()
        try folder.file(
            "site.yaml",
            "hosts: [shelf.example]\napps:\n  - name: A\n    apple: {team: R2TQ9MZ7K4, bundle: example.shelf}\nopen: [\"/x\"]\n"
        )
        let host = "nowhere.invalid"
        let arguments =
            command.map { $0.replacing("web.site", with: host) } + (command[0] == "check" ? ["--no-config"] : [])
        let run = try await folder.run(arguments)
        let text = run.output + run.errors
        #expect(text.contains("\(host) cannot be reached") && text.contains("there is no file or folder "), "\(run)")
        // A scheme is not a path.
        let link = arguments.map { $0.hasPrefix(host) ? "https://\($0)" : $0 }
        let other = try await folder.run(link)
        #expect(!(other.output + other.errors).contains("there is no file or folder of that name"), "\(other)")
    }

    @Test(arguments: [
        ["check", "web.site/public", "--no-config"], ["resolve", "web.site/public"],
        ["diff", "web.site/public", "public"], ["publish", "site.yaml", "--check", "web.site/public"],
    ])
    func aPathIntoAFolderThatIsHereIsNoLink(_ command: [String]) async throws {
        let folder = try Self.site()
        try folder.file("web.site/public2/x.html", "")
        try folder.file(
            "site.yaml",
            "hosts: [a.example]\napps:\n  - name: A\n    apple: {team: R2TQ9MZ7K4, bundle: a.b}\nopen: [\"/x\"]\n"
        )
        let run = try await folder.run(command)
        #expect(![0, 1].contains(run.status) || command[0] == "resolve", "\(run)")
        #expect(run.errors.contains("web.site/public") && !run.errors.contains("cannot be reached"), "\(run)")
        if command[0] == "check" {
            #expect(run.errors.contains("no file or folder at web.site/public; write https:// in front"), "\(run)")
        }
    }

    @Test func aTagWithDotsIsARevision() async throws {
        let folder = try Self.site()
        let git = ["-c", "user.name=a", "-c", "user.email=a@a.example", "-c", "commit.gpgsign=false"]
        for arguments in [["init", "-q"], ["add", "."], ["commit", "-qm", "a"], ["tag", "v1.2.0"]] {
            let run = try await Program.run(["git"] + git + arguments, in: folder.url)
            #expect(run.status == 0, "\(run)")
        }
        let arguments = ["diff", "git:v1.2.0:public", "public", "--host", "a.example"]
        let run = try await folder.run(arguments)
        #expect(run.status == 0 && run.output.contains("no change"), "\(run)")
    }
}
