import Foundation
import LoopbackServer
import Testing

/// Tests the messages that tell a user without documentation what is wrong and what to try.
@Suite(.timeLimit(.minutes(20))) struct AdviceTests {
    private static let misspelled = """
        <title>Page</title>
        <meta property="al:ios:url" content="mine://1"><meta property="al:ios:appname" content="Mine">
        <meta property="al:iOS:app_store_id" content="42">
        """

    @Test func aRefusedAddressNamesTheOptionsAndAllowedOnesDoNot() async throws {
        let server = try LoopbackServer { _, connection in connection.redirect(to: "http://[::1]:1/") }
        for command in [["resolve"], ["open", "--installed", ""]] {
            let refused = try await Tool.run(command + [server.url("/").absoluteString])
            #expect(refused.errors.contains("-v shows why") && refused.errors.contains("--allow-private"))
            let known = try await Tool.run(command + [server.url("/").absoluteString, "-v"])
            #expect(known.errors.contains("refused: loopback") && known.errors.contains("--allow-private"))
            #expect(!known.errors.contains("-v shows why"))
            let gone = try await Tool.run(command + [server.url("/").absoluteString, "-v", "--allow-private"])
            #expect(gone.status == 1 && !gone.errors.contains("--allow-private"))
        }
    }

    @Test func aServerOfThisMachineIsToBeNamedAsAnOrigin() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(404, body: "no") }
        defer { server.stop() }
        let origin = "http://127.0.0.1:\(server.port)"
        let run = try await Tool.run(["check", "\(origin)/42.html"])
        #expect(run.errors.contains("https://example.com/42.html --origin \(origin) --allow-private"), "\(run.errors)")
        let host = try await Tool.run(["check", "127.0.0.1:\(server.port)"])
        #expect(host.errors.contains("--origin \(origin) --allow-private"), "\(host.errors)")
        let named = try await Tool.run(["check", "https://example.com/", "--origin", origin, "--allow-private"])
        #expect(!named.errors.contains("--origin"), "\(named.errors)")
    }

    /// For a few links on the web, the edits of the app's files are tried with one set of requests.
    @Test(arguments: [["https://shelf.dk/x"], ["https://shelf.dk/x", "https://shelf.dk/y"]])
    func anAppsFileIsEditedForALinkOnTheWeb(_ links: [String]) async throws {
        let path = "/.well-known/assetlinks.json"
        let file = Samples.assetLinks("org.sample.shelf", Samples.fingerprint)
        let server = try LoopbackServer { request, connection in
            guard request.target == path else { return connection.respond(404, body: "no") }
            connection.respond(200, ["Content-Type: application/json"], body: file)
        }
        defer { server.stop() }
        func count() -> Int { server.requests.count { $0.target == path } }
        let scratch = try Scratch()
        let manifest = Samples.manifest("org.sample.shelf", data: "android:host=\"shelf.dk\"")
            .replacing(" android:autoVerify=\"true\"", with: "")
        let app = try scratch.file("AndroidManifest.xml", manifest)
        let origin = "http://127.0.0.1:\(server.port)"
        let command = ["check"] + links + ["--app", app, "--origin", origin, "--allow-private"]
        let asked = try await Tool.run(command)
        #expect(asked.status == 1 && asked.output.contains("edit: --fix-unsafe does that"), "\(asked.output)")
        #expect(asked.output.ranges(of: "edit: ").count == links.count, "\(asked.output)")
        #expect(count() == links.count)
        let fixed = try await Tool.run(command + ["--fix-unsafe"])
        #expect(fixed.status == 0 && fixed.output.contains("may open org.sample.shelf"), "\(fixed.output)")
        // What only a device or a certificate shows is named.
        let words = fixed.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("adb shell pm get-app-links org.sample.shelf"), "\(fixed.output)")
        #expect(count() == 2 * links.count)
        #expect(try String(contentsOfFile: app, encoding: .utf8).contains("android:autoVerify=\"true\""))
    }

    @Test func aPageThatNamesNoAppIsSaidToNameNone() async throws {
        let plain = try await Tool.run(["check", examplePage("plain")])
        #expect(plain.status == 0 && plain.output.contains("no finding; the page has no tag that names an app"))
    }

    @Test func explainSaysWhatChecksAFile() async throws {
        let run = try await Tool.run(["explain", examplePage("recipe")])
        #expect(run.status == 64 && run.errors.contains("'applinks check "), "\(run.errors)")
    }

    @Test(arguments: ["iPhone", "IPHONE"]) func devicesAreReadInAnyLetterCase(_ name: String) async throws {
        let open = try await Tool.run(["open", examplePage("recipe"), "--device", name, "--installed", "recipes"])
        #expect(open.status == 0, "\(open.errors)")
    }

    @Test func aHostWithoutSchemeIsAURLAndWhatIsNoHostAFile() async throws {
        for page in ["nowhere.invalid", "nowhere.invalid/page.html"] {
            let run = try await Tool.run(["resolve", page])
            #expect(
                run.status == 1 && run.errors.contains("there is no file or folder of that name either"),
                "\(run.errors)"
            )
        }
        for page in ["page.html", "../nowhere/page.html", "nowhere/example.com", "page"] {
            let run = try await Tool.run(["resolve", page])
            #expect(run.status == 1 && !run.errors.contains("https://"), "\(run.errors)")
        }
    }

    @Test func openShowsTheRedirectsOfAPage() async throws {
        let run = try await Tool.run([
            "open", examplePage("recipe"), "-v", "--device", "iphone", "--installed", "recipes",
        ])
        #expect(run.status == 0 && run.errors.contains("encoding UTF-8"))
    }

    @Test(arguments: [
        "recipes", "recipes:", "recipes://", "recipes://recipe/1", " RECIPES , other", "example.kitchentable",
    ])
    func installedAppsAreNamedByScheme(_ installed: String) async throws {
        let run = try await Tool.run(["open", examplePage("recipe"), "--device", "android", "--installed", installed])
        #expect(run.status == 0 && run.output.contains("Would open (app)"), "\(run.output)")
    }

    @Test(arguments: ["my app", "a/b", "https://", "recipes,<x>"])
    func invalidAppNamesAreRefused(_ installed: String) async throws {
        let run = try await Tool.run(["open", examplePage("recipe"), "--installed", installed])
        #expect(run.status == 64 && run.errors.contains("--installed"), "\(run.errors)")
    }

    @Test func aFileWithoutAPageURLNamesTheOption() async throws {
        let nowhere = try await Tool.run(["open", examplePage("plain"), "--device", "iphone", "--installed", ""])
        #expect(nowhere.status == 1 && nowhere.errors.contains("--page-url") && !nowhere.output.contains("web: file:"))
        let somewhere = try await Tool.run([
            "open", examplePage("plain"), "--device", "iphone", "--installed", "", "--page-url",
            "https://plain.example/",
        ])
        #expect(somewhere.status == 0 && somewhere.output.contains("web: https://plain.example/"))
    }

    /// A link of an app's own scheme: the app's files decide.
    @Test(arguments: [("shelf://sign-in", Int32(0)), ("other://sign-in", 1)])
    func aLinkOfAnAppsOwnSchemeIsJudgedByTheApp(_ link: String, _ status: Int32) async throws {
        let scratch = try Scratch()
        let folder = scratch.url.path
        try scratch.file("app.json", #"{"expo": {"scheme": "shelf", "ios": {"bundleIdentifier": "example.shelf"}}}"#)
        let run = try await Tool.run(["check", link, "--app", folder])
        #expect(run.status == status, "\(run.output)\(run.errors)")
        let alone = try await Tool.run(["check", link, "--no-project"])
        #expect(alone.status == 2 && alone.errors.contains("name the app with --app PATH"), "\(alone.errors)")
        let list = try await Tool.run(["check", folder, "--list-apps"])
        #expect(list.output.contains("; schemes shelf, example.shelf;"), "\(list.output)")
    }

    @Test(arguments: ["\"https://shelf.example/42\"", "<https://shelf.example/42>", "“https://shelf.example/42”"])
    func aURLBetweenMarksIsToldSo(_ argument: String) async throws {
        let run = try await Tool.run(["check", argument])
        #expect(run.errors.contains("leave out the marks around https://shelf.example/42"), "\(run.errors)")
    }

    /// The folder is as it should be, and the published site has no association files.
    @Test func jekyllsSettingsAreToIncludeTheFolderOfTheFiles() async throws {
        for (settings, isWrong) in [("title: a\nexclude: [.well-known]\n", true), ("include: [.well-known]\n", false)] {
            let scratch = try Scratch()
            let folder = scratch.url.path
            try scratch.file("_config.yml", settings)
            try scratch.file(
                ".well-known/apple-app-site-association",
                Samples.appleFile("QX7SAMPLE1.org.sample.shelf")
            )
            for arguments in [[folder, "--host", "shelf.example"], ["https://shelf.example/", "--offline", folder]] {
                let run = try await Tool.run(["check"] + arguments)
                #expect(run.status == (isWrong ? 1 : 0), "\(run.output)\(run.errors)")
                #expect(run.output.contains("link-files-unpublished") == isWrong, "\(run.output)")
                #expect(run.output.contains("edit: --fix does that") == isWrong, "\(run.output)")
            }
            if isWrong {
                let fixed = try await Tool.run(["check", folder, "--host", "shelf.example", "--fix"])
                #expect(fixed.status == 0, "\(fixed.output)\(fixed.errors)")
                #expect(try scratch.text("_config.yml") == settings + "include: [\".well-known\"]\n")
                try scratch.file("_config.yml", settings)
            }
            try scratch.file(".nojekyll", "")
            let raw = try await Tool.run(["check", folder, "--host", "shelf.example"])
            #expect(!raw.output.contains("link-files-unpublished"), "\(raw.output)")
        }
    }

    @Test(arguments: ["assetlinks.json.txt", "assetlink.json", "asset-links.json", "Assetlinks.json"])
    func aFileWithAnotherNameIsFoundInTheFolder(_ name: String) async throws {
        let scratch = try Scratch([".well-known/\(name)": "[]"])
        let run = try await Tool.run(["check", scratch.url.path, "--host", "shelf.example"])
        #expect(run.status == 1 && run.flat.contains("the file is at .well-known/\(name), and Android"), "\(run)")
    }

    @Test func misspelledTagsAreShown() async throws {
        let scratch = try Scratch()
        let page = try scratch.file("page.html", Self.misspelled)
        let text = try await Tool.run(["resolve", page, "--device", "iphone"])
        #expect(text.output.contains("1. ios      mine://1  (unknown appname Mine)"), "\(text.output)")
        #expect(text.output.contains("tags without a meaning:\n    al:iOS:app_store_id = 42\n"), "\(text.output)")
        let json = try await Tool.run(["resolve", page, "--json"])
        let tags = try #require(json.json.first?["unused_tags"] as? [[String: String]])
        #expect(tags == [["property": "al:iOS:app_store_id", "content": "42"]])
    }

    @Test func platformsAreNamedInFull() async throws {
        let run = try await Tool.run(["resolve", examplePage("cinema"), "--device", "windows-universal"])
        #expect(run.output.contains("1. windows_universal rex-win://"), "\(run.output)")
    }

    @Test func aTruncatedPageIsMarked() async throws {
        let run = try await Tool.run(["resolve", examplePage("recipe"), "--max-bytes", "60"])
        #expect(run.status == 0 && run.errors.contains("was truncated at the limit"), "\(run.errors)")
    }

    @Test func parseReadsStandardInput() async throws {
        let run = try await Tool.run(["parse", "-"], input: "recipes://42?a=1\n")
        #expect(run.status == 0 && run.output.contains("Input URL   recipes://42?a=1\n"))
        let nothing = try await Tool.run(["parse", "-"], input: "")
        #expect(nothing.status == 1 && nothing.errors.contains("there is nothing to parse"))
    }
}
