import Foundation
import Testing

/// What a project holds beside its links is for nobody's log: keys, passwords, tokens, and who tests the app.
@Suite(.timeLimit(.minutes(20))) struct SecretTests {
    private static let mark = "Sesame-7419"
    private static let url = "https://shelf.example/recipes/42"

    private static let manifest = """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="example.shelf"><application>
        <meta-data android:name="com.google.android.geo.API_KEY" android:value="\(mark)-maps"/>
        <activity android:name=".Main" android:exported="true"><intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/>
        <category android:name="android.intent.category.BROWSABLE"/>
        <data android:scheme="https" android:host="shelf.example"/></intent-filter></activity></application></manifest>
        """

    /// A project of each kind, with a secret wherever people keep one.
    private static let projects: [(name: String, files: [String: String])] = [
        (
            "Gradle",
            [
                "gradle.properties": "releaseStorePassword=\(mark)-store\nTOKEN=\(mark)-token\n",
                "local.properties": "key=\(mark)-local", "key.properties": "storePassword=\(mark)-key",
                "app/google-services.json": "{\"client\": [{\"api_key\": [{\"current_key\": \"\(mark)-google\"}]}]}",
                "app/build.gradle": """
                plugins { id 'com.android.application' }
                android {
                  signingConfigs { release { storePassword "\(mark)-gradle"
                    keyPassword '\(mark)-word' } }
                  defaultConfig { applicationId "example.shelf"
                    buildConfigField "String", "API", "\\"\(mark)-field\\""
                    manifestPlaceholders = [maps: "\(mark)-placeholder"]
                    resValue "string", "secret", "\(mark)-value" }
                }
                """, "app/src/main/AndroidManifest.xml": manifest,
                "app/src/main/res/values/keys.xml":
                    "<resources><string name=\"google_api_key\">\(mark)-string</string></resources>",
            ]
        ),
        (
            "MAUI",
            [
                "Shelf.csproj": """
                <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks>
                <OutputType>Exe</OutputType><ApplicationId>example.shelf</ApplicationId>
                <AndroidSigningStorePass>\(mark)-pass</AndroidSigningStorePass>
                <AndroidManifestPlaceholders>maps=\(mark)-maps</AndroidManifestPlaceholders></PropertyGroup></Project>
                """,
                "Platforms/Android/MainActivity.cs": """
                [Activity(MainLauncher = true)] [IntentFilter(new[] { Intent.ActionView }, DataScheme = "https",
                    DataHost = "shelf.example", Categories = [Intent.CategoryDefault, Intent.CategoryBrowsable])]
                public class MainActivity { const string ApiKey = "\(mark)-constant"; }
                """,
            ]
        ),
        (
            "Expo",
            [
                "app.json": """
                {"expo": {"android": {"package": "example.shelf", "config": {"googleMaps": {"apiKey": "\(mark)-expo"}},
                "intentFilters": [{"action": "VIEW", "data": [{"scheme": "https", "host": "shelf.example"}]}]},
                "extra": {"token": "\(mark)-extra"}}}
                """, ".env": "TOKEN=\(mark)-env", "AuthKey.p8": "-----BEGIN PRIVATE KEY-----\n\(mark)-p8\n",
            ]
        ),
    ]

    @Test(
        arguments: ["text", "json", "sarif", "html", "github", "junit", "gitlab", "checkstyle", "markdown"],
        projects.map(\.name)
    )
    func nothingSecretOfAProjectIsPrinted(format: String, name: String) async throws {
        let project = try Scratch()
        for (path, text) in Self.projects.first(where: { $0.name == name })?.files ?? [:] {
            try project.file(path, Array(text.utf8))
        }
        let site = try Scratch()
        try site.file(".well-known/assetlinks.json", Array("[]".utf8))
        let run = try await Tool.run(
            ["check", Self.url, "--offline", site.url.path, "--app", project.url.path, "--all", "--format", format]
        )
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(run.output.contains("example.shelf") || run.output.contains("assetlinks"), "\(run.output)")
        #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run.output)\(run.errors)")
    }

    @Test(arguments: projects.map(\.name))
    func nothingSecretIsExplainedOrKeptInACache(name: String) async throws {
        let project = try Scratch()
        for (path, text) in Self.projects.first(where: { $0.name == name })?.files ?? [:] {
            try project.file(path, Array(text.utf8))
        }
        let site = try Scratch()
        try site.file(".well-known/assetlinks.json", Array("[]".utf8))
        for format in ["text", "json"] {
            let run = try await Tool.run(
                ["explain", Self.url, "--offline", site.url.path, "--app", project.url.path, "--format", format]
            )
            #expect(run.output.contains("shelf.example"), "\(run.output)\(run.errors)")
            #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run.output)\(run.errors)")
        }
        // The command wrote nothing beside the files that were there.
        let kept = FileManager.default.enumerator(at: site.url, includingPropertiesForKeys: nil)?.allObjects ?? []
        #expect(kept.compactMap { ($0 as? URL)?.lastPathComponent }.sorted() == [".well-known", "assetlinks.json"])
    }
}
