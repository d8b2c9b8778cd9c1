import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct DiffTests {
    private static func file(_ paths: [String]) -> String {
        let components = paths.map { "{\"/\": \"\($0)\"}" }.joined(separator: ", ")
        return Samples.appleFile("ABCDE12345.com.example.app", components)
    }

    /// Runs a closure with a folder that has the sites `old` and `new`.
    private func withSites(_ old: [String], _ new: [String], _ body: (URL) async throws -> Void) async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("diff-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        for (name, paths) in [("old", old), ("new", new)] {
            let folder = place.appendingPathComponent("\(name)/.well-known")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("apple-app-site-association")
            try Data(Self.file(paths).utf8).write(to: file)
        }
        try await body(place)
    }

    @Test func aLostLinkFailsAndAGainedOneDoesNot() async throws {
        try await withSites(["/buy/*"], ["/buy/*", "/offers/*"]) { place in
            let gained = try await Tool.run(["diff", "old", "new", "--host", "example.com"], directory: place)
            #expect(gained.status == 0, "\(gained)")
            #expect(
                gained.output.hasPrefix(
                    "example.com, iPhone and Apple's other devices: ABCDE12345.com.example.app newly opens: /offers/* "
                        + "(e.g. https://example.com/offers"
                ),
                "\(gained.output)"
            )
            let lost = try await Tool.run(["diff", "new", "old"], directory: place)
            #expect(lost.status == 1 && lost.output.contains("no longer opens: /offers/*"), "\(lost)")
            for (failOn, status) in [("lost", 1), ("gained", 0), ("any", 1), ("never", 0)] as [(String, Int32)] {
                let run = try await Tool.run(["diff", "new", "old", "--fail-on", failOn], directory: place)
                #expect(run.status == status, "\(failOn): \(run)")
            }
        }
    }

    @Test func anotherOrderIsNoChange() async throws {
        try await withSites(["/a/*", "/b/*"], ["/b/*", "/a/*"]) { place in
            let run = try await Tool.run(["diff", "old", "new", "--fail-on", "any"], directory: place)
            #expect(run.status == 0 && run.output == "example.com: no change\n", "\(run)")
        }
    }

    @Test func jsonAndMarkdownSayTheSame() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let path = place.appendingPathComponent("new/.well-known/apple-app-site-association")
            let text = Self.file(["/b/*"]).dropLast() + ", \"webcredentials\": {\"apps\": [\"A`B\"]}}"
            try Data(text.utf8).write(to: path)
            let json = try await Tool.run(["diff", "old", "new", "--format", "json"], directory: place)
            let links = try #require(json.json.first?["links"] as? [[String: Any]])
            #expect(Set(links.compactMap { $0["effect"] as? String }) == ["gained", "lost"], "\(json.output)")
            #expect(links.allSatisfy { $0["pointer"] as? String == "/applinks/details/0/components/0" })
            let markdown = try await Tool.run(["diff", "old", "new", "--format", "markdown"], directory: place)
            #expect(markdown.output.contains("newly opens `/b/*`"), "\(markdown.output)")
            #expect(markdown.output.contains("newly names `` A`B ``"), "\(markdown.output)")
            #expect(markdown.output.contains("**no longer opens** `/a/*`"), "\(markdown.output)")
        }
    }

    @Test func jsonSaysWhichOfARulesLinksChange() async throws {
        try await withSites(["/buy/*"], ["/buy/*"]) { place in
            let path = place.appendingPathComponent("new/.well-known/apple-app-site-association")
            let file = Self.file(["/buy/no/*", "/buy/*"]).replacingOccurrences(
                of: "\"/buy/no/*\"",
                with: "\"/buy/no/*\", \"exclude\": true"
            )
            try Data(file.utf8).write(to: path)
            let json = try await Tool.run(["diff", "old", "new", "--format", "json"], directory: place)
            let link = try #require((json.json.first?["links"] as? [[String: Any]])?.first, "\(json.output)")
            #expect(link["rule"] as? String == "/buy/*" && link["within"] as? String == "/buy/no/*", "\(link)")
            #expect(link["partial"] as? Bool == true, "\(link)")
        }
    }

    @Test(.tags(.th84)) func aRevisionIsComparedWithAFolderAndIsNeverAnOption() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Add the site"]
            for arguments in [["init", "-q"], ["add", "old"], commit] { try await git(arguments, in: place) }
            let folder = try await Tool.run(["diff", "git:HEAD:old", "new"], directory: place)
            #expect(folder.status == 1 && folder.output.contains("newly opens: /b/*"), "\(folder)")
            let path = ".well-known/apple-app-site-association"
            let file = try await Tool.run(["diff", "git:HEAD:old/\(path)", "old/\(path)"], directory: place)
            #expect(file.status == 0 && file.output == "example.com: no change\n", "\(file)")
            try Data(Self.file(["/a/*", "/c/*"]).utf8).write(to: place.appendingPathComponent("old/\(path)"))
            for arguments in [["add", "old"], commit] { try await git(arguments, in: place) }
            let revisions = try await Tool.run(["diff", "git:HEAD~1:old", "git:HEAD:old"], directory: place)
            #expect(revisions.status == 0 && revisions.output.contains("newly opens: /c/*"), "\(revisions)")
            let option = try await Tool.run(["diff", "--", "git:--git-dir=/:x", "new"], directory: place)
            #expect(option.status == 2, "\(option)")
        }
    }

    @Test(.tags(.th84)) func onlyGitColonNamesARevision() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Add the site"]
            for arguments in [["init", "-q"], ["add", "old"], commit, ["tag", "shop.invalid"]] {
                try await git(arguments, in: place)
            }
            // A tag that is named like a host, and a folder that is named like a port, do not count as a live site.
            for argument in ["HEAD", "HEAD:old", "shop.invalid:443", "shop.invalid"] {
                let run = try await Tool.run(["diff", argument, "new"], directory: place)
                #expect(run.status == 2 && !run.output.contains("newly opens"), "\(argument): \(run)")
            }
            for argument in ["git:HEAD", "git::old", "git:"] {
                let run = try await Tool.run(["diff", argument, "new"], directory: place)
                #expect(run.status == 2 && run.errors.contains("write git:REVISION:PATH"), "\(argument): \(run)")
            }
            let path = ".well-known/apple-app-site-association"
            try Data(Self.file(["/a/*", "/c/*"]).utf8).write(to: place.appendingPathComponent("old/\(path)"))
            let inside = place.appendingPathComponent("old")
            for argument in ["git:HEAD:./", "git:HEAD:old"] {
                let here = try await Tool.run(["diff", argument, "."], directory: inside)
                #expect(here.status == 0 && here.output.contains("newly opens: /c/*"), "\(here)")
            }
            let absent = try await Tool.run(["diff", "git:HEAD:new", "new"], directory: place)
            #expect(absent.status == 2 && absent.errors.contains("Git has no new in HEAD"), "\(absent)")
            let other = try await Tool.run(["diff", "git:trunk:old", "new"], directory: place)
            #expect(other.status == 2 && other.errors.contains("Git has no revision trunk here"), "\(other)")
        }
    }

    @Test(.tags(.th84)) func aRepositoryThatGitCannotReadIsNamedWithTheReason() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let outside = try await Tool.run(["diff", "git:HEAD:old", "new"], directory: place)
            #expect(outside.status == 2 && outside.errors.contains("here: not a git repository"), "\(outside)")
            let config = place.appendingPathComponent(".git/config")
            try await git(["init", "-q"], in: place)
            let settings = try Data(contentsOf: config)
            for (setting, reason) in [
                ("[broken", "bad config line"), ("[core]\nrepositoryformatversion = 9", "repo version"),
                ("[core]\nbare = \"\u{1B}[2J\"", "bad boolean config value"),
                ("[include]\npath = config", "include depth"),
            ] {
                try (settings + Data("\(setting)\n".utf8)).write(to: config)
                let run = try await Tool.run(["diff", "git:HEAD:old", "new"], directory: place)
                #expect(run.status == 2 && run.errors.contains(reason), "\(setting): \(run)")
                #expect(!run.errors.contains("\u{1B}"), "\(run)")
            }
        }
    }

    @Test(.tags(.th84)) func aConfigurationThatNeverEndsIsNotWaitedFor() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            try await git(["init", "-q"], in: place)
            try await git(["config", "include.path", "pipe"], in: place)
            #expect(mkfifo(place.appendingPathComponent(".git/pipe").path, 0o600) == 0)
            let run = try await Tool.run(["diff", "git:HEAD:old", "new"], directory: place)
            #expect(run.status == 2 && run.errors.contains("Git did not end in 60 s"), "\(run)")
        }
    }

    /// The settings of a repository that could make Git run a program.
    private static let hostileSettings = [
        ["core.fsmonitor", "TOUCH"], ["core.hooksPath", "HOOKS"], ["core.pager", "TOUCH"],
        ["core.sshCommand", "TOUCH"], ["core.askPass", "TOUCH"], ["core.gitProxy", "TOUCH"],
        ["core.alternateRefsCommand", "TOUCH"], ["core.editor", "TOUCH"], ["credential.helper", "!TOUCH"],
        ["filter.x.smudge", "TOUCH"], ["filter.x.clean", "TOUCH"], ["diff.x.textconv", "TOUCH"],
        ["diff.external", "TOUCH"], ["alias.cat-file", "!TOUCH"], ["alias.rev-parse", "!TOUCH"],
        ["gpg.program", "TOUCH"], ["remote.origin.uploadpack", "TOUCH"], ["protocol.ext.allow", "always"],
        ["protocol.file.allow", "always"], ["protocol.allow", "always"], ["uploadpack.packObjectsHook", "TOUCH"],
        ["trace2.normalTarget", "MARK"], ["trace2.eventTarget", "MARK"],
    ]

    @Test(.tags(.th84), arguments: ["ext", "file", "vcs"])
    func aRepositoryOfOthersRunsNothing(_ transport: String) async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let origin = place.appendingPathComponent("origin")
            try FileManager.default.createDirectory(at: origin, withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                at: place.appendingPathComponent("old"),
                to: origin.appendingPathComponent("old")
            )
            let commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Add the site"]
            let filter = ["config", "uploadpack.allowFilter", "true"]
            for arguments in [["init", "-q"], ["add", "."], commit, filter] { try await git(arguments, in: origin) }
            let clone = place.appendingPathComponent("clone")
            let url = "file://\(origin.path)"
            try await git(["clone", "-q", "--no-checkout", "--filter=blob:none", url, clone.path], in: place)
            let mark = place.appendingPathComponent("mark").path
            let program = place.appendingPathComponent("touch.sh").path
            try Data("#!/bin/sh\ntouch '\(mark)'\n".utf8).write(to: URL(fileURLWithPath: program))
            let hooks = place.appendingPathComponent("hooks").path
            try FileManager.default.createDirectory(atPath: hooks, withIntermediateDirectories: true)
            for name in ["post-index-change", "reference-transaction", "post-checkout"] {
                try FileManager.default.copyItem(atPath: program, toPath: "\(hooks)/\(name)")
            }
            for path in try [program] + FileManager.default.subpathsOfDirectory(atPath: hooks).map({ "\(hooks)/\($0)" })
            {
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            }
            for setting in Self.hostileSettings {
                let value = setting[1].replacingOccurrences(of: "TOUCH", with: program)
                    .replacingOccurrences(of: "HOOKS", with: hooks).replacingOccurrences(of: "MARK", with: mark)
                try await git(["config", setting[0], value], in: clone)
            }
            switch transport {
            case "ext": try await git(["config", "remote.origin.url", "ext::\(program)"], in: clone)
            case "vcs": try await git(["config", "remote.origin.vcs", "ext"], in: clone)
            default: break
            }
            let new = place.appendingPathComponent("new").path
            let run = try await Tool.run(["diff", "git:HEAD:old", new], directory: clone)
            #expect(run.status == 2 && run.errors.contains("is not in this clone"), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: mark))
            // Without the protection, the same settings run the program, which shows that the test can fail.
            if transport == "file" {
                _ = try await Program.run(
                    ["git", "cat-file", "-p", "HEAD:old/.well-known/apple-app-site-association"],
                    in: clone
                )
                #expect(FileManager.default.fileExists(atPath: mark))
            }
        }
    }

    @Test func symbolicLinksInGitAreFollowed() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let manager = FileManager.default
            let file = "old/.well-known/apple-app-site-association"
            try manager.createSymbolicLink(
                atPath: place.appendingPathComponent("linked").path,
                withDestinationPath: "old"
            )
            try manager.moveItem(at: place.appendingPathComponent(file), to: place.appendingPathComponent("old/file"))
            let link = place.appendingPathComponent(file).path
            try manager.createSymbolicLink(atPath: link, withDestinationPath: "../file")
            let commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Add the site"]
            for arguments in [["init", "-q"], ["add", "."], commit] { try await git(arguments, in: place) }
            for path in ["old", "linked", file] {
                let run = try await Tool.run(["diff", "git:HEAD:\(path)", path], directory: place)
                #expect(run.status == 0 && run.output == "example.com: no change\n", "\(path): \(run)")
            }
            // Files outside the revision are not read.
            try manager.removeItem(atPath: link)
            try manager.createSymbolicLink(atPath: link, withDestinationPath: place.path + "/old/file")
            for arguments in [["add", "."], commit] { try await git(arguments, in: place) }
            let outside = try await Tool.run(["diff", "git:HEAD:old", "new"], directory: place)
            #expect(outside.status == 2 && outside.errors.contains("behind a symbolic link"), "\(outside)")
            // A symbolic link, whose target Git stores like a file's text, is not a file.
            try manager.removeItem(atPath: link)
            try manager.createSymbolicLink(atPath: link, withDestinationPath: "{\"applinks\":{\"details\":[]}}")
            for arguments in [["add", "."], commit] { try await git(arguments, in: place) }
            let text = try await Tool.run(["diff", "git:HEAD:old", "new"], directory: place)
            #expect(text.status == 2 && text.errors.contains("has no association file"), "\(text)")
        }
    }

    @Test(.tags(.th84)) func filesThatLookLikeARepositoryAreNone() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Add the site"]
            for arguments in [["init", "-q"], ["add", "old"], commit] { try await git(arguments, in: place) }
            let bare = place.appendingPathComponent("bare")
            try await git(["clone", "-q", "--bare", place.path, bare.path], in: place)
            let run = try await Tool.run(["diff", "git:HEAD:old", place.path + "/new"], directory: bare)
            #expect(run.status == 2, "\(run)")
        }
    }

    @Test func aRepositoryMayHaveAnyName() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let folder = place.appendingPathComponent("dépôt ø")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                at: place.appendingPathComponent("old"),
                to: folder.appendingPathComponent("süd")
            )
            let commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Add the site"]
            for arguments in [["init", "-q"], ["add", "."], commit] { try await git(arguments, in: folder) }
            let run = try await Tool.run(["diff", "git:HEAD:süd", "süd"], directory: folder)
            #expect(run.status == 0 && run.output == "example.com: no change\n", "\(run)")
        }
    }

    private func git(_ arguments: [String], in place: URL) async throws {
        let run = try await Program.run(["git"] + arguments, in: place)
        #expect(run.status == 0, "\(run)")
    }

    @Test func aFolderTheLiveSiteAndApplesCopyAreComparedWithEachOther() async throws {
        let live = Self.file(["/a/*", "/b/*"])
        let copy = Self.file(["/a/*"])
        let server = try LoopbackServer { request, connection in
            switch request.target {
            case "/.well-known/apple-app-site-association":
                connection.respond(200, ["Content-Type: application/json"], body: live)
            case "/a/v1/example.com", "/cdn/a/v1/example.com":
                connection.respond(200, ["Content-Type: application/json"], body: copy)
            default: connection.respond(404, ["Content-Type: text/html"], body: "no")
            }
        }
        defer { server.stop() }
        let asking = ["--origin", server.url().absoluteString, "--allow-private", "--user-agent", "Checker/1"]
        try await withSites(["/b/*", "/a/*"], ["/b/*"]) { place in
            let same = try await Tool.run(["diff", "old", "example.com"] + asking, directory: place)
            #expect(same.status == 0 && same.output == "example.com: no change\n", "\(same)")
            let lost = try await Tool.run(["diff", "example.com", "new"] + asking, directory: place)
            #expect(lost.status == 1 && lost.output.contains("no longer opens: /a/*"), "\(lost)")
            #expect(server.requests.allSatisfy { $0.values("User-Agent") == ["Checker/1"] })
            let stale = try await Tool.run(["diff", "apple:example.com", "example.com"] + asking, directory: place)
            #expect(stale.status == 0 && stale.output.contains("newly opens: /b/*"), "\(stale)")
        }
    }

    @Test func anInputThatCannotBeReadIsNamed() async throws {
        try await withSites(["/a/*"], ["/b/*"]) { place in
            let missing = try await Tool.run(["diff", "old", "none/here"], directory: place)
            #expect(missing.status == 2 && missing.errors.contains("none/here is neither"), "\(missing)")
            let path = place.appendingPathComponent("new/.well-known/apple-app-site-association")
            try Data("{".utf8).write(to: path)
            let broken = try await Tool.run(["diff", "old", "new", "--format", "json"], directory: place)
            #expect(broken.status == 2 && broken.errors.contains("is not JSON"), "\(broken)")
            #expect(broken.json.first?["failure"] != nil, "\(broken.output)")
        }
    }

    /// A file of the repository does not replace a server's file.
    @Test func appleNamesTheCopyWhateverFilesThereAre() async throws {
        let scratch = try Scratch()
        try scratch.file("apple:a.invalid/.well-known/assetlinks.json", "[]")
        try scratch.file("site/.well-known/assetlinks.json", "[]")
        let run = try await scratch.run(["diff", "apple:a.invalid", "site"])
        #expect(run.status == 2, "\(run)")
    }
}
