#if os(Linux)
import BoltsAppLinks
import BoltsTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct DesktopOpenerTests {
    /// Whether tests with the real desktop run.
    ///
    /// If the environment requires the desktop, its absence is a failure instead of a reason to skip.
    private static let hasGIO =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/gio")
        || ProcessInfo.processInfo.environment["BOLTS_REQUIRE_DESKTOP"] != nil

    /// A directory with programs that replace those of the desktop.
    private final class Desktop {
        let directory: URL

        init(_ programs: [String: String] = [:]) throws {
            directory = FileManager.default.temporaryDirectory.appendingPathComponent("bolts-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            for (name, script) in programs { try install(name, "#!/bin/sh\n" + script + "\n") }
        }

        /// Lets another process write a program.
        ///
        /// If this process had the program open for writing while another test started a child, it could not be run ("text file
        /// busy").
        ///
        /// The process is not started by Foundation, which notices its end only when all others that it started meanwhile have
        /// ended: a program that waits for its test would wait for ever.
        private func install(_ name: String, _ text: String) throws {
            let path = directory.appendingPathComponent(name).path
            let script = #"printf %s "$1" > "$2" && chmod 755 "$2""#
            var arguments: [UnsafeMutablePointer<CChar>?] = []
            for argument in ["sh", "-c", script, "sh", text, path] { arguments.append(strdup(argument)) }
            arguments.append(nil)
            defer { for argument in arguments { free(argument) } }
            var pid: pid_t = 0
            guard posix_spawn(&pid, "/bin/sh", nil, nil, &arguments, environ) == 0 else { throw POSIXError(.EIO) }
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            guard status == 0 else { throw POSIXError(.EIO) }
        }

        deinit { try? FileManager.default.removeItem(at: directory) }

        func write(_ name: String, _ text: String) throws {
            let file = directory.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }

        func read(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: directory.appendingPathComponent(name)), as: UTF8.self)
        }

        func opener(_ more: [String: String] = [:]) -> DesktopOpener {
            DesktopOpener(environment: ["PATH": directory.path].merging(more) { _, new in new })
        }
    }

    private func url(_ text: String) throws -> OpenableURL { try OpenableURL(text) }

    @Test(
        .tags(.th6, .l5),
        arguments: ["app://x", "https://e.com/?a=1&b=$(id)`id`;'\"%s", "app:--help", "app://é🍲#-x"]
    )
    func urlIsOneArgument(text: String) async throws {
        let desktop = try Desktop(["gio": #"for argument in "$@"; do printf '%s\n' "$argument"; done > "${0%/*}/seen""#]
        )
        #expect(try await desktop.opener().open(url(text), cancellationToken: .none).value)
        #expect(try desktop.read("seen") == "open\n\(text)\n")
    }

    @Test(.tags(.l5)) func openedProgramsInheritNoBlockedSignals() async throws {
        let desktop = try Desktop([
            "gio": #"""
            while read -r name value; do
                if [ "$name" = SigBlk: ]; then printf %s "$value" > "${0%/*}/seen"; fi
            done < "/proc/$$/status"
            """#
        ])
        #expect(try await desktop.opener().open(url("app://x"), cancellationToken: .none).value)
        #expect(try desktop.read("seen") == "0000000000000000")
    }

    /// Whatever a scheme is named, the system determines its program.
    @Test(
        .tags(.th70, .l5),
        arguments: [
            ("System;TerminalEmulator;", ""), ("GNOME;System;PackageManager;", "DBusActivatable=true"),
            ("Settings", ""), ("Network;RemoteAccess", ""), ("Development;IDE", "Terminal=true"),
        ]
    )
    func programsThatRunCommandsAreNotStarted(categories: String, more: String) async throws {
        let desktop = try Desktop([
            "xdg-mime": "echo handler.desktop", "handler": #"echo "$1" > "${0%/*}/seen""#,
            "gio": #"echo "$2" > "${0%/*}/seen""#,
        ])
        try desktop.write(
            "data/applications/handler.desktop",
            "[Desktop Entry]\nExec=handler %u\nCategories=\(categories)\n\(more)\n"
        )
        let environment = ["XDG_DATA_HOME": desktop.directory.path + "/data"]
        let opener = desktop.opener(environment)
        #expect(try await !opener.canOpen(url("app://x"), cancellationToken: .none).value)
        #expect(try await !opener.open(url("app://x"), cancellationToken: .none).value)
        #expect(throws: (any Error).self) { try desktop.read("seen") }
        // Any program may open web URLs; with the option, any program may open any URL.
        #expect(try await opener.canOpen(url("https://a.example"), cancellationToken: .none).value)
        let lax = DesktopOpener(
            environment: environment.merging(["PATH": desktop.directory.path]) { $1 },
            // The handler's output is read once it has ended.
            settlingTime: .seconds(600),
            refusedCategories: []
        )
        #expect(try await lax.open(url("app://x"), cancellationToken: .none).value)
        #expect(try desktop.read("seen") == "app://x\n")
    }

    @Test(.tags(.th70, .l5), arguments: ["a-b-handler.desktop", "a/b-handler.desktop", "a/b/handler.desktop"])
    func entriesInSubfoldersAreRead(place: String) async throws {
        let desktop = try Desktop(["xdg-mime": "echo a-b-handler.desktop", "gio": #"echo "$2" > "${0%/*}/seen""#])
        try desktop.write(
            "data/applications/\(place)",
            "[Desktop Entry]\nExec=handler %u\nCategories=System;TerminalEmulator;\n"
        )
        let opener = desktop.opener(["XDG_DATA_HOME": desktop.directory.path + "/data"])
        #expect(try await !opener.canOpen(url("app://x"), cancellationToken: .none).value)
        #expect(try await !opener.open(url("app://x"), cancellationToken: .none).value)
        #expect(throws: (any Error).self) { try desktop.read("seen") }
    }

    @Test(.tags(.l5), arguments: [("exit 0", true), ("exit 2", false)])
    func exitCodesAreRead(script: String, opened: Bool) async throws {
        let desktop = try Desktop(["gio": script])
        #expect(try await desktop.opener().open(url("app://"), cancellationToken: .none).value == opened)
    }

    @Test(.tags(.l5), arguments: ["exit 1", "exit 127", "kill -9 $$"])
    func otherExitCodesAreErrors(script: String) async throws {
        let desktop = try Desktop(["gio": script])
        let error = await #expect(throws: URLOpenerError.self) {
            try await desktop.opener().open(url("app://"), cancellationToken: .none).value
        }
        #expect(error?.code == .toolFailed)
    }

    @Test(.tags(.l5)) func missingToolsAreNamed() async throws {
        let desktop = try Desktop()
        let opening = await #expect(throws: URLOpenerError.self) {
            try await desktop.opener().open(url("app://"), cancellationToken: .none).value
        }
        #expect(opening?.code == .toolMissing)
        #expect(opening?.description.contains("gio is not installed") == true)
        let asking = await #expect(throws: URLOpenerError.self) {
            try await desktop.opener().canOpen(url("app://"), cancellationToken: .none).value
        }
        #expect(asking?.description.contains("xdg-mime is not installed") == true)
        let relative = DesktopOpener(environment: ["PATH": ".:bin:"])
        await #expect(throws: URLOpenerError.self) {
            try await relative.open(url("app://"), cancellationToken: .none).value
        }
    }

    @Test(.tags(.l5)) func xdgMimeIsAsked() async throws {
        let script = #"[ "$*" = "query default x-scheme-handler/app" ] && echo app.desktop; exit 0"#
        let desktop = try Desktop(["xdg-mime": script])
        #expect(try await desktop.opener().canOpen(url("app://x"), cancellationToken: .none).value)
        #expect(try await !desktop.opener().canOpen(url("other://x"), cancellationToken: .none).value)
    }

    @Test(.tags(.l5)) func gioIsAskedIfXdgMimeIsMissing() async throws {
        // If there is no handler, the tool's output repeats its argument.
        let script = #"""
            [ "$*" = "mime x-scheme-handler/app" ] && echo "Default application: app.desktop" && exit 0
            echo "No default applications for “$2”"
            """#
        let desktop = try Desktop(["gio": script])
        #expect(try await desktop.opener().canOpen(url("app://x"), cancellationToken: .none).value)
        #expect(try await !desktop.opener().canOpen(url("other://x"), cancellationToken: .none).value)
        #expect(try await !desktop.opener().canOpen(url("a.desktop://x"), cancellationToken: .none).value)
    }

    @Test(.tags(.l5)) func underscoreSchemesAreNotOpened() async throws {
        let desktop = try Desktop(["gio": "exit 0", "xdg-mime": "echo app.desktop"])
        #expect(try await !desktop.opener().open(url("a_b://x"), cancellationToken: .none).value)
        #expect(try await !desktop.opener().canOpen(url("a_b://x"), cancellationToken: .none).value)
    }

    /// A tap waits a few seconds, whatever the desktop's tools do.
    @Test(.tags(.l5)) func aToolThatHangsIsEnded() async throws {
        let hangs = #"read -r line < "${0%/*}/never""#
        let desktop = try Desktop(["xdg-mime": hangs, "gio": hangs])
        #expect(mkfifo(desktop.directory.appendingPathComponent("never").path, 0o600) == 0)
        let opener = DesktopOpener(environment: ["PATH": desktop.directory.path], toolTimeout: .milliseconds(50))
        let asking = await #expect(throws: URLOpenerError.self) {
            try await opener.canOpen(url("app://x"), cancellationToken: .none).value
        }
        #expect(asking?.code == .toolFailed && asking?.description.contains("xdg-mime did not end within") == true)
        let opening = await #expect(throws: URLOpenerError.self) {
            try await opener.open(url("app://x"), cancellationToken: .none).value
        }
        #expect(opening?.code == .toolFailed && opening?.description.contains("gio open did not end within") == true)
    }

    @Test(.tags(.l5)) func cancellingEndsTheProgram() async throws {
        // The program reports that it runs, then waits for ever for a pipe to which nobody writes.
        let desktop = try Desktop(["gio": #"echo > "${0%/*}/started"; read -r line < "${0%/*}/never""#])
        #expect(mkfifo(desktop.directory.appendingPathComponent("started").path, 0o600) == 0)
        #expect(mkfifo(desktop.directory.appendingPathComponent("never").path, 0o600) == 0)
        let cancellation = CancellationTokenSource()
        let started = contents(of: desktop.directory.appendingPathComponent("started"))
        let task = try desktop.opener().open(url("app://"), cancellationToken: cancellation.token)
        _ = try await started.value
        cancellation.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let beforehand = try desktop.opener().open(url("app://"), cancellationToken: cancellation.token)
        await #expect(throws: CancellationError.self) { try await beforehand.value }
    }

    @Test(.tags(.l5), .enabled(if: hasGIO, "gio is not on this machine"))
    func aHandlerOfAPrivateHomeGetsTheURLAsItIs() async throws {
        let desktop = try Desktop(["handler": #"printf '%s' "$1" > "${0%/*}/seen""#])
        let handler = desktop.directory.appendingPathComponent("handler").path
        try desktop.write(
            "data/applications/bolts-demo.desktop",
            """
            [Desktop Entry]
            Type=Application
            Name=Demo
            Exec=\(handler) %u
            MimeType=x-scheme-handler/boltsdemo;
            """
        )
        try desktop.write(
            "config/mimeapps.list",
            "[Default Applications]\nx-scheme-handler/boltsdemo=bolts-demo.desktop\n"
        )
        let seen = desktop.directory.appendingPathComponent("seen")
        #expect(mkfifo(seen.path, 0o600) == 0)
        let home = desktop.directory.path
        let opener = DesktopOpener(environment: [
            "PATH": "/usr/bin:/bin", "HOME": home, "XDG_DATA_HOME": home + "/data",
            "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_DIRS": home + "/none", "XDG_CONFIG_DIRS": home + "/none",
        ])
        #expect(try await opener.canOpen(url("boltsdemo://x"), cancellationToken: .none).value)
        #expect(try await !opener.canOpen(url("nosuch://x"), cancellationToken: .none).value)
        #expect(try await !opener.open(url("nosuch://x"), cancellationToken: .none).value)

        let source = try #require(URL(string: "https://example.com/a?b=1&c=2+3#d"))
        let link = AppLink(
            sourceURL: source,
            targets: [AppLinkTarget(platform: nil, urlText: "boltsdemo://x?y=$(id)")],
            webURL: nil
        )
        let read = contents(of: seen)
        let result = try await AppLinkNavigation(appLink: link, extras: ["🍲": "`id`"])
            .navigate(opener: opener, events: MeasurementEventCenter(notificationCenter: nil))
        #expect(result.type == .app)
        let argument = try await read.value
        #expect(argument == result.openedURL?.text)
        let parsed = try AppLinkURL(parsing: argument)
        #expect(parsed.targetURL == source)
        #expect(parsed.appLinkExtras == ["🍲": "`id`"])
    }

    /// A desktop whose handler for `app:` is a script.
    private func desktop(handler script: String) throws -> (desktop: Desktop, environment: [String: String]) {
        let desktop = try Desktop(["xdg-mime": "echo demo.desktop", "handler": script])
        let exec = "Exec=\"\(desktop.directory.path)/handler\" --new-window %u"
        try desktop.write("data/applications/demo.desktop", "[Desktop Entry]\nType=Application\n\(exec)\n")
        return (desktop, ["XDG_DATA_HOME": desktop.directory.appendingPathComponent("data").path])
    }

    @Test(.tags(.th3, .l5)) func aHandlerThatEndsWithAnErrorHasNotOpenedTheURL() async throws {
        let (desktop, environment) = try desktop(handler: "exit 3")
        let path = ["PATH": desktop.directory.path].merging(environment) { $1 }
        let opener = DesktopOpener(environment: path, settlingTime: .seconds(600))
        let error = await #expect(throws: URLOpenerError.self) { try await opener.open(url("app://x")) }
        #expect(error?.code == .handlerFailed && error?.description.contains("handler") == true)
        #expect(error?.description.contains("demo.desktop") == true && error?.description.contains("status 3") == true)
    }

    @Test(.tags(.l5)) func aHandlerThatEndsWithoutAnErrorHasTakenTheURL() async throws {
        let (desktop, environment) = try desktop(handler: #"printf '%s|' "$@" > "${0%/*}/seen""#)
        let path = ["PATH": desktop.directory.path].merging(environment) { $1 }
        let opener = DesktopOpener(environment: path, settlingTime: .seconds(600))
        #expect(try await opener.open(url("app://x?y=%25 ".trimmingCharacters(in: .whitespaces))))
        #expect(try desktop.read("seen") == "--new-window|app://x?y=%25|")
    }

    @Test(.tags(.th3, .l5)) func aHandlerThatStillRunsHasTakenTheURL() async throws {
        let (desktop, environment) = try desktop(handler: #"read -r line < "${0%/*}/end""#)
        let end = desktop.directory.appendingPathComponent("end")
        #expect(mkfifo(end.path, 0o600) == 0)
        let path = ["PATH": desktop.directory.path].merging(environment) { $1 }
        let opener = DesktopOpener(environment: path, settlingTime: .milliseconds(200))
        #expect(try await opener.open(url("app://x")))
        // Lets the handler end.
        let pipe = open(end.path, O_WRONLY | O_NONBLOCK)
        if pipe >= 0 { close(pipe) }
    }

    @Test(.tags(.l5)) func dBusHandlersAreStartedByGIO() async throws {
        let desktop = try Desktop(["xdg-mime": "echo demo.desktop", "gio": #"echo "$@" > "${0%/*}/seen""#])
        try desktop.write("data/applications/demo.desktop", "[Desktop Entry]\nExec=handler %u\nDBusActivatable=true\n")
        let opener = desktop.opener(["XDG_DATA_HOME": desktop.directory.appendingPathComponent("data").path])
        #expect(try await opener.open(url("app://x")))
        #expect(try desktop.read("seen") == "open app://x\n")
    }

    /// Reads a named pipe to its end, off the cooperative threads.
    ///
    /// Call it before the writer starts: then the writer does not wait for a test, however busy the threads are.
    private func contents(of file: URL) -> BoltsTask<String> {
        BoltsTask(.queue(.global())) {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
    }
}
#endif
