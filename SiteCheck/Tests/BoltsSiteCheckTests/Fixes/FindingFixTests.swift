import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// The edits that findings about a link or an app suggest, byte for byte.
@Suite struct FindingFixTests {
    private static func text(_ finding: Finding, in text: String, file: String) -> String? {
        let bytes = Array(text.utf8)
        return FindingFix(finding, in: bytes, file: file).map {
            String(decoding: $0.applied(to: bytes), as: UTF8.self)
        }
    }

    private static func place(line: Int) -> JSONPlace {
        JSONPlace(pointer: "", position: TextPosition(line: line, column: 1), byteRange: 0..<0)
    }

    // MARK: - Rules

    /// Links in the letter case of the rule still open the app.
    @Test func aRuleInAnotherLetterCaseIgnoresIt() throws {
        let file = AppleRuleCases.path("/Recipes/*")
        let url = try #require(URL(string: "https://shelf.example/recipes/42"))
        let site = SiteAssociations("shelf.example", apple: file, android: nil)
        let finding = try #require(LinkVerdict(url: url, site: site).findings.first { $0.rule == .linkNoMatch })
        let edited = try #require(Self.text(finding, in: file, file: "apple-app-site-association"))
        #expect(edited.contains("\"/Recipes/*\", \"caseSensitive\": false"), "\(edited)")
    }

    // MARK: - Manifests

    private static let manifest = """
        <?xml version="1.0"?>
        <!-- <intent-filter> in a comment is none -->
        <manifest xmlns:android="http://schemas.android.com/apk/res/android">
            <application>
                <activity android:name=".Main" android:exported="false">
                    <intent-filter>
                        <action android:name="android.intent.action.MAIN"/>
                    </intent-filter>
                    <intent-filter>
                        <action android:name="android.intent.action.VIEW"/>
                        <data android:scheme="https" android:host="Shelf.example" android:pathPrefix="/r*"/>
                        <data android:scheme="shelf"/>
                    </intent-filter>
                </activity>
            </application>
        </manifest>

        """

    private static func manifest(_ rule: AssociationRule, _ change: SuggestedChange? = nil) -> String? {
        text(
            Finding(rule, nil, file: "AndroidManifest.xml", place: place(line: 9), change: change),
            in: manifest,
            file: "app/src/main/AndroidManifest.xml"
        )
    }

    private static func expect(_ edited: String?, _ old: String, _ new: String) {
        let count = manifest.components(separatedBy: old).count - 1
        #expect(count == 1, "\(old) is there \(count) times")
        #expect(edited == manifest.replacingOccurrences(of: old, with: new), "\(edited ?? "no edit")")
    }

    @Test func verificationIsAskedFor() {
        let edited = Self.manifest(.androidAppNoAutoVerify)
        Self.expect(
            edited,
            "<intent-filter>\n                <action android:name=\"android.intent.action.VIEW\"/>",
            "<intent-filter android:autoVerify=\"true\">\n                <action android:name=\"android.intent.action.VIEW\"/>"
        )
    }

    @Test func missingCategoriesAreAddedBehindTheLastElement() {
        Self.expect(
            Self.manifest(.androidAppFilterIncomplete),
            "<data android:scheme=\"shelf\"/>",
            "<data android:scheme=\"shelf\"/>\n"
                + "                <category android:name=\"android.intent.category.DEFAULT\"/>\n"
                + "                <category android:name=\"android.intent.category.BROWSABLE\"/>"
        )
        // The lines that are added end as the file's own.
        let finding = Finding(.androidAppFilterIncomplete, nil, file: "AndroidManifest.xml", place: Self.place(line: 9))
        let windows = Self.manifest.replacing("\n", with: "\r\n")
        let edited = Self.text(finding, in: windows, file: finding.file)
        #expect(edited == Self.manifest(.androidAppFilterIncomplete)?.replacing("\n", with: "\r\n"))
    }

    @Test func theActivityIsExported() {
        Self.expect(Self.manifest(.androidAppNotExported), "exported=\"false\"", "exported=\"true\"")
    }

