@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests which parts of .NET projects are read as data, and the manifests that their builds wrote.
struct DotNetProjectTests {
    private static let project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFrameworks>net9.0-android;net9.0-ios;net9.0-maccatalyst</TargetFrameworks>
            <TargetFrameworks Condition="$([MSBuild]::IsOSPlatform('windows'))">$(TargetFrameworks);net9.0-windows10.0.19041.0</TargetFrameworks>
            <OutputType>Exe</OutputType>
            <ApplicationId>com.example.shelf</ApplicationId>
          </PropertyGroup>
        </Project>
        """

    private static let manifest =
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"><application/></manifest>"

    private static let data = #"<data a:scheme="https" a:host="shelf.example"/>"#
    private static let link = SampleManifest.text(data: data)

    private static let code = """
        [Activity(MainLauncher = true)]
        [IntentFilter(new[] { Intent.ActionView }, DataScheme = "https", DataHost = "other.example", AutoVerify = true)]
        public class MainActivity : MauiAppCompatActivity { }
        """

    private static func entitlements(_ domain: String) -> String {
        "<plist><dict><key>com.apple.developer.associated-domains</key><array><string>\(domain)</string></array></dict></plist>"
    }

    private static func folder(_ project: String = project, _ more: [String: String] = [:]) throws -> TemporaryFolder {
        let files = [
            "Shelf/Shelf.csproj": project, "Shelf/Platforms/Android/AndroidManifest.xml": manifest,
            "Shelf/Platforms/Android/MainActivity.cs": code,
        ]
        return try TemporaryFolder(files.merging(more) { $1 })
    }

    // MARK: - Attributes

    private static let activity = "[Activity(MainLauncher = true)]"
    private static let names =
        "Categories = new[] { Intent.CategoryDefault, Intent.CategoryBrowsable }, DataScheme = \"https\", AutoVerify = true"

    /// What is set after the project counts, and what cannot be read there may set anything.
    @Test(
        arguments: [
            (
                "<Project><PropertyGroup><ApplicationId>org.sample.last</ApplicationId></PropertyGroup></Project>",
                "org.sample.last"
            ),
            (
                "<Project><PropertyGroup><ApplicationId Condition=\"$(X) == 1\">a.b</ApplicationId></PropertyGroup></Project>",
                nil
            ),
            ("<Project/>", "com.example.shelf"),
        ] as [(String, String?)]
    )
    func theSharedFileAfterAProjectIsRead(_ text: String, _ id: String?) throws {
        let app = try Self.folder(Self.project, ["Directory.Build.targets": text]).content().claims.android.first
        #expect(try #require(app).package == id)
        let broken = try Self.folder(Self.project, ["Directory.Build.targets": String(text.dropLast())]).content()
        #expect(try #require(broken.claims.android.first).gap != nil)
    }

    /// An attribute by another name is not read, so what the app opens is not known.
    @Test(arguments: [
        ("using F = Android.App.IntentFilterAttribute;", true),
        ("global using F = Android.App.IntentFilterAttribute ;", true),
        ("using A = global::Android.App.ActivityAttribute;", true),
        ("using IntentFilter = Android.App.IntentFilterAttribute;", false),
        ("using Activity = Android.App.Activity;", false),
        ("// using F = Android.App.IntentFilterAttribute;", false),
    ])
    func anAttributeByAnotherNameLeavesTheFiltersOpen(_ alias: String, _ isOpen: Bool) throws {
        let filter = "[F(new[] { Intent.ActionView }, \(Self.names), DataHost = \"shelf.example\")]"
        #expect((try Self.filters("\(alias)\n\(Self.activity)\n\(filter)").app.gap != nil) == isOpen)
        #expect((try Self.filters("\(Self.activity)\n\(filter)", "", alias).app.gap != nil) == isOpen)
    }

    /// The filters of a project whose activity has attributes and members, and whose other classes are in another file.
    private static func filters(
        _ attributes: String,
        _ members: String = "",
        _ other: String = "",
        project: String = project
    )
        throws -> (app: AndroidAppClaims, filters: [AndroidIntentFilter])
    {
        let code = "\(attributes)\npublic class MainActivity : MauiAppCompatActivity { \(members) }"
        let folder = try folder(project, ["Shelf/Platforms/Android/MainActivity.cs": code, "Shelf/Other.cs": other])
        let app = try #require(try folder.content().claims.android.first)
        return (app, app.filters ?? [])
    }

    @Test func anAttributeIsTheFilterThatTheBuildWrites() throws {
        let (app, filters) = try Self.filters(
            #"""
            // [IntentFilter(new[] { Intent.ActionView }, DataHost = "comment.example")]
            [Activity(Theme = "@style/Splash", MainLauncher = true, Label = "[IntentFilter(\"]")]
            [IntentFilter(
                new string[] { Intent.ActionView }, \#(Self.names), DataHost = "shelf.example", DataPathPattern = "/a\\\\.b")]
            [Android.App.IntentFilter(actions: ["android.intent.action.VIEW"], DataSchemes = ["http", "https"],
                Categories = [global::Android.Content.Intent.CategoryDefault, "android.intent.category.BROWSABLE",],
                DataHosts = [@"a.example", "b.example"], DataPathPrefixes = new[] { "/c", "/d" }, DataPort = "8443")]
            """#
        )
        #expect(app.package == "com.example.shelf" && app.gap == nil && app.rank == .source)
        #expect(filters.map { $0.hosts.map(\.name) } == [["shelf.example"], ["a.example", "b.example"]])
        #expect(
            filters.map(\.schemes) == [["https"], ["http", "https"]] && filters.map(\.isVerified) == [true, false]
        )
        #expect(filters[0].paths == [.init(.pattern, #"/a\.b"#)])
        #expect(filters[1].paths == [.init(.prefix, "/c"), .init(.prefix, "/d")] && filters[1].hosts[0].port == nil)
        #expect(filters.allSatisfy { $0.isComplete && $0.isExported == true && $0.isEnabled && $0.unresolved.isEmpty })
        #expect(filters.map(\.line) == [3, 5] && filters.allSatisfy { $0.file?.hasSuffix("MainActivity.cs") == true })
        #expect(filters.map(\.component) == ["MainActivity", "MainActivity"])
    }

    @Test(
        arguments: [
            (#""shelf.example""#, "", "", "shelf.example"), (#""a" + ".example""#, "", "", "a.example"),
            ("Host", #"const string Host = "a.example";"#, "", "a.example"),
            (
                "MainActivity.Host",
                #"internal const string Host = $"{Start}.example", B = ""; const string Start = "a";"#, "", nil
            ),
            (
                "MainActivity.Host", #"internal const string Host = Start + ".example"; const string Start = "a";"#, "",
                "a.example"
            ),
            ("Links.Host", "", #"static class Links { public const string Host = "a." + Domain.Name; } "#, nil),
            (
                "Links.Host", "", #"class Links { public const string Host = Name + "e"; const string Name = "a."; }"#,
                "a.e"
            ),
            ("Links.Host", "", #"class Links { public static readonly string Host = "a.example"; }"#, nil),
            (
                "Links.Host", "",
                #"class Links { const string Host = "a.b"; } class C { class Links { const string Host = "c.d"; } }"#,
                nil
            ),
            ("Links.Host", "", "class Links {\n#if DEBUG\nconst string Host = \"a.b\";\n#endif\n}", nil),
            (
                "Links.Host", "",
                "class Links {\n#if ANDROID && !IOS\nconst string Host = \"a.b\";\n#else\nconst string Host = \"c.d\";\n#endif\n}",
                "a.b"
            ),
            ("Host", "", #"class Links { const string Host = "a.b"; }"#, nil), ("nameof(Host)", "", "", nil),
            (#"$"{Name()}.example""#, "", "", nil), ("\"@string/none\"", "", "", nil),
        ] as [(String, String, String, String?)]
    )
    func aConstantIsKnownWhereItIsLiteralOnce(_ value: String, _ members: String, _ other: String, _ host: String?)
        throws
    {
        let attribute = "\(Self.activity)[IntentFilter([Intent.ActionView], \(Self.names), DataHost = \(value))]"
        let (app, filters) = try Self.filters(attribute, members, other)
        #expect(filters.map { $0.hosts.map(\.name) } == [host.map { [$0] } ?? []], "\(value)")
        #expect(filters[0].hasUnknownHost == (host == nil) && filters[0].unresolved.isEmpty == (host != nil))
        #expect(app.gap == nil && app.valueGap?.fix.contains("dotnet build -f net9.0-android") == true)
    }

    private static let filter = "[IntentFilter([Intent.ActionView], \(names), DataHost = \"shelf.example\")]"

    /// Attributes that the build may omit are not absent, and those that it omits are.
    @Test(
        arguments: [
            ("\(activity)\n#if DEBUG\n\(filter)\n#endif\n", true), ("#if !STORE\n\(activity)\n#endif\n\(filter)", true),
            ("\(activity)\n#if IOS || WINDOWS\n\(filter)\n#endif\n", nil),
            ("\(activity)\n#if IOS\n#elif ANDROID\n\(filter)\n#endif\n", false),
            ("#region it's\n\(activity)\n\(filter)\n#endregion\n", false), ("\(activity)\n\(filter)\nabstract", nil),
            ("[Service]\n\(filter)", nil), (filter, nil),
            (
                "\(activity)[IntentFilter([Intent.ActionView], \(names),\n#if A\nDataHost = \"shelf.example\"\n#else\nDataHost = \"b.c\"\n#endif\n)]",
                true
            ),
        ] as [(String, Bool?)]
    )
    func aFilterThatTheBuildMayOmitIsOpen(_ attributes: String, _ isOpen: Bool?) throws {
        let (app, filters) = try Self.filters(attributes)
        #expect(filters.map(\.isUncertain) == (isOpen.map { [$0] } ?? []), "\(attributes)")
        #expect(app.gap == nil && filters.allSatisfy { $0.hosts.first?.name == "shelf.example" })
    }

    @Test(
        arguments: [
            ("Exported = false", false), ("Exported = true", true), ("MainLauncher = true", true), ("", nil),
            ("Exported = false, MainLauncher = true", false),
        ] as [(String, Bool?)]
    )
    func theBuildExportsTheStart(_ arguments: String, _ isExported: Bool?) throws {
        let (_, filters) = try Self.filters("[Activity(\(arguments), Enabled = false)]\(Self.filter)")
        #expect(filters.map(\.isExported) == [isExported] && filters.map(\.isEnabled) == [false])
    }

    /// Which files are compiled is in the project; a manifest's own activity replaces that of the attributes.
    @Test(
        arguments: [
            ("<ItemGroup><Compile Remove=\"Platforms\\Android\\*.cs\"/></ItemGroup>", nil, ""),
            ("<ItemGroup Condition=\"$(A)\"><Compile Remove=\"**/*.cs\"/></ItemGroup>", true, ""),
            ("<Target Name=\"A\"><ItemGroup><Compile Remove=\"**/*.cs\"/></ItemGroup></Target>", true, ""),
            (
                "<ItemGroup Condition=\"$(TargetFramework.Contains('-ios'))\"><Compile Remove=\"**/*.cs\"/></ItemGroup>",
                false, ""
            ),
            (
                "<ItemGroup><Compile Include=\"../../Out/*.cs\"/></ItemGroup>", false,
                "sources that are outside the folder"
            ),
            (
                "<ItemGroup><ProjectReference Include=\"$(X)/a.csproj\"/></ItemGroup>", false,
                "a project that is outside"
            ),
            ("<ItemGroup><ProjectReference Include=\"../a.csproj\"/></ItemGroup>", false, "a.csproj is not read"),
            ("<PropertyGroup><AndroidManifest>$(X).xml</AndroidManifest></PropertyGroup>", false, "names the manifest"),
            ("", false, ""),
        ] as [(String, Bool?, String)]
    )
    func theProjectChoosesItsFiles(_ items: String, _ isOpen: Bool?, _ gap: String) throws {
        let project = Self.project.replacing("</Project>", with: "\(items)</Project>")
        let (app, filters) = try Self.filters("\(Self.activity)\(Self.filter)", project: project)
        #expect(filters.map(\.isUncertain) == (isOpen.map { [$0] } ?? []), "\(items)")
        #expect(gap.isEmpty ? app.gap == nil : app.gap?.text.contains(gap) == true)
    }

    @Test func sourcesOfReferencedProjectsStringsAndPlaceholdersBelongToTheApp() throws {
        let reference = "<ItemGroup><ProjectReference Include=\"..\\Core\\Core.csproj\"/></ItemGroup></Project>"
        let pairs =
            "<ApplicationId>com.example.shelf</ApplicationId><AndroidManifestPlaceholders>h=c.example;i=1</AndroidManifestPlaceholders>"
        let project = Self.project.replacing("</Project>", with: reference)
            .replacing("<ApplicationId>com.example.shelf</ApplicationId>", with: pairs)
        let folder = try Self.folder(
            project,
            [
                "Core/Core.csproj":
                    "<Project><PropertyGroup><TargetFramework>net9.0-android</TargetFramework></PropertyGroup></Project>",
                "Core/Links.cs": "class Links { public const string Host = \"b.example\"; }",
                "Else/Links.cs": "class Links { public const string Host = \"no.example\"; }",
                "Shelf/Resources/values/strings.xml": "<resources><string name=\"host\">a.example</string></resources>",
                "Shelf/Platforms/Android/MainActivity.cs": """
                \(Self.activity)[IntentFilter([Intent.ActionView], \(Self.names),
                  DataHosts = ["@string/host", Links.Host, "${h}", "@PACKAGE_NAME@"])] partial class MainActivity { }
                """,
            ]
        )
        let hosts = try folder.content().claims.android.map { $0.filters?.flatMap(\.hosts).map(\.name) }
        #expect(hosts == [["a.example", "b.example", "c.example", "com.example.shelf"]])
        let conditional = project.replacing("<ProjectReference", with: "<ProjectReference Condition=\"$(A)\"")
        try folder.write(Array(conditional.utf8), to: "Shelf/Shelf.csproj")
        #expect(try folder.content().claims.android.first?.filters?.first?.unresolved == ["Links.Host"])
    }

    @Test func theManifestsActivityReplacesThatOfTheAttributes() throws {
        let own = SampleManifest.text(package: nil, data: Self.data)
        let name = "[Activity(Name = \"com.example.shelf.MainActivity\")]\(Self.filter) class MainActivity { }"
        for (manifest, filters) in [
            (own, [["shelf.example"], ["shelf.example"]]),
            (own.replacing("\".", with: "\"com.example.shelf."), [["shelf.example"]]),
        ] {
            let folder = try Self.folder(
                Self.project,
                [
                    "Shelf/Platforms/Android/AndroidManifest.xml": manifest,
                    "Shelf/Platforms/Android/MainActivity.cs": name,
                ]
            )
            let app = try #require(try folder.content().claims.android.first)
            #expect(app.filters?.map { $0.hosts.map(\.name) } == filters, "\(manifest)")
        }
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
