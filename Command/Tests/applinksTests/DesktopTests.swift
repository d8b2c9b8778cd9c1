#if os(Linux)
import BoltsTasks
import Foundation
import Testing

/// The programs that a desktop's scheme handlers need.
private enum DesktopTools {
    static let areThere =
        ProcessInfo.processInfo.environment["BOLTS_REQUIRE_DESKTOP"] != nil
        || ["gio", "xdg-mime", "update-desktop-database"].allSatisfy { find($0) != nil }

    static func find(_ program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// Tests a real Linux desktop: a handler is registered, the tool starts it, and the handler's argument is read.
///
/// Needs `gio`, `xdg-mime` and `update-desktop-database` (Debian: libglib2.0-bin, xdg-utils, desktop-file-utils). The tests are
/// skipped if these are not installed, unless `BOLTS_REQUIRE_DESKTOP` is set.
@Suite(
    .timeLimit(.minutes(20)),
    .enabled(if: DesktopTools.areThere, "gio, xdg-mime or update-desktop-database is not installed")
)
struct DesktopTests {
    /// A separate home directory with a handler for `boltsdemo:` that writes its argument into a named pipe.
    private final class Home: Sendable {
        let scratch: Scratch
        let pipe: String
        let environment: [String: String]

        init() throws {
            scratch = try Scratch()
            let root = scratch.url.path
            pipe = root + "/argument"
            guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EIO) }
            let handler = try scratch.file("handler.sh", "#!/bin/sh\nprintf '%s' \"$1\" > '\(pipe)'\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: handler)
            let applications = root + "/share/applications"
            try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
            try """
            [Desktop Entry]
            Type=Application
            Name=Bolts demo
            Exec=\(handler) %u
            NoDisplay=true
            MimeType=x-scheme-handler/boltsdemo;

            """.write(toFile: applications + "/boltsdemo.desktop", atomically: true, encoding: .utf8)
            environment = [
                "HOME": root, "XDG_DATA_HOME": root + "/share", "XDG_CONFIG_HOME": root + "/config",
                "XDG_DATA_DIRS": root + "/none", "XDG_CURRENT_DESKTOP": "",
            ]
        }

        /// The argument with which the handler is started, once it is.
        func argument() -> BoltsTask<String> {
            BoltsTask(.queue(.global())) { [pipe] in
                // Opening a named pipe waits for its writer.
                let handle = try #require(FileHandle(forReadingAtPath: pipe))
                return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
            }
        }

        func register() async throws {
            let program = DesktopTools.find("update-desktop-database") ?? ""
            let run = try await Program.run([program, scratch.url.path + "/share/applications"])
            #expect(run.status == 0, "\(run)")
        }
    }

    @Test func theHandlerIsStartedWithTheURL() async throws {
        let home = try Home()
        try await home.register()
        let page = try home.scratch.file(
            "page.html",
            """
            <meta property="al:ios:url" content="nobodyhasthis://x">
            <meta property="al:ios:url" content="boltsdemo://show?id=7&amp;q=$(touch%20x)`;%s'">
            <meta property="al:web:url" content="https://example.com/show/7?a=1&amp;b=2">
            """
        )
        let argument = home.argument()
        let run = try await Tool.run(["open", page, "--json", "--extra", "note=a+b 🍕"], environment: home.environment)
        #expect(run.status == 0, "\(run.errors)")
        let report = try #require(run.json.first)
        #expect(report["type"] as? String == "app" && report["simulated"] as? Bool == false)
        let received = try await argument.value
        #expect(received == report["opened_url"] as? String)

        let parsed = try await Tool.run(["parse", received, "--json"])
        #expect(parsed.json.first?["target_url"] as? String == "https://example.com/show/7?a=1&b=2")
        #expect(parsed.json.first?["extras"] as? [String: String] == ["note": "a+b 🍕"])
    }

    @Test func aDryRunAsksAndStartsNothing() async throws {
        let home = try Home()
        try await home.register()
        let page = try home.scratch.file("page.html", "<meta property='al:ios:url' content='boltsdemo://show'>")
        let run = try await Tool.run(["open", page, "--dry-run", "--json"], environment: home.environment)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.json.first?["type"] as? String == "app")
        #expect(run.json.first?["simulated"] as? Bool == true)
    }

    @Test func aSchemeWithoutAHandlerIsNotOpened() async throws {
        let home = try Home()
        try await home.register()
        let page = try home.scratch.file(
            "page.html",
            "<meta property=al:ios:url content='nobodyhasthis://x'><meta property=al:web:should_fallback content=no>"
        )
        let run = try await Tool.run(["open", page, "--device", "iphone"], environment: home.environment)
        #expect(run.status == 1 && run.errorLines.count == 1 && run.errors.contains("nobodyhasthis"))
    }
}
#endif
