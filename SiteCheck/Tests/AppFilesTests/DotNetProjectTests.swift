@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests which parts of .NET projects are read as data, and the manifests that their builds wrote.
struct DotNetProjectTests {
    static let project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFrameworks>net9.0-android;net9.0-ios;net9.0-maccatalyst</TargetFrameworks>
            <TargetFrameworks Condition="$([MSBuild]::IsOSPlatform('windows'))">$(TargetFrameworks);net9.0-windows10.0.19041.0</TargetFrameworks>
            <OutputType>Exe</OutputType>
            <ApplicationId>com.example.shelf</ApplicationId>
          </PropertyGroup>
        </Project>
        """

    static let manifest =
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"><application/></manifest>"

    static let data = #"<data a:scheme="https" a:host="shelf.example"/>"#
    static let link = SampleManifest.text(data: data)

    static let code = """
        [Activity(MainLauncher = true)]
        [IntentFilter(new[] { Intent.ActionView }, DataScheme = "https", DataHost = "other.example", AutoVerify = true)]
        public class MainActivity : MauiAppCompatActivity { }
        """

    static func entitlements(_ domain: String) -> String {
        "<plist><dict><key>com.apple.developer.associated-domains</key><array><string>\(domain)</string></array></dict></plist>"
    }

    static func folder(_ project: String = project, _ more: [String: String] = [:]) throws -> TemporaryFolder {
        let files = [
            "Shelf/Shelf.csproj": project, "Shelf/Platforms/Android/AndroidManifest.xml": manifest,
            "Shelf/Platforms/Android/MainActivity.cs": code,
        ]
        return try TemporaryFolder(files.merging(more) { $1 })
    }

    // MARK: - Identifiers

    @Test(
        arguments: [
            ("<ApplicationId>com.example.$(Customer)</ApplicationId>", nil),
            ("<ApplicationId Condition=\"'$(A)' == ''\">com.example.shelf</ApplicationId>", nil), ("", nil),
            ("<ApplicationId>com.a</ApplicationId><ApplicationId>com.b</ApplicationId>", "com.b"),
            ("<Name>shelf</Name><ApplicationId>com.example.$(Name)</ApplicationId>", "com.example.shelf"),
            ("<A>$(B)</A><B>$(A)</B><ApplicationId>com.$(A)</ApplicationId>", nil),
            ("<A>$(B).a</A><B>$(C).b</B><C>$(D)</C><D>d</D><ApplicationId>com.$(A)</ApplicationId>", nil),
            ("<ApplicationId>com.a</ApplicationId><ApplicationId Condition=\"Exists('a')\">com.b</ApplicationId>", nil),
        ] as [(String, String?)]
    )
    func anIdIsKnownWhereItIsLiteral(_ text: String, _ id: String?) throws {
        let project = Self.project.replacing("<ApplicationId>com.example.shelf</ApplicationId>", with: text)
        let claims = try Self.folder(project).content().claims
        #expect(claims.android.map(\.package) == [id])
        #expect((claims.android[0].id.gap == nil) == (id != nil))
        let reason = claims.android[0].id.gap?.text ?? ""
        #expect(
            reason.contains("by conditions, which are not read") == (id == nil && text.contains("Condition")),
            "\(reason)"
        )
        #expect(claims.apple.allSatisfy { $0.id.gap?.text == reason } || id != nil)
        #expect(claims.apple.map(\.bundleIdentifier) == [id, id])
    }

    @Test(
        arguments: [
            ("$(TargetFramework.Contains('-windows'))", .no), ("$(TargetFramework.Contains('-ios'))", .yes),
            ("!$(TargetFramework.EndsWith('-android'))", .yes), ("'$(TargetFramework)' == 'net9.0-IOS'", .yes),
            ("$([MSBuild]::GetTargetPlatformIdentifier('$(TargetFramework)')) == 'ios'", .yes),
            ("$([MSBuild]::GetTargetPlatformIdentifier('$(TargetFramework)')) != 'ios'", .no),
            ("'$(Configuration)|$(TargetFramework)|$(Platform)'=='Debug|net9.0-ios|AnyCPU'", .open),
            ("'$(Configuration)|$(TargetFramework)|$(Platform)'=='Debug|net9.0-android|AnyCPU'", .no),
            ("$(TargetFramework.Contains('-ios')) and '$(Configuration)' == 'Debug'", .open),
            ("$(TargetFramework.Contains('-android')) And '$(Configuration)' == 'Debug'", .no),
            ("'$(Configuration)' == 'Debug' or ($(TargetFramework.StartsWith('net9')))", .yes),
            ("Exists('a.plist')", .open), ("$([MSBuild]::IsOSPlatform('windows'))", .open), ("", .yes), ("((", .open),
        ] as [(String, Certainty)]
    )
    func aConditionIsDecidedByTheFrameworkAlone(_ text: String, _ expected: Certainty) {
        #expect(DotNetCondition(text).holds(for: "net9.0-ios") == expected, "\(text)")
        if expected != .yes, !text.isEmpty { #expect(DotNetCondition(text).holds(for: nil) != .yes) }
    }

    @Test func whatIsSetForOtherFrameworksLeavesAnIdKnown() throws {
        let other =
            "<ApplicationId Condition=\"$(TargetFramework.Contains('-windows'))\">1-2-3</ApplicationId></PropertyGroup>"
        let project = Self.project.replacing("</PropertyGroup>", with: other)
        let claims = try Self.folder(project).content().claims
        #expect(claims.android.map(\.package) == ["com.example.shelf"])
        #expect(claims.apple.map(\.bundleIdentifier) == ["com.example.shelf", "com.example.shelf"])
    }

    @Test func aSharedFileThatCannotBeReadIsNotAbsent() throws {
        let project = Self.project.replacing("<ApplicationId>com.example.shelf</ApplicationId>", with: "")
        let folder = try Self.folder(project, ["Directory.Build.props": "<Project><PropertyGroup>"])
        let content = try folder.content()
        let start = "\(folder.file("Directory.Build.props")), which the project includes, "
        #expect(content.claims.android.first?.id.gap?.text.hasPrefix(start) == true)
        #expect(content.claims.apple.allSatisfy { $0.gap?.text.hasPrefix(start) == true && $0.bundle.gap != nil })
        #expect(content.notes.contains { $0.hasPrefix(folder.file("Directory.Build.props")) })
    }

    @Test func propertiesOfTheFolderAreRead() throws {
        let project = Self.project.replacing("<ApplicationId>com.example.shelf</ApplicationId>", with: "")
        let id = "<ApplicationId>com.example.shelf</ApplicationId>"
        let shared = "<Project><PropertyGroup>\(id)</PropertyGroup></Project>"
        let claims = try Self.folder(project, ["Directory.Build.props": shared]).content().claims
        #expect(claims.android.map(\.package) == ["com.example.shelf"])
    }

    @Test func frameworksThatAreComputedMayBeThoseOfDevices() throws {
        let project = """
            <Project><PropertyGroup><TargetFrameworks>$(AppFrameworks)</TargetFrameworks><UseMaui>true</UseMaui>
            <OutputType>Exe</OutputType><ApplicationId>com.example.shelf</ApplicationId></PropertyGroup></Project>
            """
        let claims = try Self.folder(project).content().claims
        #expect(claims.android.map { $0.valueGap?.fix.contains("(dotnet build)") } == [true])
        #expect(claims.apple.map(\.target) == ["Shelf for iOS"])
        let plain = project.replacing("<UseMaui>true</UseMaui>", with: "")
        #expect(try TemporaryFolder(["A.csproj": plain]).content().claims.isEmpty)
    }

    @Test func theProjectFileAloneStandsForItsFolder() throws {
        let folder = try Self.folder()
        #expect(try folder.content("Shelf/Shelf.csproj").claims.android.map(\.package) == ["com.example.shelf"])
        try folder.write(Array("<Project/>".utf8), to: "Library.csproj")
        #expect(throws: AppFileError.self) { try folder.content("Library.csproj") }
    }

    // MARK: - Results of builds

    private static let release = "Shelf/obj/Release/net9.0-android/android/AndroidManifest.xml"
    private static let debug = "Shelf/obj/Debug/net9.0-android/android-arm64/android/AndroidManifest.xml"

    private static func date(_ file: String, in folder: TemporaryFolder, _ ago: TimeInterval, _ now: Date) throws {
        // A file system may round dates.
        let date = now.addingTimeInterval(-ago - 1)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.file(file))
    }

    /// A project whose sources are as old as given, or older than all builds.
    private static func oldFolder(_ built: [String: String], ages: [String: TimeInterval] = [:], _ now: Date) throws
        -> TemporaryFolder
    {
        let folder = try folder(project, built)
        let sources = ["Shelf.csproj", "Platforms/Android/AndroidManifest.xml", "Platforms/Android/MainActivity.cs"]
        for file in sources { try date("Shelf/\(file)", in: folder, ages[file] ?? 500 * 86_400, now) }
        return folder
    }

    /// A built manifest that is older than a source may lack what the source now says.
    @Test(arguments: ["Shelf.csproj", "Platforms/Android/AndroidManifest.xml", "Platforms/Android/MainActivity.cs"])
    func aBuiltManifestThatIsOlderThanASourceIsNotRead(_ source: String) throws {
        let now = Date()
        let folder = try Self.oldFolder([Self.release: Self.link], ages: [source: 60], now)
        try Self.date(Self.release, in: folder, 3_600, now)
        let content = try folder.content()
        #expect(content.claims.android.map(\.rank) == [.source])
        #expect(content.claims.android.first?.filters?.flatMap(\.hosts).map(\.name) == ["other.example"])
        let note = "is not read: it was built before \(folder.file("Shelf/\(source)")) was changed."
        #expect(content.notes.contains { $0.hasSuffix(note) }, "\(content.notes)")
    }

    @Test func theManifestThatABuildWroteIsReadInPlaceOfTheSources() throws {
        let library = SampleManifest.text(package: "library", data: "")
        let now = Date()
        let folder = try Self.oldFolder(
            [Self.release: Self.link, "Shelf/obj/Release/net9.0-android/lp/1/jl/AndroidManifest.xml": library],
            now
        )
        try Self.date(Self.release, in: folder, 3 * 86_400 + 60, now)
        let projects = DotNetProjects(try ProjectFolder(path: folder.path), now: now)
        let app = try #require(projects.claims.android.first)
        #expect(projects.claims.android.count == 1 && app.rank == .built && app.package == "com.example.shelf")
        #expect(app.age == "3 days ago" && app.variant == nil && app.gap == nil)
        #expect(app.file == folder.file(Self.release) && app.filters?.flatMap(\.hosts).map(\.name) == ["shelf.example"])
        let note = "which was built 3 days ago, is read instead of the C# files"
        #expect(projects.notes.map { $0.contains(note) } == [true], "\(projects.notes)")
        #expect(try folder.content().claims.android.map(\.rank) == [.built])
    }

    @Test func ofManifestsThatSayTheSameTheNewestCountsAndOthersAreAllListed() throws {
        let now = Date()
        let folder = try Self.oldFolder([Self.release: Self.link, Self.debug: "\n\(Self.link)"], now)
        try Self.date(Self.release, in: folder, 7_200, now)
        try Self.date(Self.debug, in: folder, 60, now)
        let same = DotNetProjects(try ProjectFolder(path: folder.path), now: now)
        #expect(same.claims.android.map(\.file) == [folder.file(Self.debug)])
        #expect(same.claims.android.map(\.variant) == [nil] && same.claims.android.map(\.age) == ["1 minute ago"])
        try folder.write(Array(Self.link.replacing("shelf.example", with: "dev.example").utf8), to: Self.debug)
        try Self.date(Self.debug, in: folder, 86_400, now)
        let both = DotNetProjects(try ProjectFolder(path: folder.path), now: now)
        #expect(both.claims.android.map(\.variant) == ["Release/net9.0-android", "Debug/net9.0-android/android-arm64"])
        #expect(both.claims.android.map(\.age) == ["2 hours ago", "1 day ago"] && both.notes.count == 2)
    }

    @Test(
        arguments: [
            (-5, "just now"), (59, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"),
            (86_399, "23 hours ago"), (86_400, "1 day ago"), (400 * 86_400, "400 days ago"),
        ] as [(TimeInterval, String)]
    )
    func anAgeIsRoundedDown(_ seconds: TimeInterval, _ text: String) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(ProjectFolder.age(of: now.addingTimeInterval(-seconds), now: now) == text)
    }

    @Test func aBuiltManifestThatCannotBeReadIsNoAbsence() throws {
        let content = try Self.folder(Self.project, [Self.release: "<manifest>"]).content()
        #expect(content.claims.android.map { $0.filters?.first?.hosts.first?.name } == ["other.example"])
        #expect(content.notes.contains { $0.contains("obj/Release") }, "\(content.notes)")
    }

    // MARK: - Entitlements

    private static let usual = "Shelf/Platforms/iOS/Entitlements.plist"

    @Test func entitlementsAndInformationAreData() throws {
        let information = """
            <plist><dict><key>CFBundleIdentifier</key><string>com.example.own</string><key>CFBundleURLTypes</key><array><dict>
            <key>CFBundleURLSchemes</key><array><string>shelf</string></array></dict></array></dict></plist>
            """
        let folder = try Self.folder(
            Self.project,
            [Self.usual: Self.entitlements("applinks:shelf.example"), "Shelf/Platforms/iOS/Info.plist": information]
        )
        let apple = try folder.content().claims.apple
        #expect(apple.map(\.target) == ["Shelf for iOS", "Shelf for MacCatalyst"])
        #expect(apple.map(\.domains) == [["applinks:shelf.example"], []] && apple.map(\.gap) == [nil, nil])
        #expect(apple.map(\.bundleIdentifier) == ["com.example.own", "com.example.shelf"])
        #expect(apple[0].schemes == ["shelf"] && apple[0].file == folder.file(Self.usual))
    }

    /// The finding on a project without entitlements has the file that the build then signs as its whole text.
    @Test(
        arguments: [
            (
                "<UseMaui>true</UseMaui>",
                "Write Platforms/iOS/Entitlements.plist, which the build then uses, with applinks:"
            ),
            ("", "Write Entitlements.plist, which the build then uses, with applinks:"),
            (
                "<EnableDefaultCodesignEntitlements>false</EnableDefaultCodesignEntitlements>",
                "Add applinks:shelf.example"
            ),
        ]
    )
    func theMissingEntitlementsFileIsTheFix(_ setting: String, _ fix: String) throws {
        let project = Self.project.replacing("<OutputType>", with: "\(setting)<OutputType>")
            .replacing(";net9.0-maccatalyst", with: "")
        let folder = try Self.folder(project)
        let file =
            #"{"applinks": {"details": [{"appIDs": ["QX7SAMPLE1.com.example.shelf"], "components": [{"/": "*"}]}]}}"#
        let site = SiteAssociations(
            reading: "shelf.example",
            appSiteAssociation: Array(file.utf8),
            assetLinks: nil,
            windowsWebLinks: nil
        )
        let url = try #require(URL(string: "https://shelf.example/x"))
        let verdict = LinkVerdict(url: url, site: site, claims: try folder.content().claims)
        let finding = try #require(verdict.findings.first { $0.rule.id == "ios-app-domain-missing" })
        #expect(finding.fix.hasPrefix(fix), "\(finding)")
        #expect(finding.code?.contains("    <string>applinks:shelf.example</string>") == true)
    }

    /// The release build for the framework decides which file is signed, and no other condition does.
    @Test(
        arguments: [
            ("'$(Configuration)' == 'Release'", "Platforms\\iOS\\Entitlements.plist", "shelf.example"),
            ("'$(Configuration)' == 'Release'", "Platforms/iOS/Store.plist", "store.example"),
            ("'$(Configuration)|$(Platform)' == 'Debug|iPhone'", "Platforms/iOS/Store.plist", "shelf.example"),
            ("$(TargetFramework.Contains('-maccatalyst'))", "Platforms/iOS/Store.plist", "shelf.example"),
            ("'$(TargetFramework)' == 'net9.0-maccatalyst'", "Platforms/iOS/Store.plist", "shelf.example"),
            (
                "$([MSBuild]::GetTargetPlatformIdentifier('$(TargetFramework)')) == 'android'",
                "Platforms/iOS/Store.plist", "shelf.example"
            ),
            ("'$(Configuration)' == 'Release'", "$(Plist)", nil), ("$(Store)", "Platforms/iOS/Store.plist", nil),
            ("'$(Configuration)' == 'Release'", "", "shelf.example"),
        ] as [(String, String, String?)]
    )
    func theReleaseBuildDecidesWhichEntitlementsAreSigned(_ condition: String, _ file: String, _ host: String?) throws {
        let setting = "<CodesignEntitlements>\(file)</CodesignEntitlements>"
        let group = "<PropertyGroup Condition=\"\(condition)\">\(setting)</PropertyGroup></Project>"
        let folder = try Self.folder(
            Self.project.replacing("</Project>", with: group),
            [
                Self.usual: Self.entitlements("applinks:shelf.example"),
                "Shelf/Platforms/iOS/Store.plist": Self.entitlements("applinks:store.example"),
            ]
        )
        let app = try #require(try folder.content().claims.apple.first { $0.devices == nil })
        #expect(app.domains == host.map { ["applinks:\($0)"] } && (app.gap == nil) == (host != nil))
    }

    @Test(
        arguments: [
            ("Value=\"applinks:a.example;b\"", ["applinks:a.example", "b"]),
            ("Value=\"a,applinks:$(Host)\" ArraySeparator=\",\"", ["a", "applinks:b.example"]),
            ("Condition=\"'$(Configuration)' == 'Debug'\" Value=\"applinks:a.example\"", []),
            ("Condition=\"$(Configuration) != 'Debug'\" Value=\"applinks:a.example\"", ["applinks:a.example"]),
            ("Value=\"applinks:$(Other)\"", nil), ("Condition=\"$(Store)\" Value=\"applinks:a.example\"", nil),
            ("", nil),
        ] as [(String, [String]?)]
    )
    func theProjectMayWriteTheDomainsItself(_ attributes: String, _ domains: [String]?) throws {
        let item = "<CustomEntitlements Include=\"com.apple.developer.associated-domains\" \(attributes)/>"
        let items = "<PropertyGroup><Host>b.example</Host></PropertyGroup><ItemGroup>\(item)</ItemGroup></Project>"
        let folder = try Self.folder(Self.project.replacing("</Project>", with: items))
        let content = try folder.content()
        #expect(content.claims.apple.map(\.domains) == [domains, domains])
        let gap = "writes associated domains that only the build sets"
        #expect(content.claims.apple.allSatisfy { ($0.gap?.text.contains(gap) ?? false) == (domains == nil) })
    }

    @Test func aProjectForTestsIsListedAndNotNoted() throws {
        let tests = ["Shelf.Tests.Android/Shelf.Tests.Android.csproj": Self.project]
        let folder = try Self.folder(Self.project, tests)
        let content = try folder.content()
        #expect(content.claims.android.count == 1 && content.others.android.map(\.role) == [.test])
        #expect(content.others.apple.map(\.role) == [.test, .test])
        #expect(content.notes.isEmpty, "\(content.notes)")
    }

    @Test func whatTheProjectSetsTakesThePlaceOfSharedFrameworks() throws {
        let shared = """
            <Project><PropertyGroup><NetVersion>net10.0</NetVersion><UseMaui>true</UseMaui>
            <TargetFrameworks>$(NetVersion)-android</TargetFrameworks></PropertyGroup></Project>
            """
        func project(_ more: String) -> String {
            "<Project><PropertyGroup><OutputType>Exe</OutputType>\(more)</PropertyGroup></Project>"
        }
        let folder = try TemporaryFolder([
            "Directory.Build.props": shared, "A/A.csproj": project("<ApplicationId>com.example.a</ApplicationId>"),
            "B/B.csproj": project("<TargetFrameworks>$(NetVersion)</TargetFrameworks>"),
        ])
        let claims = try folder.content().claims
        #expect(claims.android.map(\.package) == ["com.example.a"] && claims.apple.isEmpty)
    }

    @Test(arguments: [("net10.0", nil), ("$(Frameworks)", "the folder has 52 .NET projects, of which 50 are read")])
    func projectsForNoDeviceDoNotCountAndWhatIsNotReadIsAGap(_ frameworks: String, _ gap: String?) throws {
        let framework = "<TargetFramework>\(frameworks)</TargetFramework>"
        let kit = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup>\(framework)</PropertyGroup></Project>"
        var kits = ["A/A.csproj": Self.project.replacing("com.example.shelf", with: "com.example.a")]
        for index in 0..<50 { kits["Kits/Kit\(index)/Kit.csproj"] = kit }
        let claims = try Self.folder(Self.project, kits).content().claims
        let android = try #require(claims.android.first { $0.package == "com.example.a" })
        #expect(android.gap?.text == gap)
        #expect(claims.android.contains { $0.package == "com.example.shelf" } == (gap == nil))
    }

    @Test func aProjectOfXamarinIsRead() throws {
        let android = """
            <Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup>
            <AndroidApplication>True</AndroidApplication><AndroidManifest>Properties\\AndroidManifest.xml</AndroidManifest>
            <OutputType>Library</OutputType></PropertyGroup><ItemGroup><Compile Include="MainActivity.cs"/></ItemGroup>
            <Import Project="$(MSBuildExtensionsPath)\\Xamarin\\Android\\Xamarin.Android.CSharp.targets"/></Project>
            """
        let apple = """
            <Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup><OutputType>Exe</OutputType>
            </PropertyGroup><PropertyGroup Condition=" '$(Configuration)|$(Platform)' == 'Release|iPhone' ">
            <CodesignEntitlements>Entitlements.plist</CodesignEntitlements></PropertyGroup>
            <Import Project="$(MSBuildExtensionsPath)\\Xamarin\\iOS\\Xamarin.iOS.CSharp.targets"/></Project>
            """
        let folder = try TemporaryFolder([
            "Droid/Droid.csproj": android, "iOS/iOS.csproj": apple, "Droid/MainActivity.cs": Self.code,
            "Droid/Old.cs": "[Activity][IntentFilter([Intent.ActionView], DataHost = \"old.example\")] class Old { }",
            "Droid/Properties/AndroidManifest.xml": SampleManifest.text(data: ""),
            "iOS/Entitlements.plist": Self.entitlements("applinks:shelf.example"),
        ])
        let claims = try folder.content().claims
        #expect(claims.android.map(\.package) == ["com.example.shelf"] && claims.android.map(\.gap) == [nil])
        #expect(claims.android.map { $0.filters?.flatMap(\.hosts).map(\.name) } == [["other.example"]])
        #expect(claims.apple.map(\.domains) == [["applinks:shelf.example"]])
    }

    @Test(.tags(.th82)) func manyPropertiesAndDeepConditionsAreBounded() throws {
        let many = String(repeating: "<ApplicationId>com.a</ApplicationId>", count: 6_000)
        let (open, close) = ("<Choose><When>", "</When></Choose>")
        let deep = String(repeating: open, count: 30) + many + String(repeating: close, count: 30)
        let root = try XMLReader.root(of: Array("<P><PropertyGroup>\(many)</PropertyGroup>\(deep)</P>".utf8))
        let properties = DotNetProperties(root, before: root)
        #expect(properties.candidates("ApplicationId") == ["com.a"])
        #expect(properties.value("applicationid", for: "net9.0-ios") == "com.a")
        let condition = String(repeating: "'$(A)' == '' and ", count: 100) + "$(TargetFramework.Contains('-ios'))"
        let conditional = "<ApplicationId Condition=\"\(condition)\">com.b</ApplicationId>"
        let long = "<P><PropertyGroup>\(String(repeating: conditional, count: 1_000))</PropertyGroup></P>"
        let bounded = DotNetProperties(try XMLReader.root(of: Array(long.utf8)))
        #expect(bounded.candidates("ApplicationId", for: "net9.0-android").count < 1_000)
        #expect(bounded.value("ApplicationId", for: "net9.0-ios") == nil)
    }
}
