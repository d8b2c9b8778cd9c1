import Foundation
import Testing

/// Tests that the project in the current folder is read without being named.
struct FolderProjectTests {
    private static let manifest = """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>
        <activity android:name=".Main" android:exported="true"><intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/>
        <data android:scheme="https" android:host="shelf.example"/></intent-filter></activity></application></manifest>
        """

    private static let script =
        "plugins { id 'com.android.application' }\nandroid { defaultConfig { applicationId 'org.shelfware.shelf' } }\n"

    private static func site(package: String) -> String {
        let print =
            "7B:13:A0:5E:91:C4:2D:68:FE:07:39:B2:84:5C:D1:6A:20:EF:97:43:0B:8D:F6:51:C8:3A:75:E2:19:AC:64:D0"
        return Samples.assetLinks(package, print)
    }

    private static func project(
        package: String,
        host: String = "shelf.example",
        hasMark: Bool = true
    ) throws -> (project: Scratch, site: Scratch) {
        let (project, folder) = (try Scratch(), try Scratch())
        let text = manifest.replacing("shelf.example", with: host)
        try project.file("app/src/main/AndroidManifest.xml", Array(text.utf8))
        try project.file("app/build.gradle", Array(script.utf8))
        if hasMark { try project.file("settings.gradle", Array("include ':app'\n".utf8)) }
        try folder.file(".well-known/assetlinks.json", Array(site(package: package).utf8))
        return (project, folder)
    }

    /// For a star the file of the domain decides, and one host below the domain represents all.
    @Test(arguments: [("org.shelfware.shelf", 0), ("org.shelfware.other", 1)] as [(String, Int32)])
    func aStarIsJudgedByTheFileOfItsDomain(_ package: String, _ status: Int32) async throws {
        let folders = try Self.project(package: package)
        let text = Self.manifest.replacing("\"shelf.example", with: "\"*.shelf.example")
            .replacing("<data ", with: "<category android:name=\"android.intent.category.BROWSABLE\"/><data ")
        try folders.project.file("app/src/main/AndroidManifest.xml", text)
        let run = try await Tool.run([
            "check", folders.project.url.path, "--offline", folders.site.url.path, "--no-config",
        ])
        #expect(run.status == status, "\(run)")
        #expect(run.output.contains("https://www.shelf.example/"), "\(run)")
        let word =
            status == 0
            ? "devices read the file of shelf.example for *.shelf.example" : "assetlinks.json names org.shelfware.other"
        #expect(run.flat.contains(word), "\(run)")
    }

    /// A folder is that of one host: the one of its name, or one whose links its file lets an app open.
    @Test(arguments: [("site", "org.shelfware.shelf"), ("shelf.example", "org.shelfware.other")])
    func aFolderIsJudgedAsTheHostThatItFits(_ name: String, _ package: String) async throws {
        let (project, folder) = (try Scratch(), try Scratch())
        for (module, host) in [("board", "board.example"), ("shelf", "shelf.example")] {
            let id = "org.shelfware.\(module)"
            try project.file(
                "\(module)/src/main/AndroidManifest.xml",
                Samples.manifest(id, data: "android:host=\"\(host)\"")
            )
            try project.file("\(module)/build.gradle", Self.script.replacing("org.shelfware.shelf", with: id))
        }
        try project.file("settings.gradle", "include ':board', ':shelf'\n")
        try folder.file("\(name)/.well-known/assetlinks.json", Self.site(package: package))
        let run = try await Tool.run([
            "check", project.url.path, "--offline", "\(folder.url.path)/\(name)", "--no-config",
        ])
        #expect(run.errors.contains("was judged as shelf.example, not as board.example"), "\(run)")
        #expect(run.output.contains("may open org.shelfware.shelf") == (name == "site"), "\(run)")
    }

    /// A folder, its host and a link of it have the same answer.
    @Test func whatAnAppLacksClosesAFolderAsItClosesALink() async throws {
        let folders = try Self.project(package: "org.shelfware.shelf", host: "www.shelf.example")
        let site = folders.site.url.path
        for input in [
            [site, "--host", "shelf.example"], ["shelf.example", "--offline", site],
            ["https://shelf.example/", "--offline", site],
        ] {
            let run = try await Tool.run(["check"] + input + ["--app", folders.project.url.path, "--no-config"])
            #expect(run.status == 1 && run.output.contains("[android-app-host-missing]"), "\(input): \(run)")
            #expect(run.output.contains("opens no app"), "\(input): \(run)")
        }
    }

