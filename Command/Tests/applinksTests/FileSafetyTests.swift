import FlyingSocks
import Foundation
import Testing

/// Tests which files of a possibly hostile folder are read and written.
@Suite(.timeLimit(.minutes(20))) struct FileSafetyTests {
    private static let statement = Samples.appleFile("R2TQ9MZ7K4.dk.lakrids.kogebog")
    private static let description = """
        hosts: [lakrids.dk]
        apps:
          - name: Kogebog
            apple: {team: R2TQ9MZ7K4, bundle: dk.lakrids.kogebog}
        open: ["/recipes/*"]
        """

    @Test(.tags(.th75)) func linksOutOfTheFolderAreNotFollowed() async throws {
        let outside = try Scratch()
        let page = try outside.file("a.html", "<meta name=apple-itunes-app content='app-id=secret'>")
        let file = try outside.file("file", "{\"applinks\": \"secret\"}")
        let site = try Scratch([".well-known/assetlinks.json": "[]", "index.html": "<p>"])
        let manager = FileManager.default
        let link = { (name: String) in site.url.appendingPathComponent(name).path }
        try manager.createSymbolicLink(atPath: link("page.html"), withDestinationPath: page)
        try manager.createSymbolicLink(
            atPath: link(".well-known/apple-app-site-association"),
            withDestinationPath: file
        )
        try manager.createSymbolicLink(atPath: link("same.html"), withDestinationPath: link("index.html"))
        for arguments in [
            ["check", site.url.path, "--host", "lakrids.dk"],
            ["check", "--offline", site.url.path, "https://lakrids.dk/page"],
            ["explain", "--offline", site.url.path, "https://lakrids.dk/page", "--trace"],
        ] {
            let run = try await Tool.run(arguments)
            #expect(!(run.output + run.errors).contains("secret"), "\(arguments)")
            #expect(!run.output.contains("banner-app-id") && !run.output.contains("aasa-applinks"), "\(run.output)")
        }
        let run = try await Tool.run(["check", site.url.path, "--host", "lakrids.dk", "--format", "json"])
        #expect(run.errors.contains("apple-app-site-association is a symbolic link that leads out of the folder"))
        #expect(run.errors.contains("and so are 1 more"))
        #expect(run.output.contains("same.html") && !run.output.contains("page.html"))
        let compared = try await Tool.run(
            ["publish", try site.file("site.yaml", Self.description), "--check", site.url.path]
        )
        #expect(compared.status == 2 && compared.errors.contains("leads out of it"), "\(compared.errors)")
    }

    #if os(Linux)
    /// Makes a file whose name is not UTF-8, for which Foundation has no path.
    private static func misspelledFile(_ folder: String, _ name: [UInt8], _ text: String) throws {
        let path = (Array(folder.utf8) + [UInt8(ascii: "/")] + name + [0]).map { CChar(bitPattern: $0) }
        let file = open(path, O_WRONLY | O_CREAT, 0o644)
        try #require(file >= 0)
        try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(text.utf8))
    }

    @Test func filesWhoseNamesAreNotUTF8AreSaidToBeLeftOut() async throws {
        let site = try Scratch([".well-known/assetlinks.json": "[]", "index.html": "<p>"])
        let name = Array("b".utf8) + [0xFC] + Array("cher.html".utf8)
        try Self.misspelledFile(site.url.path, name, "<meta property='al:ios:url' content='a://b'>")
        for arguments in [
            ["check", site.url.path, "--host", "lakrids.dk", "--no-config"],
            ["check", "--offline", site.url.path, "https://lakrids.dk/", "--no-config"],
            ["explain", "--offline", site.url.path, "https://lakrids.dk/"],
            ["explain", "--offline", site.url.path, "https://lakrids.dk/", "--json"],
        ] {
            let run = try await Tool.run(arguments)
            let note = "b\u{FFFD}cher.html was not read, because its name is not UTF-8"
            #expect(run.errors.contains(note) && !run.errors.contains("symbolic link"), "\(arguments): \(run)")
        }
        let shell = "'\(Tool.executable.path)' check --no-config b*cher.html"
        let named = try await Program.run(["/bin/sh", "-c", shell], in: site.url)
        #expect(named.status == 2 && named.errors.contains("because its name is not UTF-8; rename it"), "\(named)")
        // A project is read as far as possible.
        let project = try Scratch()
        let manifest = "<manifest package=\"a.b\"><application/></manifest>"
        try project.file("settings.gradle", "")
        try project.file("app/build.gradle", "plugins { id 'com.android.application' }\nandroid { namespace 'a.b' }")
        try project.file("app/src/main/AndroidManifest.xml", manifest)
        let entitlements = Array("x".utf8) + [0xFF] + Array(".entitlements".utf8)
        try Self.misspelledFile(project.url.path, entitlements, "<plist/>")
        let read = try await Tool.run(["check", project.url.path, "--no-config"])
        #expect(read.errors.contains("x\u{FFFD}.entitlements is not read"), "\(read)")
    }
    #endif

    @Test(.tags(.th74)) func pipesAreAClearError() async throws {
        let site = try Scratch(["index.html": "<p>"])
        try FileManager.default.createDirectory(
            at: site.url.appendingPathComponent(".well-known"),
            withIntermediateDirectories: true
        )
        let pipes = [".well-known/apple-app-site-association", "site.yaml", "page.html", "assetlinks.json"].map {
            site.url.appendingPathComponent($0).path
        }
        for pipe in pipes { #expect(mkfifo(pipe, 0o600) == 0) }
        for arguments in [
            ["check", pipes[0]], ["check", site.url.path, "--host", "lakrids.dk"],
            ["publish", pipes[1], "--out", site.url.path],
            ["check", pipes[2]], ["check", pipes[3]], ["explain", "https://lakrids.dk/", "--offline", site.url.path],
            ["check", "/dev/null"], ["publish", "/dev/zero", "--out", site.url.path],
            ["resolve", pipes[2]],
        ] {
            let run = try await Tool.run(arguments)
            #expect(run.status == (arguments[0] == "resolve" ? 1 : 2), "\(arguments): \(run)")
            #expect(run.errors.contains("regular file") || run.errors.contains("a pipe or a device"), "\(run.errors)")
        }
    }

    @Test(.tags(.th76)) func nothingIsWrittenThroughALink() async throws {
        let outside = try Scratch()
        let victim = try outside.file("victim", "kept")
        let scratch = try Scratch()
        let description = try scratch.file("site.yaml", Self.description)
        let manager = FileManager.default
        let out = scratch.url.appendingPathComponent("public").path
        try manager.createDirectory(atPath: out, withIntermediateDirectories: true)
        // The folder is a link to another place.
        try manager.createSymbolicLink(atPath: out + "/.well-known", withDestinationPath: outside.url.path)
        var run = try await Tool.run(["publish", description, "--out", out])
        #expect(run.status == 2 && run.errors.contains("public/.well-known is a symbolic link"), "\(run.errors)")
        #expect(try manager.contentsOfDirectory(atPath: outside.url.path) == ["victim"])
        // One file is a link to another place, and one is a link without a target.
        try manager.removeItem(atPath: out + "/.well-known")
        try manager.createDirectory(atPath: out + "/.well-known", withIntermediateDirectories: true)
        for destination in [victim, outside.url.appendingPathComponent("new").path] {
            let link = out + "/.well-known/apple-app-site-association"
            try? manager.removeItem(atPath: link)
            try manager.createSymbolicLink(atPath: link, withDestinationPath: destination)
            run = try await Tool.run(["publish", description, "--out", out])
            #expect(run.status == 2 && run.errors.contains("is a symbolic link"), "\(run.errors)")
        }
        #expect(try manager.contentsOfDirectory(atPath: outside.url.path) == ["victim"])
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "kept")
        // The user who runs the command named this folder.
        try manager.removeItem(atPath: out + "/.well-known")
        let named = scratch.url.appendingPathComponent("named").path
        try manager.createSymbolicLink(atPath: named, withDestinationPath: out)
        run = try await Tool.run(["publish", description, "--out", named])
        #expect(run.status == 0 && manager.fileExists(atPath: out + "/.well-known/apple-app-site-association"))
        // In a repository, its author named the folder.
        try scratch.file(".git/HEAD", "")
        try manager.removeItem(atPath: out + "/.well-known")
        for folder in ["named", "./named/", named, "public/../named"] {
            run = try await scratch.run(["publish", description, "--out", folder])
            #expect(run.status == 2 && run.errors.contains("named is a symbolic link"), "\(run)")
        }
        #expect(!manager.fileExists(atPath: out + "/.well-known"))
    }

    /// The user chose the name, but the author of the repository chose its target.
    @Test(
        .tags(.th75),
        arguments: [
            ["check", "--no-config", "--from", "LINK"], ["check", "site", "--config", "LINK"],
            ["check", "site", "--no-config", "--baseline", "LINK"], ["check", "--no-config", "LINK"],
            ["check", "site", "--no-config", "--app", "LINK"],
            ["check", "site", "--no-config", "--device-report", "LINK"],
            ["check", "https://a.example/", "--no-config", "--offline", "folder"],
            ["check", "https://a.example/", "--no-config", "--header", "@LINK"], ["diff", "LINK", "site"],
            ["diff", "site", "folder"], ["explain", "https://a.example/", "--offline", "folder"],
            ["publish", "LINK", "--check", "site"], ["publish", "--check", "site"], ["resolve", "--from", "LINK"],
            ["resolve", "LINK"],
        ]
    )
    func aLinkOutOfTheRepositoryIsNotRead(_ arguments: [String]) async throws {
        let scratch = try Scratch([
            "outside/file": "s3cr3t: [\n", "outside/.well-known/assetlinks.json": "[{\"s3cr3t\": 1}]",
            "repository/.git/HEAD": "", "repository/site/.well-known/assetlinks.json": "[]",
        ])
        for (name, target) in [("LINK", "../outside/file"), ("site.yaml", "../outside/file"), ("folder", "../outside")]
        {
            try scratch.link("repository/\(name)", to: target)
        }
        let repository = scratch.url.appendingPathComponent("repository")
        let run = try await Tool.run(arguments, directory: repository)
        #expect(run.status == 64 && run.errors.contains("leads out of"), "\(run)")
        #expect(!(run.output + run.errors).contains("s3cr3t"), "\(run)")
        // The same applies if the command runs in another folder.
        let paths = arguments.map { ["LINK", "site", "folder"].contains($0) ? repository.path + "/" + $0 : $0 }
        guard paths.contains(where: { $0.hasSuffix("LINK") || $0.hasSuffix("folder") }), !paths.contains("@LINK") else {
            return
        }
        let other = try await scratch.run(paths)
        #expect(other.status == 64 && other.errors.contains("leads out of"), "\(other)")
    }

    @Test(.tags(.th75)) func aListOfTheRepositoryNamesNothingOutside() async throws {
        let scratch = try Scratch()
        try scratch.file("outside/assetlinks.json", "[{\"s3cr3t\": 1}]")
        try scratch.file("repository/.git/HEAD", "")
        try scratch.file("repository/list.txt", "../outside/assetlinks.json\n")
        let repository = scratch.url.appendingPathComponent("repository")
        let run = try await Tool.run(["check", "--no-config", "--from", "list.txt"], directory: repository)
        #expect(run.status == 64 && run.errors.contains("is outside"), "\(run)")
        #expect(!(run.output + run.errors).contains("s3cr3t"), "\(run)")
    }

    @Test(
        .tags(.th75),
        arguments: [["resolve", "--from", "list.txt"], ["open", "LINK"], ["resolve", "LINK"], ["serve", "folder"]]
    )
    func aPageBehindALinkOutOfTheRepositoryIsNotRead(_ arguments: [String]) async throws {
        let scratch = try Scratch()
        let page = "<meta property=\"al:ios:url\" content=\"s3cr3t://a\">"
        try scratch.file("outside/page.html", page)
        try scratch.file("repository/.git/HEAD", "")
        try scratch.file("repository/list.txt", "file://\(scratch.url.path)/outside/page.html\n")
        for (name, target) in [("LINK", "../outside/page.html"), ("folder", "../outside")] {
            try scratch.link("repository/\(name)", to: target)
        }
        let repository = scratch.url.appendingPathComponent("repository")
        for link in ["LINK", "file://\(repository.path)/LINK"] {
            let run = try await Tool.run(arguments.map { $0 == "LINK" ? link : $0 }, directory: repository)
            #expect(run.status == 64, "\(run)")
            #expect(run.errors.contains("outside") != run.errors.contains("leads out of"), "\(run)")
            #expect(!run.output.contains("s3cr3t"), "\(run)")
        }
    }

    /// The settings of the file's folder apply, wherever the command runs.
    @Test(.tags(.th75), arguments: ["../a://../../outside/assetlinks.json", "s.example", "s.example/assetlinks.json"])
    func anInputOfSettingsIsNoFileOfAnotherFolder(_ input: String) async throws {
        let scratch = try Scratch([
            "outside/assetlinks.json": "[{\"s3cr3t\": 1}]",
            "outside/.well-known/assetlinks.json": "[{\"s3cr3t\": 1}]", "repository/.git/HEAD": "",
            "repository/a:/kept": "", "repository/web/kept": "",
            "repository/.applinks.yaml": "version: 1\ncheck: \"\(input)\"\n",
        ])
        try scratch.link("repository/web/s.example", to: "../../outside")
        let web = scratch.url.appendingPathComponent("repository/web")
        let run = try await Tool.run(["check"], directory: web)
        #expect(run.status == 2 && !(run.output + run.errors).contains("s3cr3t"), "\(run)")
    }

    @Test(.tags(.th75)) func aListElsewhereNamesFilesOfThisRepository() async throws {
        let scratch = try Scratch([
            "lists/.git/HEAD": "", "lists/list.txt": "assetlinks.json\n", "repository/.git/HEAD": "",
            "repository/assetlinks.json": "[]",
        ])
        let repository = scratch.url.appendingPathComponent("repository")
        let run = try await Tool.run(["check", "--no-config", "--from", "../lists/list.txt"], directory: repository)
        #expect(run.status != 64 && !run.errors.contains("outside"), "\(run)")
    }

    @Test(.tags(.th76)) func nothingIsFixedThroughALinkOutOfTheRepository() async throws {
        let scratch = try Scratch()
        let before = "{\"applinks\": {\"details\": [{\"appID\": \"R2TQ9MZ7K4.a.example\", \"paths\": [\"/r\", ],}]}}"
        let victim = try scratch.file("outside/apple-app-site-association", before)
        try scratch.file("repository/.git/HEAD", "")
        try scratch.link("repository/apple-app-site-association", to: "../outside/apple-app-site-association")
        let repository = scratch.url.appendingPathComponent("repository")
        for options in [[], ["--allow-outside"]] {
            let run = try await Tool.run(
                ["check", "apple-app-site-association", "--fix", "--no-config"] + options,
                directory: repository
            )
            #expect(run.status == (options.isEmpty ? 64 : 2) && run.errors.contains("leads out of"), "\(run)")
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == before)
        }
    }

    /// A submodule belongs to its parent repository, wherever the command runs.
    @Test(.tags(.th76), arguments: ["repository/module", "elsewhere"])
    func nothingIsWrittenThroughALinkOfARepositoryAround(_ folder: String) async throws {
        let scratch = try Scratch([
            "outside/kept": "", "elsewhere/kept": "", "repository/.git/HEAD": "",
            "repository/module/.git": "gitdir: ../.git/modules/module\n", "repository/module/assetlinks.json": "[]",
        ])
        try scratch.link("repository/reports", to: "../outside")
        let root = scratch.url.path + "/repository"
        let run = try await Tool.run(
            ["check", root + "/module/assetlinks.json", "--no-config", "--output", "json=\(root)/reports/new.json"],
            directory: scratch.url.appendingPathComponent(folder)
        )
        #expect(run.status == 74 && run.errors.contains("reports is a symbolic link"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/outside/new.json"))
    }
}
