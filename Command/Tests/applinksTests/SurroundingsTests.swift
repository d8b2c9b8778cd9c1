import Foundation
import Testing

/// Tests that the command's answers do not depend on its surroundings: variables, streams and folders that are missing or
/// read-only.
@Suite(.timeLimit(.minutes(20))) struct SurroundingsTests {
    private static let statement = Samples.assetLinks("example.b\u{FC}cher", "ab")
    private static let description = """
        hosts: [shelf.example]
        apps:
          - name: B\u{FC}cher
            apple: {team: R2TQ9MZ7K4, bundle: example.shelf}
        open: ["/recipes/*"]
        """

    /// The arguments of a command that needs no network, with `SITE` for the folder of the site.
    private static let commands: [[String]] = [
        ["check", "SITE/public", "--host", "shelf.example"],
        ["check", "SITE/public", "--host", "shelf.example", "--format", "json"],
        ["explain", "https://shelf.example/recipes/42", "--offline", "SITE/public"],
        ["diff", "SITE/public", "SITE/other", "--host", "shelf.example"],
        ["publish", "SITE/site.yaml", "--check", "SITE/public"],
        ["resolve", "SITE/page.html"],
        ["resolve", "SITE/page.html", "--cache", "--json"],
        ["open", "SITE/page.html", "--device", "iphone", "--installed", "a"],
    ]

    /// The shell text before and after the command.
    private static let surroundings: [(name: String, before: String, behind: String)] = [
        ("no HOME", "env -u HOME -u XDG_CACHE_HOME", ""), ("a HOME that is missing", "env HOME=/none/x", ""),
        ("a HOME that is a file", "env HOME=/dev/null", ""), ("an empty HOME", "env HOME=", ""),
        ("no TERM", "env -u TERM", ""), ("NO_COLOR", "env NO_COLOR=1", ""), ("LC_ALL=C", "env LC_ALL=C LANG=C", ""),
        ("no variables", "env -i", ""), ("a TMPDIR that is missing", "env TMPDIR=/none", ""),
        ("a closed input", "", "<&-"), ("an input that is a folder", "", "< /"),
        ("a folder that is gone", "mkdir gone && cd gone && rmdir ../gone &&", ""),
    ]

    private static func site() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.file("public/.well-known/assetlinks.json", statement)
        try scratch.file("public/b\u{FC}cher.html", "<meta property=\"al:ios:url\" content=\"a://b\">")
        try scratch.file("other/.well-known/assetlinks.json", "[]")
        try scratch.file("page.html", "<meta property=\"al:ios:url\" content=\"a://b\u{FC}\"><title>x</title>")
        try scratch.file("site.yaml", description)
        return scratch
    }

    private static func shell(_ script: String, in folder: URL, output: Program.Sink? = nil) async throws
        -> Program.Run
    {
        try await Program.run(["/bin/sh", "-c", script], in: folder, output: output)
    }

    private static func script(_ command: [String], _ site: Scratch) -> String {
        ([Tool.executable.path] + command.map { $0.replacing("SITE", with: site.url.path) }).map { "'\($0)'" }
            .joined(separator: " ")
    }

    @Test(arguments: surroundings.indices) func everyCommandAnswersTheSame(_ index: Int) async throws {
        let surrounding = Self.surroundings[index]
        let site = try Self.site()
        for command in Self.commands {
            let script = Self.script(command, site)
            let plain = try await Self.shell("env XDG_CACHE_HOME='\(site.url.path)/cache' \(script)", in: site.url)
            let other = try await Self.shell("\(surrounding.before) \(script) \(surrounding.behind)", in: site.url)
            let needsCache = command.contains("--cache") && other.status == 1
            if needsCache {
                // If a requested cache cannot be used, a message says so, even for a program.
                #expect(other.errors.contains("--cache"), "\(surrounding.name): \(other)")
                #expect(other.output.contains("\"error\""), "\(surrounding.name): \(other)")
                continue
            }
            #expect(other.status == plain.status, "\(surrounding.name), \(command): \(other)")
            #expect(other.output == plain.output, "\(surrounding.name), \(command)")
            #expect([0, 1].contains(plain.status) && !plain.output.isEmpty, "\(command): \(plain)")
        }
    }

    /// These tests depend on the following: a program may end before it has read its input, for example if its arguments are wrong.
    @Test func aProgramThatReadsNothingOfALongInputDoesNotEndTheTests() async throws {
        let run = try await Program.run(["true"], input: String(repeating: " ", count: 1 << 20))
        #expect(run.status == 0)
    }

    @Test(arguments: commands) func aReaderThatIsGoneEndsTheCommand(_ command: [String]) async throws {
        let site = try Self.site()
        let gone = Pipe()
        try gone.fileHandleForReading.close()
        let script = "env -u HOME -u XDG_CACHE_HOME TMPDIR=/tmp \(Self.script(command, site))"
        let run = try await Self.shell(script, in: site.url, output: .pipe(gone))
        // The command ends by the signal or, if that is blocked, with the system's error.
        #expect([13, 74, 141].contains(run.status), "\(command): \(run)")
        #expect(run.errors.split(separator: "\n").count { $0.contains("cannot be written") } <= 1, "\(run.errors)")
    }

    #if os(Linux)
    /// Whether this user may mount file systems in a private namespace.
    private static let mayMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "-m", "sh", "-c", "mount --bind /tmp /tmp && mount -o remount,bind,ro /tmp"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// The folders are read-only, as in a container with read-only mounts.
    @Test(.enabled(if: mayMount)) func whereNothingCanBeWrittenThatIsSaid() async throws {
        let site = try Self.site()
        let fixed = "A3" + String(repeating: ":c7", count: 31)
        try site.file(
            "lower/.well-known/assetlinks.json",
            Self.statement.replacing("\"ab\"", with: "\"\(fixed)\"").replacing("b\u{FC}cher", with: "shelf")
        )
        let check = ["check", "SITE/public", "--host", "shelf.example", "--no-config"]
        func run(_ command: [String]) async throws -> Program.Run {
            let mount = "mount --bind SITE SITE && mount -o remount,bind,ro SITE && cd SITE && export HOME=SITE"
            let script = "\(mount.replacing("SITE", with: "'\(site.url.path)'")) && \(Self.script(command, site))"
            return try await Program.run(["env", "-u", "XDG_CACHE_HOME", "unshare", "-m", "sh", "-c", script])
        }
        for command in Self.commands where !command.contains("--cache") {
            let plain = try await Self.shell(Self.script(command, site), in: site.url)
            let other = try await run(command)
            #expect(other.status == plain.status && other.output == plain.output, "\(command): \(other)")
        }
        let writing: [([String], Int32, String)] = [
            (check + ["--output", "sarif=x.sarif"], 74, "x.sarif cannot be written: "),
            (check + ["--write-baseline", "b.json"], 74, "b.json cannot be written: "),
            (["check", "lower", "--host", "shelf.example", "--no-config", "--fix"], 2, "on a read-only file system"),
            (["publish", "site.yaml", "--out", "public"], 2, "cannot be written: "),
            (["resolve", "https://nowhere.invalid/", "--cache"], 1, "choose another with --cache-directory"),
        ]
        for (command, status, reason) in writing {
            let found = try await run(command)
            #expect(found.status == status && found.errors.contains(reason), "\(command): \(found)")
        }
    }
    #endif
}
