@_spi(Bolts) import BoltsSiteCheck
import Testing

@testable import AppFiles

struct DotNetProjectTests {
    private typealias Path = AndroidIntentFilter.Path

    private static let project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFrameworks>net9.0-android;net9.0-ios;net9.0-maccatalyst</TargetFrameworks>
            <OutputType>Exe</OutputType>
            <ApplicationId>com.example.shelf</ApplicationId>
            <SupportedOSPlatformVersion Condition="$([MSBuild]::GetTargetPlatformIdentifier('$(TargetFramework)')) == 'android'">24.0</SupportedOSPlatformVersion>
            <SupportedOSPlatformVersion Condition="$([MSBuild]::GetTargetPlatformIdentifier('$(TargetFramework)')) == 'ios'">15.0</SupportedOSPlatformVersion>
          </PropertyGroup>
        </Project>
        """

    private static let manifest =
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"><application/></manifest>"

    private static func entitlements(_ domain: String) -> String {
        "<plist><dict><key>com.apple.developer.associated-domains</key><array><string>\(domain)</string></array></dict></plist>"
    }

    private static func folder(_ code: String, project: String = project, _ more: [String: String] = [:]) throws
        -> TemporaryFolder
    {
        let files = [
            "Shelf/Shelf.csproj": project, "Shelf/Platforms/Android/AndroidManifest.xml": manifest,
            "Shelf/Platforms/Android/MainActivity.cs": code,
        ]
        return try TemporaryFolder(files.merging(more) { $1 })
    }

    private static func filters(_ code: String, project: String = project, _ more: [String: String] = [:]) throws
        -> [AndroidIntentFilter]
    {
        let folder = try folder(code, project: project, more)
        return try folder.content().claims.android.first?.filters ?? []
    }

    /// A class with attributes, and with what else a file has.
    static func activity(_ attributes: String, before: String = "", inside: String = "") -> String {
        """
        using Android.App;
        using Android.Content;
        \(before)
        namespace Shelf;