    @Test func anotherSchemeGetsItsOwnFilter() {
        let view = "<action android:name=\"android.intent.action.VIEW\"/>"
        Self.expect(
            Self.manifest(.androidAppMixedSchemes),
            "\n                <data android:scheme=\"shelf\"/>\n            </intent-filter>",
            """

                        </intent-filter>
                        <intent-filter>
                            \(view)
                            <category android:name="android.intent.category.DEFAULT"/>
                            <category android:name="android.intent.category.BROWSABLE"/>
                            <data android:scheme="shelf"/>
                        </intent-filter>
            """
        )
    }

    @Test func aValueIsWrittenDifferently() {
        let host = SuggestedChange.attribute("host", old: "Shelf.example", new: "shelf.example")
        Self.expect(Self.manifest(.androidAppHostCase, host), "\"Shelf.example\"", "\"shelf.example\"")
        let path = SuggestedChange.path(
            .init(name: "pathPattern", value: "/r.*"),
            instead: .init(name: "pathPrefix", value: "/r*")
        )
        Self.expect(Self.manifest(.androidAppPrefixWildcard, path), "pathPrefix=\"/r*\"", "pathPattern=\"/r.*\"")
    }

    /// The host of Cordova's plugin for links has no `data` element.
    @Test func aHostOfCordovaGetsAScheme() {
        let file = "<widget><universal-links>\n<host name=\"shelf.example\">\n</host></universal-links></widget>"
        for (change, expected) in [
            (SuggestedChange.scheme("https"), file.replacingOccurrences(of: "<host", with: "<host scheme=\"https\"")),
            (.path(.init(name: "path", value: "/a"), instead: nil), nil),
        ] {
            let finding = Finding(.androidAppPathMissing, nil, file: "f", place: Self.place(line: 2), change: change)
            #expect(Self.text(finding, in: file, file: "config.xml") == expected)
        }
    }

