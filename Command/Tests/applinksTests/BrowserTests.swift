#if os(Linux)
import Foundation
import LoopbackServer
import Testing

/// Tests `--browser` as far as this is possible without a browser.
@Suite(.timeLimit(.minutes(20))) struct BrowserTests {
    private func driver(_ scratch: Scratch, _ program: String) throws -> String {
        let path = try scratch.file("somedriver", "#!/bin/sh\n\(program)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// The number of running programs that have a word among their arguments.
    private func count(_ word: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.count { name in
            guard Int(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                return false
            }
            return String(decoding: line, as: UTF8.self).contains(word)
        }
    }

    @Test func aMissingBrowserIsNamed() async throws {
        let page = "http://127.0.0.1:9/"
        for (browser, word) in [
            ("wpe", "WPEWebDriver"), ("chromium", "Debian: chromium"), ("/nowhere/driver", "/nowhere"),
        ] {
            let run = try await Tool.run(
                ["resolve", page, "--browser", browser, "--allow-private", "--json"],
                environment: ["PATH": "/nowhere"]
            )
            #expect(run.status == 1 && run.errorLines.count == 1)
            #expect(run.errors.contains(word), "\(run.errors)")
            let error = run.json.first?["error"] as? [String: Any]
            #expect(error?["code"] as? String == "browserMissing")
        }
    }

    @Test func anUnknownBrowserIsAUsageError() async throws {
        let run = try await Tool.run(["resolve", "http://127.0.0.1:9/", "--browser", "netscape"])
        #expect(run.status == 64 && run.errors.contains("chromium"))
    }

    @Test func acceptingInsecureCertificatesNeedsABrowser() async throws {
        for command in ["resolve", "open"] {
            let run = try await Tool.run([command, "https://127.0.0.1:9/", "--accept-insecure-certificates"])
            #expect(run.status == 64 && run.errors.contains("--browser"), "\(run.errors)")
        }
    }

    @Test func aFileIsNotReadInABrowser() async throws {
        let scratch = try Scratch()
        let page = try scratch.file("page.html", "<p>")
        let run = try await Tool.run(["resolve", page, "--browser", "auto"])
        #expect(run.status == 1 && run.errors.contains("http and https only"))
    }

    @Test func aDriverThatEndsAtOnceIsReported() async throws {
        let scratch = try Scratch()
        let driver = try driver(scratch, "exit 1")
        for command in ["resolve", "open"] {
            let run = try await Tool.run([command, "http://127.0.0.1:9/", "--browser", driver, "--allow-private"])
            #expect(run.status == 1 && run.errorLines.count == 1)
            #expect(run.errors.contains("run it by hand"), "\(run.errors)")
        }
    }

    @Test(.tags(.l7)) func killingTheToolEndsTheBrowser() async throws {
        let scratch = try Scratch()
        let mark = "mark-\(UUID().uuidString)"
        let driver = try driver(
            scratch,
            "setsid sh -c 'while true; do sleep 1; done' \(mark) & exec sh -c 'while true; do sleep 1; done' \(mark)"
        )
        let home = scratch.url.path
        func start() throws -> Process {
            let process = Process()
            process.executableURL = Tool.executable
            process.arguments = ["resolve", "http://127.0.0.1:9/", "--browser", driver, "--allow-private"]
            process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": home]
            try process.run()
            return process
        }
        var process = try start()
        while count(mark) < 2 {
            // On a busy machine the driver's time may be over before the first look.
            if !process.isRunning { process = try start() }
            try await Task.sleep(for: .milliseconds(10))
        }
        kill(process.processIdentifier, SIGKILL)
        while count(mark) > 0 { try await Task.sleep(for: .milliseconds(10)) }
        let left = {
            try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).count { $0.hasPrefix("bolts-") }
        }
        while try left() > 0 { try await Task.sleep(for: .milliseconds(10)) }
    }
}
#endif
