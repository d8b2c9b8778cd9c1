import Foundation
import LoopbackServer
import Testing

/// Bad input gives one clear line on standard error and a documented exit status.
@Suite(.timeLimit(.minutes(20))) struct BadInputTests {
    /// Runs `resolve` on an input that must fail, and checks its message.
    private func expectFailure(_ page: String, _ words: String..., options: [String] = []) async throws {
        let run = try await Tool.run(["resolve", page, "--allow-private"] + options)
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
        // A program also gets the failure on standard output.
        let json = try await Tool.run(["resolve", page, "--allow-private", "--json"] + options)
        #expect(json.status == 1 && json.json.count == 1)
        let error = try #require(json.json.first?["error"] as? [String: Any])
        #expect(error["message"] as? String != nil && error["code"] as? String != nil)
    }

    #if os(Linux)
    @Test(arguments: [["parse", "x://y"], ["resolve", examplePage("cinema")], ["encode", "x://y", "--json"]])
    func aFullOutputIsReported(_ arguments: [String]) async throws {
        let run = try await Tool.run(arguments, outputFile: "/dev/full")
        // The status is EX_IOERR, which no other result of a command has.
        #expect(run.status == 74)
        #expect(run.errorLines.count == 1 && run.errors.contains("standard output"), "\(run.errors)")
    }

    @Test func aFullStandardErrorIsHarmless() async throws {
        let run = try await Tool.run(["resolve", "no-such-page.html", "--json"], errorFile: "/dev/full")
        #expect(run.status == 1 && run.json.count == 1)
    }
    #endif

    @Test(arguments: ["javascript://h/x", "ftp://h/x", "file://h/x", "h/x", "https:", "https:///x"])
    func anInvalidPageURLIsReported(_ url: String) async throws {
        for command in ["resolve", "open"] {
            let run = try await Tool.run([command, examplePage("cinema"), "--page-url", url])
            #expect(run.status == 64 && run.output == "")
            #expect(run.errors.contains("--page-url takes the URL of a page"), "\(run.errors)")
        }
    }

    @Test func aMissingFileIsReported() async throws {
        try await expectFailure("no-such-page.html", "no-such-page.html", "check the path")
    }

    @Test func aDirectoryIsReported() async throws {
        let scratch = try Scratch()
        try await expectFailure(scratch.url.path, scratch.url.lastPathComponent)
    }

    @Test func anEmptyPageIsReported() async throws {
        let scratch = try Scratch()
        try await expectFailure(try scratch.file("empty.html", ""), "empty")
    }

    @Test func aBinaryFileIsReported() async throws {
        let scratch = try Scratch()
        let program: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + Array(repeating: 0, count: 64)
        try await expectFailure(try scratch.file("program", program), "not text")
    }

    @Test func status404IsReported() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(404, body: "<p>gone") }
        try await expectFailure(server.url("/gone").absoluteString, "404")
    }

    @Test func anUnreachableHostIsReported() async throws {
        try await expectFailure("http://no-such-host.invalid/", "no-such-host.invalid", "reached")
        // Nobody listens on a port whose server has stopped.
        let server = try LoopbackServer { _, _ in }
        let url = server.url("/").absoluteString
        server.stop()
        try await expectFailure(url, "reached")
    }

    @Test func anAddressThatIsNotPublicIsRefusedUnlessAllowed() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "<p>secret") }
        let run = try await Tool.run(["resolve", server.url("/").absoluteString])
        #expect(run.status == 1 && run.errorLines.count == 1)
        #expect(server.connectionCount == 0)
    }

    @Test func aRedirectLoopIsReported() async throws {
        let server = try LoopbackServer { request, connection in
            connection.redirect(to: request.target == "/a" ? "/b" : "/a")
        }
        try await expectFailure(server.url("/a").absoluteString, "redirect", "/a")
    }

    @Test func aRedirectToAFileURLIsReported() async throws {
        let server = try LoopbackServer { _, connection in connection.redirect(to: "file:///etc/hostname") }
        try await expectFailure(server.url("/").absoluteString, "file:")
    }

    @Test func anEndlessBodyIsTruncated() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
            let chunk = Array(String(repeating: "<p>more and more ", count: 1_000).utf8)
            // The number is limited, so that a tool that did not stop would fail the test and not hang it.
            for _ in 0..<20_000 { guard connection.send(chunk) else { return } }
        }
        // An endless body is truncated at the limit, and the output says so.
        let run = try await Tool.run(["resolve", server.url("/").absoluteString, "--allow-private", "--json"])
        #expect(run.status == 0)
        #expect(run.json.first?["truncated"] as? Bool == true)
        #expect(run.errors.contains("truncated"))
    }

    @Test func anUnfinishedBodyTimesOut() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
            connection.waitForClose()
        }
        try await expectFailure(server.url("/").absoluteString, "0.3", options: ["--timeout", "0.3"])
    }

    @Test func fourHundredThousandNestedTagsAreRead() async throws {
        let scratch = try Scratch()
        let page = try scratch.file("nested.html", String(repeating: "<div>", count: 400_000))
        let run = try await Tool.run(["resolve", page, "--json"])
        #expect(run.status == 0)
        #expect(run.json.first?["truncated"] as? Bool == false)
        #expect(run.errorLines.count == 1 && run.errors.contains("no App Links tags"))
    }

    @Test func aTruncatedIncomingURLIsReported() async throws {
        let run = try await Tool.run(["parse", "example://a?al_applink_data=%7B%22target_url%22%3A%22https"])
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1 && run.errors.contains("ends early"))
        // The readable part is printed anyway.
        #expect(run.output.contains("example://a"))
    }

    @Test func dataThatIsNotAnObjectIsReported() async throws {
        let run = try await Tool.run(["parse", "example://a?al_applink_data=%5B1%5D"])
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1 && run.errors.contains("not an object"))
    }

    @Test func textThatIsNotAURLIsReported() async throws {
        let run = try await Tool.run(["parse", "hello"])
        #expect(run.status == 1 && run.errorLines.count == 1 && run.errors.contains("scheme"))
        let told = try await Tool.run(["parse", "hello", "--json"])
        #expect(told.status == 1 && (told.json.first?["error"] as? [String: Any])?["code"] as? String == "input")
        try await expectFailure("mailto:someone@example.com", "http, https and files")
    }

    @Test(arguments: [
        ["resolve"], ["resolve", "a", "--device", "toaster"], ["resolve", "a", "--timeout", "-1"],
        ["resolve", "a", "--concurrency", "0"], ["parse"], ["frobnicate"], ["open"],
    ])
    func aWrongCommandLineExitsWith64(_ arguments: [String]) async throws {
        let run = try await Tool.run(arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains("Usage:"))
    }

    /// The error of a wrong command line repeats these arguments.
    @Test(
        .tags(.th54),
        arguments: [
            ["resolve", "a", "--device", "\u{1B}[2J"], ["resolve", "a", "--page-url", "\u{1B}]0;x\u{7}"],
            ["open", "a", "--installed", "\u{1B}[31m"], ["encode", "app://x", "--extra-json", "\u{1B}[2J=1x"],
            ["encode", "app://x", "--field", "\u{202E}"], ["resolve", "a", "--browser", "\u{9B}2J"],
            ["resolve", "a", "--timeout", "\u{1B}c"], ["\u{1B}[2J"], ["resolve", "a", "--\u{1B}[2J"],
        ]
    )
    func aWrongCommandLineCannotSteerTheTerminal(_ arguments: [String]) async throws {
        let run = try await Tool.run(arguments)
        #expect(run.status == 64 && run.output == "")
        let unsafe: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
        let scalars = run.errors.unicodeScalars.filter { $0 != "\n" }
        #expect(!scalars.contains { unsafe.contains($0.properties.generalCategory) }, "\(run.errors)")
        #expect(run.errors.contains("\\u{"), "\(run.errors)")
    }

    @Test func helpAndVersionGoToStandardOutput() async throws {
        let help = try await Tool.run(["resolve", "--help"])
        #expect(help.status == 0 && help.errors == "" && help.output.contains("USAGE: applinks resolve"))
        let version = try await Tool.run(["--version"])
        #expect(version.status == 0 && version.output.wholeMatch(of: /applinks \d+\.\d+\.\d+\n/) != nil)
    }

    @Test func aHostOfOtherLettersIsAskedByItsALabels() async throws {
        for input in ["https://b\u{FC}cher.invalid/a", "b\u{FC}cher.invalid"] {
            let run = try await Tool.run(["check", input, "--no-config", "--retries", "0"])
            #expect(run.flat.contains("xn--bcher-kva.invalid cannot be reached"), "\(run.output)")
        }
    }

    /// If a stream is closed, the first file that is opened would get the stream's number, and therefore the output.
    @Test func aClosedOutputIsReported() async throws {
        let scratch = try Scratch(["assetlinks.json": "[]"])
        let command = [Tool.executable.path, "check", "assetlinks.json", "--no-config", "--output", "junit=report.xml"]
        let run = try await Program.run(["/bin/sh", "-c", "\"$@\" >&- 2>errors", "sh"] + command, in: scratch.url)
        #expect(run.status == 74)
        func text(_ name: String) throws -> String {
            try scratch.text(name)
        }
        #expect(try text("errors").hasPrefix("applinks: standard output cannot be written to: Bad file descriptor\n"))
        let report = try text("report.xml")
        #expect(ReportRules.junit(report).isEmpty && report.contains("array is empty"), "\(report)")
    }
}
