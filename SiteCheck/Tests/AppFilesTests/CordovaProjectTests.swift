@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests what Cordova's configuration adds to the apps below `platforms/`.
struct CordovaProjectTests {
    @Test func configurationOfCordovaIsAGapOfItsPlatforms() throws {
        let folder = try TemporaryFolder([
            "platforms/android/app/build.gradle": "apply plugin: 'com.android.application'",
            "platforms/android/app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
            "config.xml": "<widget id=\"com.example.shelf\"><allow-navigation href=\"*\"/></widget>",
        ])
        #expect(try folder.content().claims.android.map(\.gap) == [nil])
        try folder.write(Array("<widget><universal-links/></widget>".utf8), to: "config.xml")
        #expect(try folder.content().claims.android.first?.gap?.fix.contains("cordova prepare") == true)
    }

    @Test func configurationOfCordovaIsAnAppUntilItsPlatformsArePrepared() throws {
        let android = """
            <config-file parent="application/activity" target="AndroidManifest.xml"><intent-filter>
            <action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/>
            <category android:name="android.intent.category.BROWSABLE"/>
            <data android:scheme="https" android:host="shelf.example"/></intent-filter></config-file>
            """
        let ios = """
            <config-file parent="com.apple.developer.associated-domains" target="*/Entitlements-Release.plist">
            <array><string>applinks:shelf.example</string></array></config-file>
            """
        let widget = { (content: String) in
            """
            <!-- A licence --><?xml version="1.0"?>
            <widget id="org.sample.shelf" ios-CFBundleIdentifier="org.sample.Shelf" xmlns="http://www.w3.org/ns/widgets"
            xmlns:android="http://schemas.android.com/apk/res/android" xmlns:cdv="http://cordova.apache.org/ns/1.0">\(content)</widget>
            """
        }
        let both = "<platform name=\"android\">\(android)</platform><platform name=\"ios\">\(ios)</platform>"
        for place in ["config.xml", "client/config.xml", "client/www/config.xml"] {
            let claims = try TemporaryFolder([place: widget(both)]).content().claims
            let app = try #require(claims.android.first)
            #expect(app.package == "org.sample.shelf" && app.filters?.flatMap(\.hosts).map(\.name) == ["shelf.example"])
            #expect(app.filters?.allSatisfy { $0.activity == nil } == true)
            #expect(claims.apple.map(\.bundleIdentifier) == ["org.sample.Shelf"])
            #expect(claims.apple.map(\.domains) == [["applinks:shelf.example"]])
            #expect([app.gap, claims.apple.first?.gap].allSatisfy { $0?.fix.contains("cordova prepare") == true })
            #expect(
                [app.gap, claims.apple.first?.gap].map(\.?.hosts) == [SourceGap.Hosts.noHost, SourceGap.Hosts.noHost]
            )
        }
        // These may add links that the file does not contain.
        for more in ["<hook src='a.js'/>", "<plugin name='ionic-plugin-deeplinks'/>"] {
            let claims = try TemporaryFolder(["config.xml": widget(both + more)]).content().claims
            #expect(claims.android.map(\.gap?.hosts) == [.any] && claims.apple.map(\.gap?.hosts) == [.any])
        }
        let one = try TemporaryFolder(["config.xml": widget("<platform name=\"android\"/>")]).content().claims
        #expect(one.apple.isEmpty && one.android.map(\.filters) == [nil] && one.android.first?.gap != nil)
        // Copies below the platforms, and those of Capacitor, are no projects.
        for copy in ["platforms/android/app/src/main/res/xml/config.xml", "android/app/src/main/res/xml/config.xml"] {
            #expect(try TemporaryFolder([copy: widget(both)]).content() == AppFileContent())
        }
    }

    /// What cordova-universal-links-plugin writes for a host.
    @Test(arguments: [
        ("", nil), ("<path url='/a'/><path url='*'/>", nil),
        ("<path url='read'/>", AndroidIntentFilter.Path(.path, "/read")),
        ("<path url='/read/*'/>", AndroidIntentFilter.Path(.pattern, "/read/.*")),
    ])
    func theHostsOfThePluginForUniversalLinksAreRead(_ paths: String, _ path: AndroidIntentFilter.Path?) throws {
        let widget = """
            <widget id="org.sample.shelf" xmlns:cdv="http://cordova.apache.org/ns/1.0">
            <universal-links><host name="shelf.example" scheme="https">\(paths)</host></universal-links></widget>
            """
        for file in ["config.xml", "config-staging.xml"] {
            let folder = try TemporaryFolder([file: widget])
            let content = try folder.content()
            #expect(!AppFileReader().receivers(atPath: folder.path, of: content).contains { $0.platform == "Apple" })
            let claims = content.claims
            let filter = try #require(claims.android.first?.filters?.first)
            #expect(filter.schemes == ["https"] && filter.hosts.map(\.name) == ["shelf.example"] && filter.isComplete)
            #expect(filter.paths == (path.map { [$0] } ?? []))
            #expect(filter.unresolved == ["autoVerify for <universal-links>"])
            #expect(claims.android.first?.valueGap?.text.contains("names cordova-universal-links-plugin") == true)
            #expect(claims.apple.map(\.domains) == [["applinks:shelf.example"]])
        }
        let two = ["config-a.xml": widget, "config-b.xml": widget.replacing("sample.shelf", with: "sample.other")]
        #expect(Set(try TemporaryFolder(two).content().claims.android.map(\.package)).count == 2)
        #expect(try TemporaryFolder(two.merging(["config.xml": widget]) { $1 }).content().claims.apple.count == 1)
    }

    /// The plugin writes http for a host without a scheme, in the platform too once it is prepared.
    @Test(arguments: [
        ("", #"{"devDependencies": {"cordova-plugin-deeplinks": "1"}, "cordova": {"platforms": ["android"]}}"#, true),
        ("<plugin name='cordova-universal-links-plugin' spec='1'/>", "{}", true),
        ("", #"{"dependencies": {"@ionic-native/universal-links": "5"}, "cordova": {}}"#, false),
    ])
    func thePluginForUniversalLinksDecidesByItsHosts(_ plugin: String, _ package: String, _ isKnown: Bool) throws {
        let folder = try TemporaryFolder([
            "package.json": package,
            "config.xml": """
            <?xml version="1.0"?>
            <widget id="org.sample.shelf" xmlns="http://www.w3.org/ns/widgets">\(plugin)<universal-links>
            <host name="shelf.example"><path scheme="https" url="/read"/></host></universal-links></widget>
            """,
        ])
        let app = try #require(try folder.content().claims.android.first)
        let filter = try #require(app.filters?.first)
        #expect(filter.schemes == ["http"] && filter.isVerified && filter.origin == .host && filter.line == 3)
        #expect(filter.unresolved.isEmpty == isKnown && (app.gap?.hosts == SourceGap.Hosts.noHost) == isKnown)
        try folder.write(
            Array("apply plugin: 'com.android.application'".utf8),
            to: "platforms/android/app/build.gradle"
        )
        for (path, isNew) in [("/read", true), ("/other", false)] {
            let data = "<data a:scheme=\"http\" a:host=\"shelf.example\" a:path=\"\(path)\"/>"
            let manifest = SampleManifest.text(data: data)
            try folder.write(Array(manifest.utf8), to: "platforms/android/app/src/main/AndroidManifest.xml")
            let prepared = try #require(try folder.content().claims.android.first)
            #expect((prepared.gap?.hosts == SourceGap.Hosts.noHost) == (isKnown && isNew))
            #expect((prepared.filters?.first?.origin == .host) == (isKnown && isNew))
        }
    }

    /// What Cordova writes into other files than the target's own does not reach the app.
    @Test(arguments: [("*-Release.plist", false), ("*.entitlements", true), ("*/Shelf.entitlements", true)])
    func cordovaWritesDomainsIntoTheFilesThatItsConfigurationNames(_ target: String, _ isOpen: Bool) throws {
        func entitlements(_ domains: String) -> String {
            "<plist><dict><key>com.apple.developer.associated-domains</key><array>\(domains)</array></dict></plist>"
        }
        let project = """
            { rootObject = P; objects = { P = {isa = PBXProject; targets = (T); buildConfigurationList = L; };
            T = {isa = PBXNativeTarget; name = Shelf; productType = "com.apple.product-type.application";
            buildConfigurationList = K; }; L = {isa = XCConfigurationList; buildConfigurations = (C); };
            K = {isa = XCConfigurationList; buildConfigurations = (D); };
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
            D = {isa = XCBuildConfiguration; name = Release; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = a.b;
            CODE_SIGN_ENTITLEMENTS = Shelf/Shelf.entitlements; }; }; }; }
            """
        let folder = try TemporaryFolder([
            "config.xml": """
            <widget id="a.b"><platform name="ios"><config-file parent="com.apple.developer.associated-domains"
            target="\(target)"><array><string>applinks:shelf.example</string></array></config-file></platform></widget>
            """,
            "platforms/ios/Shelf.xcodeproj/project.pbxproj": project,
            "platforms/ios/Shelf/Shelf.entitlements": entitlements(""),
            "platforms/ios/Shelf/Entitlements-Release.plist": entitlements("<string>applinks:shelf.example</string>"),
        ])
        let app = try #require(try folder.content().claims.apple.first)
        #expect((app.gap != nil) == isOpen)
        #expect(app.unusedFile?.hasSuffix("Entitlements-Release.plist") == true)
        #expect(app.unusedDomains == ["applinks:shelf.example"])
    }

    @Test func entitlementsOfCordovasPluginsAreNoApps() throws {
        let entitlements = "<plist version=\"1.0\"><dict/></plist>"
        let folder = try TemporaryFolder([
            "app/config.xml": "<widget id=\"a.b\"/>", "app/plugins/kit/src/ios/Kit.entitlements": entitlements,
        ])
        #expect(try folder.content().claims.apple.allSatisfy { !$0.file.contains("Kit") })
        try folder.write(Array(entitlements.utf8), to: "plugins/kit/Kit.entitlements")
        #expect(try folder.content().claims.apple.contains { $0.file.contains("Kit") })
        // Capacitor's projects are not below platforms/, but Cordova's are, as long as there is its configuration.
        for (file, isApp) in [("old/capacitor.config.ts", false), ("old/config.xml", true)] {
            try folder.write(Array("<widget/>".utf8), to: file)
            try folder.write(Array(entitlements.utf8), to: "old/platforms/ios/Old.entitlements")
            #expect(try folder.content().claims.apple.contains { $0.file.contains("Old") } == isApp)
        }
    }
}