        [Activity(MainLauncher = true)]
        \(attributes)
        public class MainActivity : MauiAppCompatActivity
        {
            \(inside)
        }
        """
    }

    static let complete = """
        [IntentFilter(new[] { Intent.ActionView }, Categories = new[] { Intent.CategoryDefault, Intent.CategoryBrowsable },
            DataScheme = "https", DataHost = "shelf.example", DataPathPrefix = "/item", AutoVerify = true)]
        """

    // MARK: - A whole project

    @Test func aProjectOfMAUIIsRead() throws {
        let folder = try Self.folder(
            Self.activity(Self.complete),
            [
                "Shelf/Platforms/iOS/Entitlements.plist": Self.entitlements("applinks:shelf.example"),
                "Shelf/Platforms/iOS/Info.plist":
                    "<plist><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shelf</string></array></dict></array></dict></plist>",
                "Shelf/bin/Debug/Other.cs": Self.activity("[IntentFilter(new[] { \"a\" })]"),
                "Shelf/Platforms/Windows/Package.cs": Self.activity("[IntentFilter(new[] { \"a\" })]"),
                "Shelf.Core/Shelf.Core.csproj":
                    "<Project><PropertyGroup><TargetFramework>net9.0-android</TargetFramework></PropertyGroup></Project>",
            ]
        )
        let content = try folder.content()
        #expect(content.notes.isEmpty, "\(content.notes)")
        let app = try #require(content.claims.android.first)
        #expect(content.claims.android.count == 1)
        #expect((app.package, app.minimumSDK, app.targetSDK, app.variant) == ("com.example.shelf", 24, 35, nil))
        #expect(app.file == folder.file("Shelf/Platforms/Android/MainActivity.cs"))
        let filter = try #require(app.filters?.first)
        #expect(app.filters?.count == 1 && filter.isComplete && filter.isVerified && !filter.isUncertain)
        #expect(filter.component == "MainActivity" && filter.isExported == true && filter.line == 7)
        #expect(filter.schemes == ["https"] && filter.hosts.map(\.name) == ["shelf.example"])
        #expect(filter.paths == [Path(.prefix, "/item")] && filter.unresolved.isEmpty && filter.origin == .attribute)
        let apple = content.claims.apple
        #expect(apple.map(\.target) == ["Shelf for iOS", "Shelf for MacCatalyst"])
        #expect(apple.map(\.domains) == [["applinks:shelf.example"], []])
        #expect(apple.first?.bundleIdentifier == "com.example.shelf" && apple.first?.schemes == ["shelf"])
        #expect(apple.first?.file == folder.file("Shelf/Platforms/iOS/Entitlements.plist"))
    }

    @Test func theProjectFileAloneStandsForItsFolder() throws {
        let folder = try Self.folder(Self.activity(Self.complete))
        #expect(try folder.content("Shelf/Shelf.csproj").claims.android.first?.filters?.count == 1)
        try folder.write(Array("<Project/>".utf8), to: "Library.csproj")
        #expect(throws: AppFileError.self) { try folder.content("Library.csproj") }
    }

    @Test func aProjectOfXamarinIsRead() throws {
        let android = """
            <Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup>
            <AndroidApplication>True</AndroidApplication><AndroidManifest>Properties\\AndroidManifest.xml</AndroidManifest>
            <OutputType>Library</OutputType></PropertyGroup>
            <Import Project="$(MSBuildExtensionsPath)\\Xamarin\\Android\\Xamarin.Android.CSharp.targets"/></Project>
            """
        let apple = """
            <Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup><OutputType>Exe</OutputType>
            </PropertyGroup><PropertyGroup Condition=" '$(Configuration)|$(Platform)' == 'Release|iPhone' ">
            <CodesignEntitlements>Entitlements.plist</CodesignEntitlements></PropertyGroup>
            <Import Project="$(MSBuildExtensionsPath)\\Xamarin\\iOS\\Xamarin.iOS.CSharp.targets"/></Project>
            """
        let folder = try TemporaryFolder([
            "Droid/Droid.csproj": android, "iOS/iOS.csproj": apple,
            "Droid/MainActivity.cs": Self.activity(Self.complete),
            "Droid/Properties/AndroidManifest.xml": SampleManifest.text(data: ""),
            "iOS/Entitlements.plist": Self.entitlements("applinks:shelf.example"),
            "iOS/Info.plist":
                "<plist><dict><key>CFBundleIdentifier</key><string>com.example.own</string></dict></plist>",
        ])
        let claims = try folder.content().claims
        #expect(claims.android.map(\.package) == ["com.example.shelf"])
        #expect(claims.android.first?.filters?.map(\.origin) == [.manifest, .attribute])
        #expect(claims.apple.map(\.bundleIdentifier) == ["com.example.own", "com.example.own"])
        #expect(claims.apple.map(\.configuration) == ["Debug", "Release"])
        #expect(claims.apple.map(\.domains) == [[], ["applinks:shelf.example"]])
    }

    @Test func theManifestThatABuildWroteCountsAsBuilt() throws {
        let folder = try Self.folder(
            Self.activity(Self.complete),
            [
                "Shelf/obj/Release/net9.0-android/android/AndroidManifest.xml": SampleManifest.text(data: ""),
                "Shelf/obj/Release/net9.0-android/lp/1/jl/AndroidManifest.xml": SampleManifest.text(
                    package: "library",
                    data: ""
                ),
            ]
        )
        let apps = try folder.content().claims.android
        #expect(apps.map(\.rank) == [.source, .built] && apps.map(\.package).allSatisfy { $0 == "com.example.shelf" })
        #expect(apps.last?.variant == "Release")
    }

    // MARK: - Attributes

    @Test(arguments: [
        "new[] { Android.Content.Intent.ActionView }", "new string[] { global::Android.Content.Intent.ActionView, }",
        "[Intent.ActionView]", "actions: [ Intent.ActionView ]", "new [] {\"android.intent.action.VIEW\"}",
        "new[] { @\"android.intent.action.VIEW\" }", "new[] { \"android.intent\" + \".action.VIEW\" }",
        "[$\"android.intent.{\"action\"}.VIEW\", Intent.ActionView]", "new[] /* , */ { Intent.ActionView // }\n }",
        "[\"\"\"android.intent.action.VIEW\"\"\"]", "new[] { (\"android.intent.action.VIEW\") }",
    ])
    func eachWayToWriteAnActionIsRead(actions: String) throws {
        let filters = try Self.filters(
            Self.activity(
                """
                [IntentFilter(\(actions), Categories = [Intent.CategoryDefault, Intent.CategoryBrowsable],
                    DataSchemes = new[] { "https", "http" }, DataHosts = ["shelf.example"], DataPaths = [@"/a""b", "/\\u0063"])]
                """
            )
        )
        #expect(filters.count == 1)
        #expect(filters.first?.isComplete == true, "\(filters)")
        #expect(filters.first?.schemes == ["https", "http"])
        #expect(filters.first?.paths == [Path(.path, "/a\"b"), Path(.path, "/c")])
    }

    @Test func allNamesOfDataAreRead() throws {
        let filters = try Self.filters(
            Self.activity(
                """
                [Obsolete, Android.App.IntentFilterAttribute(new[] { Intent.ActionView }, DataPath = "/1",
                    DataPathPrefixes = ["/2"], DataPathPattern = "/3.*", DataPathPatterns = new[] { "/4" },
                    DataPathSuffix = "5", DataPathSuffixes = ["6"], DataPathAdvancedPattern = "/7",
                    DataPathAdvancedPatterns = ["/8"], DataMimeType = "text/plain", DataPort = "443", Label = "x", Priority = 3,
                    AutoVerify = false, Categories = null, DataHost = "", DataScheme = "https")]
                """
            )
        )
        let filter = try #require(filters.first)
        #expect(
            filter.paths == [
                Path(.path, "/1"), Path(.prefix, "/2"), Path(.suffix, "5"), Path(.suffix, "6"), Path(.pattern, "/3.*"),
                Path(.pattern, "/4"), Path(.advancedPattern, "/7"), Path(.advancedPattern, "/8"),
            ]
        )
        #expect(filter.hasType && !filter.isVerified && filter.hosts.isEmpty && filter.categories.isEmpty)
        #expect(filter.unresolved.isEmpty && !filter.isUncertain)
    }

    @Test func constantsOfTheProjectAreRead() throws {
        let filters = try Self.filters(
            Self.activity(
                """
                [IntentFilter([ActionView], Categories = [CategoryDefault, CategoryBrowsable], DataScheme = Links.Scheme,
                    DataHosts = [Links.Host, Other, $"{Links.Prefix}.{Links.Host}", nameof(Shelf)],
                    DataPathPrefix = Links.Prefix + "/" + Links.Twice)]
                """,
                before: "using static Android.Content.Intent;",
                inside: "private const string Other = \"other.example\", Third = \"x\";"
            ),
            [
                "Shelf/Links.cs": """
                namespace Shelf { public static class Links {
                    public const string Scheme = "https", Host = "shelf.example";
                    internal const string Prefix = "/item"; const String Twice = Prefix + Prefix;
                } }
                """
            ]
        )
        let filter = try #require(filters.first)
        #expect(filter.isComplete && filter.unresolved.isEmpty, "\(filter)")
        #expect(filter.hosts.map(\.name) == ["shelf.example", "other.example", "/item.shelf.example", "Shelf"])
        #expect(filter.paths == [Path(.prefix, "/item//item/item")])
    }

    @Test(arguments: [
        ("DataHost = Settings.Host", "Settings.Host"), ("DataHost = GetHost()", "GetHost()"),
        ("DataHost = true ? \"a\" : \"b\"", "true ? \"a\" : \"b\""), ("DataHost = Links.Both", "Links.Both"),
        ("DataHosts = [\"a.example\", ..Links.All]", "..Links.All"), ("DataHost = Links.Loop", "Links.Loop"),
        ("DataHost = \"${host}\"", "${host}"), ("DataHost = \"@string/host\"", "@string/host"),
    ])
    func whatIsNoConstantIsUnknown(data: String, written: String) throws {
        let filters = try Self.filters(
            Self.activity(
                """
                [IntentFilter(new[] { Intent.ActionView }, Categories = new[] { Intent.CategoryDefault, Intent.CategoryBrowsable },
                    DataScheme = "https", \(data), AutoVerify = true)]
                """
            ),
            [
                "Shelf/A.cs": "class Links { const string Both = \"a\"; const string Loop = Links.Loop + \"a\"; }",
                "Shelf/B.cs": "namespace Other { class Links { const string Both = \"b\"; } }",
            ]
        )
        #expect(filters.first?.unresolved == [written], "\(filters)")
        #expect(filters.first?.isVerified == true && filters.first?.isComplete == true)
    }

    @Test(arguments: [
        ("DataScheme = Links.Scheme, DataHost = \"a.example\"", true, false, false),
        ("DataSchemes = [\"https\", Links.Scheme], DataHost = \"a.example\"", true, false, true),
        ("DataScheme = \"https\", DataHosts = [\"a.example\", Links.Host]", false, true, false),
        ("DataScheme = \"https\", DataHost = \"a.example\", DataPaths = [\"/a\", Links.Path]", false, false, true),
    ])
    func aSchemeOrAHostThatIsNotKnownIsToldApart(_ data: String, _ scheme: Bool, _ host: Bool, _ isOpen: Bool) throws {
        let filters = try Self.filters(
            Self.activity(
                """
                [IntentFilter(new[] { Intent.ActionView }, Categories = new[] { Intent.CategoryDefault, Intent.CategoryBrowsable },
                    \(data), AutoVerify = true)]
                """
            )
        )
        let filter = try #require(filters.first)
        #expect(filter.hasUnknownScheme == scheme && filter.hasUnknownHost == host, "\(filter)")
        #expect(filter.isUncertain == isOpen && filter.unresolved.count == 1, "\(filter)")
    }

    @Test func aPathOrAFlagThatIsNotKnownLeavesTheFilterOpen() throws {
        for data in ["DataPath = Settings.Path", "AutoVerify = Settings.Flag", "Categories = Settings.All"] {
            let filters = try Self.filters(
                Self.activity(
                    "[IntentFilter([Intent.ActionView], DataScheme = \"https\", DataHost = \"a.example\", \(data))]"
                )
            )
            #expect(filters.first?.isUncertain == true, "\(data)")
            // What may be true is not said to be absent.
            #expect(filters.first?.isVerified == data.hasPrefix("AutoVerify"), "\(data)")
        }
    }

    // MARK: - Activities

    @Test func exportedIsReadAndTheLauncherIsExported() throws {
        for (attribute, expected) in [
            ("[Activity(MainLauncher = true)]", true), ("[Activity(Exported = false, MainLauncher = true)]", false),
            ("[Activity]", nil), ("[Activity(Exported = true)]", true),
        ] as [(String, Bool?)] {
            let code = "\(attribute) \(Self.complete) class Main : Activity { }"
            #expect(try Self.filters(code).map(\.isExported) == [expected], "\(attribute)")
        }
    }

    @Test func partsOfAClassBelongTogetherAndAbstractOnesMakeNoActivity() throws {
        let parts = try Self.filters(
            "namespace A.B { [Activity] public partial class Main : X { } }",
            ["Shelf/Main.cs": "namespace A.B;\n\(Self.complete)\npartial class Main { }"]
        )
        #expect(parts.map(\.origin) == [.attribute] && parts.first?.line == 2)
        let other = try Self.filters(
            "namespace A { [Activity] class Main { } }\n namespace B { \(Self.complete) class Main { } }"
        )
        guard case .leftOut(let reason)? = other.first?.origin else { throw FormatError("is not left out") }
        #expect(reason.contains("no [Activity]"))
        let abstract = try Self.filters("[Activity] \(Self.complete) public abstract class Main : X { }")
        #expect(abstract.first?.origin == .leftOut("Main is abstract, and the build makes no activity of it"))
        #expect(try Self.filters("[Service] \(Self.complete) class Push : Service { }").isEmpty)
    }

    @Test func anActivityOfTheManifestHasNoAttributes() throws {
        let filters = try Self.filters(
            "[Activity(Name = \"com.example.shelf.MainActivity\")] \(Self.complete) class Main : Activity { }",
            [
                "Shelf/Platforms/Android/AndroidManifest.xml":
                    "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"><application><activity android:name=\"com.example.shelf.MainActivity\"/></application></manifest>"
            ]
        )
        guard case .leftOut(let reason)? = filters.first?.origin else { throw FormatError("is not left out") }
        #expect(reason.contains("the manifest has com.example.shelf.MainActivity itself"))
    }

    // MARK: - Conditions

    @Test func whatIfLeavesOutIsLeftOut() throws {
        let code = """
            #if IOS || !ANDROID // never
            [Activity] \(Self.complete) class Other { } { { {
            #elif NET8_0_OR_GREATER && !NET10_0
            [Activity]
            #if DEBUG
            [IntentFilter(new[] { Intent.ActionView }, DataHost = "debug.example", DataScheme = "https")]
            #else
            \(Self.complete)
            #endif
            class Main { string text = "#if"; }
            #endif
            """
        let folder = try Self.folder(code)
        let apps = try folder.content().claims.android
        #expect(apps.map(\.variant) == ["Debug", "Release"])
        #expect(apps.map { $0.filters?.map { $0.hosts.map(\.name) } } == [[["debug.example"]], [["shelf.example"]]])
    }

    @Test func aSymbolThatIsSetNowhereLeavesTheFilterOpen() throws {
        let code = "[Activity]\n#if STAGING\n\(Self.complete)\n#endif\nclass Main { }"
        let open = try Self.filters(code)
        #expect(open.first?.unresolved == ["#if STAGING"] && open.first?.isUncertain == true)
        let constant = Self.project.replacing(
            "<OutputType>",
            with: "<DefineConstants>$(DefineConstants);STAGING</DefineConstants><OutputType>"
        )
        #expect(try Self.filters(code, project: constant).first?.unresolved == [])
        let value =
            "[Activity] [IntentFilter([Intent.ActionView], DataScheme = \"https\",\n#if STAGING\nDataHost = \"a.example\"\n#else\nDataHost = \"b.example\"\n#endif\n)] class Main { }"
        #expect(try Self.filters(value).first?.hosts == [])
        #expect(try Self.filters(value).first?.unresolved.first == "#if STAGING")
    }

    @Test(arguments: [
        ("'$(Configuration)' == 'Release'", Decision.yes), ("'$(Configuration)'!='release'", .no),
        ("$(Name.Contains('-ios'))", .yes), ("!$(Name.EndsWith('ios')) Or false", .no),
        ("'$(Missing)' == ''", .unknown),
        ("'$(Missing)' == '' and '$(Configuration)' == 'Debug'", .no), ("Exists('a')", .unknown), ("", .yes),
        ("('$(Configuration)' == 'Release') and ($(Name.StartsWith('net9')) == true)", .yes), ("1 < 2", .unknown),
        ("$([MSBuild]::GetTargetPlatformIdentifier('$(Name)')) == 'ios'", .yes), ("'a' == 'a", .yes), ("((", .unknown),
        ("$([MSBuild]::IsOSPlatform('windows'))", .unknown),
        ("'$(Configuration)|$(Platform)' == 'Release|iPhone'", .no),
    ])
    func conditionsOfTheBuildAreDecidedWhereTheProjectDoes(text: String, decision: Decision) {
        let properties = BuildProperties(["Configuration": "Release", "Name": "net9.0-ios", "Platform": "AnyCPU"])
        #expect(BuildCondition.decide(text) { properties.expanded($0) } == decision)
    }

    @Test func entitlementsAreThoseOfTheConfiguration() throws {
        let project = Self.project.replacing(
            "</Project>",
            with: """
                <PropertyGroup Condition="$(TargetFramework.Contains('-ios')) and '$(Configuration)' == 'Release'">
                  <CodesignEntitlements>Platforms\\iOS\\Store.plist</CodesignEntitlements>
                  <CodesignKey>Apple Distribution: Shelf (QX7SAMPLE1)</CodesignKey>
                </PropertyGroup>
                <ItemGroup Condition="'$(Configuration)' == 'Debug'">
                  <CustomEntitlements Include="com.apple.developer.associated-domains" Type="StringArray" Value="applinks:a.example;applinks:b.example"/>
                </ItemGroup></Project>
                """
        )
        let folder = try Self.folder(
            "",
            project: project,
            ["Shelf/Platforms/iOS/Store.plist": Self.entitlements("applinks:shelf.example")]
        )
        let apps = try folder.content().claims.apple.filter { $0.target == "Shelf for iOS" }
        #expect(apps.map(\.configuration) == ["Debug", "Release"])
        #expect(apps.map(\.domains) == [["applinks:a.example", "applinks:b.example"], ["applinks:shelf.example"]])
        #expect(apps.map(\.identifier) == [nil, "QX7SAMPLE1.com.example.shelf"])
    }

    @Test func whatTheBuildIsGivenIsUnknown() throws {
        let project = Self.project.replacing("com.example.shelf<", with: "com.example.$(Customer)<")
            .replacing(
                "</Project>",
                with:
                    "<PropertyGroup Condition=\"'$(Customer)' == 'x'\"><CodesignEntitlements>x.plist</CodesignEntitlements></PropertyGroup></Project>"
            )
        let folder = try Self.folder(Self.activity(Self.complete), project: project)
        let content = try folder.content()
        #expect(content.claims.android.map(\.package) == [nil])
        #expect(content.claims.apple.map(\.bundleIdentifier) == [nil, nil])
        #expect(content.claims.apple.map(\.domains) == [nil, nil])
        #expect(
            content.notes.contains { $0.contains("application id") }
                && content.notes.contains { $0.contains("entitlements") }
        )
    }

    @Test func propertiesOfTheFolderAreRead() throws {
        let project = Self.project.replacing("<ApplicationId>com.example.shelf</ApplicationId>", with: "")
        let filters = try Self.folder(
            Self.activity(Self.complete),
            project: project,
            [
                "Directory.Build.props":
                    "<Project><PropertyGroup><Company>com.example</Company><ApplicationId>$(Company).shelf</ApplicationId></PropertyGroup></Project>"
            ]
        ).content().claims.android
        #expect(filters.map(\.package) == ["com.example.shelf"])
    }
}