    private static let strace = "/usr/bin/strace"

    /// The number of times that a project's manifest is opened while the project is checked from a folder.
    private static func opens(_ arguments: [String], in folder: URL) async throws -> Int {
        let scratch = try Scratch()
        let trace = scratch.url.path + "/trace"
        let run = try await Program.run(
            [strace, "-f", "-qq", "-e", "trace=open,openat,openat2", "-o", trace, Tool.executable.path, "check"]
                + arguments,
            in: folder
        )
        #expect(run.output.contains("org.shelfware.shelf"), "\(run)")
        let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.contains("AndroidManifest.xml\"") && !$0.contains(" = -1 ") }.count
    }

    /// Reading a large project takes time and memory, so a checked project is not read again as the project of the current folder.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: strace), "strace is not installed"),
        arguments: [["--app-only"], ["--offline"]]
    )
    func aProjectThatIsCheckedIsNotReadAgainForItsFolder(_ more: [String]) async throws {
        let folders = try Self.project(package: "org.shelfware.shelf")
        let more = more == ["--offline"] ? more + [folders.site.url.path] : more
        let here = try await Self.opens(["."] + more, in: folders.project.url)
        let elsewhere = try await Self.opens([folders.project.url.path] + more, in: folders.site.url)
        #expect(here == elsewhere)
        #expect(here > 0)
    }

    private static func run(_ folders: (project: Scratch, site: Scratch), _ more: [String] = []) async throws
        -> Tool.Run
    {
        try await folders.project.run(
            ["check", "https://shelf.example/item/42", "--offline", folders.site.url.path] + more
        )
    }

    @Test func projectThatBelongsToTheSiteIsJudged() async throws {
        let run = try await Self.run(Self.project(package: "org.shelfware.shelf"))
        #expect(run.status == 1)
        #expect(
            run.flat.contains("Android opens no app the intent filter lacks the category BROWSABLE at app/src"),
            "\(run.output)"
        )
        #expect(run.errors.contains("the project in this folder was read too; --no-project leaves it out"))
    }

    @Test(arguments: [false, true]) func projectsInTheFoldersOfPlatformsAreJudged(_ hasBoth: Bool) async throws {
        let folders = (project: try Scratch(), site: try Self.project(package: "org.shelfware.shelf").site)
        try folders.project.file("android/app/src/main/AndroidManifest.xml", Self.manifest)
        try folders.project.file("android/app/build.gradle", Self.script)
        try folders.project.file("android/settings.gradle", "include ':app'\n")
        if hasBoth { try folders.project.file("ios/README.md", "") }
        let run = try await Self.run(folders)
        #expect(run.status == 1 && run.flat.contains("the intent filter lacks the category BROWSABLE"), "\(run)")
    }

    /// A site may have a page of this name.
    @Test func aFolderOfAPlatformWithoutAnAppIsNoProject() async throws {
        let folders = (project: try Scratch(), site: try Self.project(package: "org.shelfware.shelf").site)
        try folders.project.file("ios/index.html", "<p>Get the app.</p>")
        let run = try await Self.run(folders)
        #expect(run.status == 0 && run.flat.contains("may open org.shelfware.shelf"), "\(run)")
    }

    @Test(arguments: ["org.shelfware.shelf.staging", "org.shelfware.shelg"])
    func projectWhoseNameIsNearlyListedIsJudged(package: String) async throws {
        let run = try await Self.run(Self.project(package: package, host: "other.example"))
        // The app decides first: it does not name the host, whatever its id is.
        #expect(run.output.contains("no intent filter of org.shelfware.shelf"), "\(run.output)")
    }

    @Test func projectOfAnotherSiteIsLeftOut() async throws {
        let run = try await Self.run(Self.project(package: "net.elsewhere.reader", host: "other.example"))
        #expect(run.status == 0, "\(run.output)")
        #expect(run.flat.contains("may open net.elsewhere.reader"))
        #expect(!run.errors.contains("--no-project"))
    }

    @Test func projectIsLeftOutIfAsked() async throws {
        let run = try await Self.run(Self.project(package: "org.shelfware.shelf"), ["--no-project"])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test func projectOfWhichNothingIsReadIsNamed() async throws {
        let (project, site) = (try Scratch(), try Self.project(package: "org.shelfware.shelf").site)
        try project.file("Project.swift", Array("import ProjectDescription\n".utf8))
        let run = try await Self.run((project, site))
        let text = "the project in this folder was not read: Project.swift of Tuist is code, which is not read"
        #expect(run.status == 2 && (run.output + run.errors).contains(text), "\(run.output)\(run.errors)")
    }

    @Test func manifestThatABuildOfDotNetWroteIsFound() async throws {
        let (project, site) = (try Scratch(), try Self.project(package: "org.shelfware.shelf").site)
        try project.file("Shelf.sln", Array("Microsoft Visual Studio Solution File\n".utf8))
        let text = """
            <Project><PropertyGroup><TargetFrameworks>net9.0-android</TargetFrameworks><OutputType>Exe</OutputType>
            <ApplicationId>org.shelfware.shelf</ApplicationId></PropertyGroup></Project>
            """
        try project.file("Shelf/Shelf.csproj", Array(text.utf8))
        let code = """
            [Activity(MainLauncher = true), IntentFilter([Intent.ActionView], DataScheme = "https", DataHost = Other.Host,
            Categories = [Intent.CategoryDefault, Intent.CategoryBrowsable], AutoVerify = true)] class MainActivity { }
            """
        try project.file("Shelf/MainActivity.cs", Array(code.utf8))
        let open = try await Self.run((project, site))
        #expect(open.flat.contains("? Android not decided"), "\(open.output)")
        #expect(open.flat.contains("dotnet build -f net9.0-android"), "\(open.output)")
        let manifest = Self.complete.replacing("<manifest ", with: "<manifest package=\"org.shelfware.shelf\" ")
        try project.file("Shelf/obj/Release/net9.0-android/android/AndroidManifest.xml", Array(manifest.utf8))
        let built = try await Self.run((project, site))
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(built.flat.contains("AndroidManifest.xml was built "), "\(built.output)")
    }

    @Test func folderWithoutAMarkOfAProjectIsNotSearched() async throws {
        let run = try await Self.run(Self.project(package: "org.shelfware.shelf", hasMark: false))
        #expect(run.status == 0, "\(run.output)")
    }

    private static let complete = manifest.replacing(
        "DEFAULT\"/>",
        with: "DEFAULT\"/><category android:name=\"android.intent.category.BROWSABLE\"/>"
    )

    /// The certificate that the site's file names, and another one.
    @Test(arguments: [
        ("7B:13:A0:5E:91:C4:2D:68:FE:07:39:B2:84:5C:D1:6A:20:EF:97:43:0B:8D:F6:51:C8:3A:75:E2:19:AC:64:D0", Int32(0)),
        ("AB:13:A0:5E:91:C4:2D:68:FE:07:39:B2:84:5C:D1:6A:20:EF:97:43:0B:8D:F6:51:C8:3A:75:E2:19:AC:64:D0", 1),
    ])
    func fingerprintIsOfTheAppOfTheProject(_ fingerprint: String, _ status: Int32) async throws {
        let folders = try Self.project(package: "org.shelfware.shelf")
        try folders.project.file("app/src/main/AndroidManifest.xml", Array(Self.complete.utf8))
        let run = try await Self.run(folders, ["--fingerprint", fingerprint])
        #expect(run.status == status, "\(run.output)\(run.errors)")
        let text =
            status == 0
            ? "the certificate of --fingerprint is listed" : "do not include the certificate of users' apps"
        #expect(run.flat.contains(text), "\(run.output)")
        // The certificate also applies to a project that is checked itself.
        let alone = try await Tool.run(
            ["check", folders.project.url.path, "--offline", folders.site.url.path, "--fingerprint", fingerprint]
        )
        #expect(alone.status == status && alone.output.contains(text), "\(alone.output)\(alone.errors)")
    }

    @Test func fingerprintWithoutAnAppSaysHowToNameOne() async throws {
        let folders = try Self.project(package: "net.elsewhere.reader", host: "other.example")
        let print = ["--fingerprint", String(repeating: "AB", count: 32)]
        let other = try await Self.run(folders, print)
        #expect(other.status == 2, "\(other.output)")
        #expect(
            other.errors.contains("the project in this folder and shelf.example do not name each other: add --app-id"),
            "\(other.errors)"
        )
        let none = try await Self.run((try Scratch(), folders.site), print)
        #expect(none.status == 64 && none.errors.contains("or run applinks in the project's folder"), "\(none.errors)")
        let explained = try await Tool.run(["explain", "https://shelf.example/item/42"] + print)
        #expect(explained.status == 64 && explained.errors.contains("add --app-id com.example.app"))
    }

    @Test func anAppThatCannotBeReadIsAFailure() async throws {
        let folders = try Self.project(package: "org.shelfware.shelf")
        try folders.project.file("app/src/main/AndroidManifest.xml", Array("<manifest><application></manifest>".utf8))
        let named = try await Self.run(folders, ["--app", folders.project.url.path])
        #expect(named.status == 2 && named.output.contains("AndroidManifest.xml"), "\(named.output)\(named.errors)")
        let input = try await Tool.run(["check", folders.project.url.path, "--offline", folders.site.url.path])
        #expect(input.status == 2 && input.errors.contains("AndroidManifest.xml"), "\(input.output)\(input.errors)")
    }

    @Test func hostThatTheProjectOfTheFolderDoesNotNameIsTheCause() async throws {
        let run = try await Self.run(Self.project(package: "org.shelfware.shelf", host: "other.example"))
        #expect(run.status == 1, "\(run.output)")
        #expect(
            run.flat.contains(
                "Android opens no app as far as the sources say: no intent filter of org.shelfware.shelf in app/src/main/AndroidManifest.xml names shelf.example"
            ),
            "\(run.output)"
        )
    }

    @Test func appThatIsNamedIsJudgedInPlaceOfTheProject() async throws {
        let run = try await Self.run(Self.project(package: "org.shelfware.shelf"), ["--app-id", "org.shelfware.shelf"])
        #expect(run.status == 0, "\(run.output)")
        #expect(!run.errors.contains("--no-project"))
    }

    @Test(arguments: [
        ("org.shelfware.shelf", nil), ("org.shelfware.other", "--app is org.shelfware.shelf, not org.shelfware.other"),
    ])
    func anIdThatIsNotTheProjectsIsAnError(_ id: String, _ message: String?) async throws {
        let folders = try Self.project(package: "org.shelfware.shelf")
        let run = try await Self.run(folders, ["--app", folders.project.url.path, "--app-id", id])
        #expect(run.status == (message == nil ? 1 : 2), "\(run.output)\(run.errors)")
        #expect(
            message.map(run.errors.contains) ?? run.output.contains("lacks the category BROWSABLE"),
            "\(run.errors)"
        )
    }

    @Test(arguments: [
        ("QX7SAMPLE1.org.shelfware.shelf", 1, "names applinks:other.example, not applinks:shelf.example"),
        ("org.shelfware.shelf", 1, "names applinks:other.example, not applinks:shelf.example"),
        ("QX7SAMPLE1.org.shelfware.other", 2, "--app is org.shelfware.shelf, not QX7SAMPLE1.org.shelfware.other"),
    ])
    func whatTheSourcesOfTheAppThatIsNamedSayCounts(_ id: String, _ status: Int32, _ text: String) async throws {
        let (project, site) = (try Scratch(), try Scratch())
        let description = """
            targets:
              Shelf:
                type: application
                settings: {PRODUCT_BUNDLE_IDENTIFIER: org.shelfware.shelf}
                entitlements:
                  path: Shelf.entitlements
                  properties: {com.apple.developer.associated-domains: ["applinks:other.example"]}
            """
        try project.file("project.yml", Array(description.utf8))
        try site.file(".well-known/apple-app-site-association", Samples.appleFile("QX7SAMPLE1.org.shelfware.shelf"))
        let run = try await Self.run((try Scratch(), site), ["--app", project.url.path, "--app-id", id])
        #expect(run.status == status && (run.flat + run.errors).contains(text), "\(run.output)\(run.errors)")
        #expect(!run.output.contains("Android 12"), "\(run.output)")
    }
}