    /// An element without a host belongs to no other host, whether or not the new one begins with www.
    @Test(arguments: ["www.other.example", "other.example"])
    func aHostGetsAFilterInTheMainActivity(_ host: String) throws {
        let edited = try #require(Self.manifest(.androidAppHostMissing, .host(host, paths: [])))
        #expect(
            edited.contains(
                """
                            <intent-filter android:autoVerify="true">
                                <action android:name="android.intent.action.VIEW"/>
                                <category android:name="android.intent.category.DEFAULT"/>
                                <category android:name="android.intent.category.BROWSABLE"/>
                                <data android:scheme="https" android:host="\(host)"/>
                            </intent-filter>
                        </activity>
                """
            ),
            "\(edited)"
        )
    }

    /// The launcher need not be the activity that reads links.
    @Test(arguments: [
        ("activity", "true", "https", ".Detail"), ("activity-alias", "true", "http", ".Detail"),
        ("activity", "false", "https", ".Splash"), ("activity", "true", "shelf", ".Splash"),
    ])
    func aHostGetsAFilterWhereLinksOfTheWebAreTaken(
        _ element: String,
        _ isExported: String,
        _ scheme: String,
        _ activity: String
    ) throws {
        let file = """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>
            <activity android:name=".Splash"><intent-filter><action android:name="android.intent.action.MAIN"/></intent-filter>
            </activity>
            <\(element) android:name=".Detail" android:exported="\(isExported)">
            <intent-filter>
            <action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/>
            <category android:name="android.intent.category.BROWSABLE"/>
            <data android:scheme="\(scheme)"/><data android:host="old.example"/>
            </intent-filter>
            </\(element)>
            </application></manifest>
            """
        let change = SuggestedChange.host("shelf.example", paths: [.init(name: "pathPrefix", value: "/-/")])
        let finding = Finding(.androidAppHostMissing, nil, file: "AndroidManifest.xml", change: change)
        let edited = try #require(Self.text(finding, in: file, file: "AndroidManifest.xml"))
        let place = try #require(edited.range(of: "android:host=\"shelf.example\" android:pathPrefix=\"/-/\""))
        let before = edited[..<place.lowerBound]
        #expect(before.contains("\".Detail\"") == (activity == ".Detail"), "\(edited)")
        #expect(before.contains("</activity>") == (activity == ".Detail"), "\(edited)")
    }

    @Test func whatABuildWroteIsLeftAlone() {
        let finding = Finding(.androidAppNoAutoVerify, nil, file: "f", place: Self.place(line: 9))
        #expect(Self.text(finding, in: Self.manifest, file: "app/build/intermediates/AndroidManifest.xml") == nil)
    }

    // MARK: - Entitlements

    private static func domain(
        _ change: SuggestedChange,
        in file: String,
        named name: String = "App.entitlements"
    ) -> String? {
        text(Finding(.iosAppDomainMissing, nil, file: name, change: change), in: file, file: name)
    }

    @Test func aDomainIsAddedToTheEntitlement() {
        let file =
            "<plist><dict>\n\t<key>com.apple.developer.associated-domains</key>\n\t<array>\n\t\t<string>a</string>\n\t</array>\n</dict></plist>"
        #expect(
            Self.domain(.domain("applinks:shelf.example", instead: nil), in: file)
                == file.replacingOccurrences(
                    of: "<string>a</string>",
                    with: "<string>a</string>\n\t\t<string>applinks:shelf.example</string>"
                )
        )
        #expect(
            Self.domain(.domain("applinks:shelf.example", instead: "a"), in: file)
                == file.replacingOccurrences(of: "<string>a<", with: "<string>applinks:shelf.example<")
        )
    }

    @Test func aMissingOrMisspelledKeyIsWritten() throws {
        let file = "<plist><dict>\n\t<key>com.apple.developer.associated-domain</key>\n\t<array/>\n</dict></plist>"
        #expect(
            Self.domain(.entitlementKey("com.apple.developer.associated-domain"), in: file)
                == file.replacingOccurrences(of: "-domain<", with: "-domains<")
        )
        let added = try #require(Self.domain(.domain("applinks:shelf.example", instead: nil), in: file))
        #expect(
            added.contains(
                "<key>com.apple.developer.associated-domains</key>\n\t<array>\n\t    <string>applinks:shelf.example</string>\n\t</array>\n</dict>"
            ),
            "\(added)"
        )
    }

    // MARK: - Expo

    @Test func expoGetsAPathBesideTheOthers() {
        let file =
            #"{"expo": {"android": {"intentFilters": [{"data": [{"scheme": "https", "host": "shelf.example", "pathPrefix": "/a"}]}]}}}"#
        func edited(_ instead: SuggestedChange.Attribute?) -> String? {
            let path = SuggestedChange.Attribute(name: "pathPrefix", value: "/b")
            let finding = Finding(
                .androidAppPathMissing,
                nil,
                file: "app.json",
                change: .path(path, instead: instead)
            )
            return Self.text(finding, in: file, file: "app.json")
        }
        let added = #"}, {"scheme": "https", "host": "shelf.example", "pathPrefix": "/b"}]"#
        #expect(edited(nil) == file.replacingOccurrences(of: "}]", with: added, range: file.range(of: "}]")))
        #expect(edited(.init(name: "pathPrefix", value: "/a")) == file.replacingOccurrences(of: "/a", with: "/b"))
        #expect(edited(.init(name: "path", value: "/a")) == nil)
    }

    /// Expo reads JSON5.
    @Test(arguments: [
        (#"{"android": {"intentFilters": [], }, }"#, #"{"android": {"intentFilters": [$], }, }"#),
        (
            #"{"a": ",]", "android": {"intentFilters": [{"b": "\\",},],},}"#,
            #"{"a": ",]", "android": {"intentFilters": [{"b": "\\",}, $,],},}"#
        ),
    ])
    func expoKeepsACommaBeforeABracket(_ file: String, _ expected: String) {
        let paths = ["/a/", "/b/"].map { SuggestedChange.Attribute(name: "pathPrefix", value: $0) }
        let change = SuggestedChange.host("shelf.example", paths: paths)
        let finding = Finding(.androidAppHostMissing, nil, file: "app.json", change: change)
        let filter =
            #"{"action": "VIEW", "autoVerify": true, "category": ["BROWSABLE", "DEFAULT"], "#
            + #""data": [{"scheme": "https", "host": "shelf.example", "pathPrefix": "/a/"}, "#
            + #"{"scheme": "https", "host": "shelf.example", "pathPrefix": "/b/"}]}"#
        #expect(Self.text(finding, in: file, file: "app.json") == expected.replacingOccurrences(of: "$", with: filter))
    }

    @Test func expoGetsADomainAndVerification() {
        let file =
            #"{"expo": {"ios": {"bundleIdentifier": "a.b"}, "android": {"intentFilters": [{"data": [{"scheme": "https", "host": "shelf.example"}]}]}}}"#
        let domain = Finding(
            .iosAppDomainMissing,
            nil,
            file: "app.json",
            change: .domain("applinks:shelf.example", instead: nil)
        )
        #expect(
            Self.text(domain, in: file, file: "app.json")
                == file.replacingOccurrences(
                    of: "\"a.b\"",
                    with: "\"a.b\", \"associatedDomains\": [\"applinks:shelf.example\"]"
                )
        )
        #expect(
            Self.text(Finding(.androidAppNoAutoVerify, nil, file: "app.json"), in: file, file: "app.json")
                == file.replacingOccurrences(of: "}]}]", with: "}], \"autoVerify\": true}]")
        )
    }

    // MARK: - The site's files

    @Test func anAppIsListedBesideTheOther() {
        let file = AppleRuleCases.path("/a")
        let finding = Finding(
            .crossAppNotListed,
            nil,
            file: "f",
            change: .list(app: "QX7SAMPLE1.org.sample.shelf", fingerprints: [], instead: nil)
        )
        #expect(
            Self.text(finding, in: file, file: "apple-app-site-association")
                == file.replacingOccurrences(
                    of: "\"\(AppleRuleCases.id)\"",
                    with: "\"\(AppleRuleCases.id)\", \"QX7SAMPLE1.org.sample.shelf\""
                )
        )
    }

    @Test func aStatementNeedsACertificate() {
        func finding(_ fingerprints: [String], signsIn: Bool = false) -> Finding {
            Finding(
                .crossAppNotListed,
                nil,
                file: "f",
                change: .list(app: "org.sample.shelf", fingerprints: fingerprints, instead: nil, signsIn: signsIn)
            )
        }
        #expect(Self.text(finding([]), in: "[]", file: "assetlinks.json") == nil)
        let print = AssetLinksRuleCases.fingerprint
        for signsIn in [false, true] {
            let text = Self.text(finding([print], signsIn: signsIn), in: "[]", file: "assetlinks.json") ?? ""
            #expect(text.contains("[\"\(print)\"]") && text.contains("common.handle_all_urls"))
            #expect(text.contains("common.get_login_creds") == signsIn)
        }
    }

    @Test func anAppIsNamedForPasswordsAndPasskeys() {
        let app = "QX7SAMPLE1.org.sample.shelf"
        func edited(_ file: String, instead: String? = nil) -> String? {
            let change = SuggestedChange.service("webcredentials", app: app, instead: instead)
            return Self.text(
                Finding(.crossAppCredentials, nil, file: "f", change: change),
                in: file,
                file: "apple-app-site-association"
            )
        }
        #expect(
            edited("{\"webcredentials\": {\"apps\": [\"A\"]}}")
                == "{\"webcredentials\": {\"apps\": [\"A\", \"\(app)\"]}}"
        )
        let wrong = "{\"webcredentials\": {\"apps\": [\".org.sample.shelf\"]}}"
        #expect(edited(wrong, instead: ".org.sample.shelf") == "{\"webcredentials\": {\"apps\": [\"\(app)\"]}}")
        #expect(edited("{\"applinks\": {}}")?.contains("\"webcredentials\": {\"apps\": [\"\(app)\"]}") == true)
        #expect(edited("{\"webcredentials\": []}") == nil)
    }

    // MARK: - Descriptions and projects

    private static func described(_ list: String) -> String {
        "targets:\n  Shelf:\n    entitlements:\n      path: Shelf.entitlements\n\(list)    sources: Shelf\n"
    }

    private static func described(_ old: String, _ change: SuggestedChange) -> String? {
        domain(change, in: described(old), named: "project.yml")
    }

    /// Everything except the list stays the same, byte for byte.
    @Test func aDomainIsAddedToTheListOfADescription() {
        let key = "        com.apple.developer.associated-domains:"
        let properties = "      properties:\n"
        let add = SuggestedChange.domain("applinks:shelf.example", instead: nil)
        #expect(
            Self.described("", add)
                == Self.described("\(properties)\(key) [\"applinks:shelf.example\"]\n")
        )
        #expect(
            Self.described("\(properties)\(key) [applinks:a.example]\n", add)
                == Self.described("\(properties)\(key) [applinks:a.example, \"applinks:shelf.example\"]\n")
        )
        #expect(
            Self.described("\(properties)\(key)\n          - applinks:a.example\n", add)
                == Self.described(
                    "\(properties)\(key)\n          - applinks:a.example\n          - \"applinks:shelf.example\"\n"
                )
        )
        let replace = SuggestedChange.domain("applinks:shelf.example", instead: "applinks:https://shelf.example")
        #expect(
            Self.described("\(properties)\(key)\n          - 'applinks:https://shelf.example'\n", replace)
                == Self.described("\(properties)\(key)\n          - 'applinks:shelf.example'\n")
        )
        // A list that is an alias, and two lists, are left to a person.
        #expect(Self.described("\(properties)\(key) *domains\n", add) == nil)
        #expect(Self.described("\(properties)\(key) []\n\(key) []\n", add) == nil)
    }

    @Test func aSettingIsWrittenBesideTheLiteralIdentifier() {
        let change = SuggestedChange.setting(
            "CODE_SIGN_ENTITLEMENTS",
            "App/App.entitlements",
            beside: "org.sample.shelf"
        )
        func edited(_ text: String) -> String? {
            Self.text(
                Finding(.iosAppDomainMissing, nil, file: "f", change: change),
                in: text,
                file: "App.xcodeproj/project.pbxproj"
            )
        }
        let line = "\t\t\tPRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf;\n"
        let new = "\t\t\tCODE_SIGN_ENTITLEMENTS = \"App/App.entitlements\";\n"
        let other = "\t\t\tPRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf.share;\n"
        #expect(
            edited("{\n\(line)}\n{\n\(line)}\n{\n\(other)}\n") == "{\n\(line)\(new)}\n{\n\(line)\(new)}\n{\n\(other)}\n"
        )
        #expect(
            edited("{\"PRODUCT_BUNDLE_IDENTIFIER\" = \"org.sample.shelf\";}")
                == "{\"PRODUCT_BUNDLE_IDENTIFIER\" = \"org.sample.shelf\"; CODE_SIGN_ENTITLEMENTS = \"App/App.entitlements\";}"
        )
        #expect(edited("{PRODUCT_BUNDLE_IDENTIFIER = \"$(ID)\";}") == nil)
    }

    // MARK: - Intentional exclusions

    /// `*` also matches an absent item, so the exclusion matches every link: it is narrowed, and no rule is moved before it.
    @Test(arguments: ["{\"?\": {\"x\": \"*\"}, \"exclude\": true}", "{\"#\": \"*\", \"exclude\": true}"])
    func anExclusionOfAbsentItemsIsNarrowedAndNotEnded(_ exclusion: String) throws {
        let file = AppleRuleCases.components("\(exclusion), {\"/\": \"/a/*\"}")
        let finding = try #require(
            FixingTests.findings(Array(file.utf8), .apple).first { $0.rule == .aasaUnreachableRule }
        )
        #expect(finding.message.contains("because * matches an absent one") && finding.fix.contains("?*"), "\(finding)")
        #expect(FixingTests.text(file, .apple) == file, "--fix alone leaves it")
        let fixed = AppleRuleCases.components("\(exclusion.replacing("\"*\"", with: "\"?*\"")), {\"/\": \"/a/*\"}")
        #expect(FixingTests.text(file, .apple, unsafely: true) == fixed)
    }
}
