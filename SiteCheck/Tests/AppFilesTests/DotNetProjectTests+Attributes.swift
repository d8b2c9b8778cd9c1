@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Attributes of C# classes, and which files of a project they are read from.
extension DotNetProjectTests {
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
}
