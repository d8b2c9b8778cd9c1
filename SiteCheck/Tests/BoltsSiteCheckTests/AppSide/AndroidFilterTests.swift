import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests which links the intent filters of an Android app take.
struct AndroidFilterTests: AppSideSuite {
    typealias Input = AppSideInput

    @Test func aFilterThatCoversTheLinkUsesTheVerificationOfAnotherFilter() throws {
        let input = Input.android([
            Input.filter(paths: [.init(.prefix, "/list/")]),
            Input.filter(verified: false, paths: [.init(.prefix, "/item/")]),
        ])
        #expect(try answer(.android, input).outcome == .opens)
    }

    @Test func android11VerifiesAllHostsIfOneFilterAsksForIt() throws {
        let input = Input.android([Input.filter(hosts: [.init("other.example")]), Input.filter(verified: false)])
        #expect(try answer(.android, input).finding?.rule.id == "android-app-no-auto-verify")
        #expect(try answer(.android11, input).outcome == .opens)
    }

    /// For an app that targets Android 11 or older, the old rule also applies on newer versions.
    @Test func oneFilterThatIsVerifiedIsEnoughForAnAppOfOldVersions() throws {
        let filters = [Input.filter(hosts: [.init("other.example")]), Input.filter(verified: false)]
        for (target, outcome) in [(30, LinkVerdict.Outcome.opens), (31, .closed), (nil, .closed)] {
            let input = Input.android(filters, target: target)
            #expect(try answer(.android, input).outcome == outcome, "\(target ?? 0)")
            let isFound = input.verdict().findings.contains { $0.rule.id == "android-app-no-auto-verify" }
            #expect(isFound == (outcome == .closed), "\(target ?? 0)")
        }
        let none = Input.android([filters[1]], target: 30)
        #expect(try answer(.android, none).finding?.rule.id == "android-app-no-auto-verify")
        let star = Input.android(
            [filters[0], Input.filter(verified: false, hosts: [.init("*elf.example")])],
            target: 30
        )
        #expect(try answer(.android, star).outcome == .closed)
    }

    /// An app whose only filter is read from attributes.
    func manifest(
        _ data: [[String: String]],
        verify: String = "true",
        enabled: String = "true",
        groups: [ManifestElement] = []
    ) -> AppSideInput {
        let named = { (element: String, name: String) in ManifestElement(element, ["android:name": name]) }
        let children =
            [
                named("action", AndroidIntentFilter.view), named("category", AndroidIntentFilter.default),
                named("category", AndroidIntentFilter.browsable),
            ]
            + data.map { attributes in
                ManifestElement(
                    "data",
                    Dictionary(uniqueKeysWithValues: attributes.map { ("android:\($0.key)", $0.value) })
                )
            }
        let filter = ManifestElement("intent-filter", ["android:autoVerify": verify], children + groups, line: 7)
        let activity = ManifestElement(
            "activity",
            ["android:name": ".Main", "android:exported": "true", "android:enabled": enabled],
            [filter]
        )
        let root = ManifestElement("manifest", [:], [ManifestElement("application", [:], [activity])])
        let app = AndroidAppClaims(manifest: root, file: "m.xml", rank: .source, package: Input.package)
        return AppSideInput(claims: AppClaims(android: [app]))
    }

    /// A host of an app's own scheme needs no dot, and an empty prefix is one of every path.
    @Test(arguments: [
        (
            [["scheme": "shelf", "host": "item"], ["scheme": "https", "host": "shelf.example"]],
            "android-app-mixed-schemes"
        ),
        ([["scheme": "https", "host": "shelf.example", "pathPrefix": ""]], nil),
    ])
    func nothingElseIsWrongWithTheFilter(_ data: [[String: String]], _ rule: String?) throws {
        let errors = manifest(data).verdict().findings.filter { $0.severity == .error }
        #expect(errors.allSatisfy { $0.rule.id == rule }, "\(errors)")
    }

    /// A filter with another scheme asks for no verification; older versions verify its hosts if another filter asks.
    @Test func aFilterWithASchemeOfItsOwnAsksForNoVerification() throws {
        let mixed = Input.filter(schemes: ["https", "exp+shelf"])
        let other = Input.filter(hosts: [.init("other.example")])
        for target in [30, 31] {
            for device in [LinkDevice.android, .android11] {
                let closed = try answer(device, Input.android([mixed], target: target))
                #expect(closed.finding?.rule == .androidAppMixedSchemes, "\(closed)")
                let isModern = device == .android && target == 31
                let beside = try answer(device, Input.android([mixed, other], target: target))
                #expect(beside.outcome == (isModern ? .closed : .opens), "\(beside)")
            }
        }
    }

    @Test func fromAndroid12OnAnActivityMustSayWhetherItIsExported() throws {
        let filter = Input.filter { $0.isExported = nil }
        for (target, outcome) in [(30, LinkVerdict.Outcome.opens), (31, .closed), (nil, .opens)] {
            let answer = try answer(.android, Input.android([filter], target: target))
            #expect(answer.outcome == outcome, "\(answer)")
            if outcome == .closed { #expect(answer.finding?.rule.id == "android-app-not-exported") }
        }
    }

    @Test func theAnswerSaysHowOldABuiltManifestIs() throws {
        for filters in [[Input.filter()], [Input.filter(verified: false)]] {
            var input = Input.android(filters, file: "obj/AndroidManifest.xml")
            input.claims.android[0].age = "3 days ago"
            let text = try answer(.android, input).text
            #expect(text.hasSuffix("; obj/AndroidManifest.xml was built 3 days ago."), "\(text)")
        }
    }

    /// A fix of a C# attribute is text for C#.
    @Test func theFixOfAnAttributeIsInItsTerms() throws {
        let cases: [((inout AndroidIntentFilter) -> Void, String)] = [
            ({ $0.isVerified = false }, "Write AutoVerify = true in [IntentFilter(…)]."),
            ({ $0.isExported = false }, "Write Exported = true in [Activity(…)]."),
            ({ $0.schemes = ["http"] }, "Add \"https\" to DataSchemes of the [IntentFilter]."),
            ({ $0.paths = [.init(.path, "/item")] }, "Add \"/item/\" to DataPathPrefixes of the [IntentFilter]."),
            (
                { $0.hosts = [.init("other.example")] },
                "Write DataHost = \"shelf.example\" in place of \"other.example\""
            ),
        ]
        for (change, fix) in cases {
            var filter = Input.filter()
            filter.origin = .attribute
            change(&filter)
            var input = Input.android([filter])
            input.claims.android[0].filterSource = .attributes
            let answer = try answer(.android, input)
            #expect(answer.outcome == .closed && answer.fix?.hasPrefix(fix) == true, "\(answer)")
        }
    }

    /// If no host is known, the answer says which parts of the app were not read.
    @Test func anAppOfWhichNothingIsReadIsNotSaidToNameNoHost() {
        var input = Input.android(nil, rank: .source)
        input.claims.apple = Input.apple(nil, rank: .source).claims.apple
        #expect(input.claims.findings().isEmpty)
        input.claims.android[0].gap = SourceGap("the C# files are code", fix: "Build it.")
        input.claims.apple[0].gap = SourceGap("Project.swift is code", fix: "Generate it.")
        let findings = input.claims.findings()
        #expect(findings.map(\.severity) == [.note, .note] && findings.map(\.fix) == ["Build it.", "Generate it."])
        #expect(findings.map(\.rule.id) == ["android-app-unresolved", "ios-app-domain-missing"])
        #expect(findings.map { $0.message.contains("are not known: ") } == [true, true])
    }

    /// An unread part may also have a filter for another path.
    @Test func whatIsNotReadMayOpenWhatAFilterCloses() throws {
        var input = Input.android([Input.filter(paths: [.init(.prefix, "/list")])], rank: .source)
        #expect(try answer(.android, input).outcome == .closed)
        input.claims.android[0].gap = SourceGap("app.config.ts is a program", fix: "Run it.")
        let open = try answer(.android, input)
        #expect(
            open.outcome == .undecided && open.finding?.severity != .error
                && open.fix?.hasSuffix("To know, run it.") == true,
            "\(open)"
        )
        #expect(open.text.contains("not the path \"/item/42\", and app.config.ts is a program"), "\(open)")
        for (host, outcome) in [("*.example", LinkVerdict.Outcome.undecided), ("www.shelf.example", .closed)] {
            input.claims.android[0].gap?.hosts = .only([host])
            #expect(try answer(.android, input).outcome == outcome)
        }
    }

    /// A published package that is not installed is not written for the host that the app's own filter names.
    @Test(arguments: [
        (Input.filter(verified: false), SourceGap.Hosts.others, true, "android-app-no-auto-verify"),
        (Input.filter(paths: [.init(.prefix, "/list")]), .others, true, "android-app-path-missing"),
        (Input.filter(hosts: [.init("other.example")]), .others, false, "android-app-unresolved"),
        (Input.filter(hosts: [.init("other.example")]), .noHost, true, "android-app-host-missing"),
    ])
    func aPackageThatIsNotInstalledDoesNotExcuseTheAppsOwnFilter(
        _ filter: AndroidIntentFilter,
        _ hosts: SourceGap.Hosts,
        _ isClosed: Bool,
        _ rule: String
    ) throws {
        var input = Input.android([filter], rank: .source)
        var gap = SourceGap("the module \":reader\" is in node_modules", fix: "Install the packages.")
        gap.hosts = hosts
        input.claims.android[0].gap = gap
        let answer = try answer(.android, input)
        #expect(answer.outcome == (isClosed ? .closed : .undecided) && answer.finding?.rule.id == rule, "\(answer)")
        #expect(answer.text.hasPrefix("opens no app, as far as the sources say: ") == isClosed, "\(answer)")
    }

    /// What is unknown about a filter does not matter where none names the host; the host itself does.
    @Test(arguments: [
        ("@bool/links", "other.example", true), ("true", "${host}", false), ("true", "shelf${end}", false),
        ("true", "m${end}.example", true), ("true", "*.${host}", false),
    ])
    func anUnknownValueMattersOnlyIfTheFilterMayTakeTheHost(_ enabled: String, _ host: String, _ isClosed: Bool) throws
    {
        let answer = try answer(.android, manifest([["scheme": "https", "host": host]], enabled: enabled))
        #expect(answer.outcome == (isClosed ? .closed : .undecided), "\(answer)")
        #expect(answer.text.hasPrefix("opens no app, as far as the sources say: no intent filter") == isClosed)
    }

    @Test func aHostWithoutASchemeOfTheWebIsNamedAndNotMissing() throws {
        let bare = try answer(.android, manifest([["host": "shelf.example"]]))
        #expect(bare.outcome == .closed && bare.text.contains("names shelf.example but no scheme"), "\(bare)")
        #expect(bare.fix == "Add <data android:scheme=\"https\"/>.")
        let other = try answer(.android, manifest([["scheme": "shelf", "host": "shelf.example"]]))
        #expect(other.text.contains("the intent filter for shelf.example takes shelf, not https"), "\(other)")
        #expect(other.fix?.hasPrefix("Add an intent filter with autoVerify") == true, "\(other)")
        #expect(try answer(.android, manifest([["scheme": "file", "host": "*"]])).text.contains("no intent filter"))
    }

    @Test(arguments: [
        ("true", true), ("TRUE", true), ("True", true), ("tRUE", false), ("yes", false), ("FALSE", false),
    ])
    func flagsAreReadAsTheBuildToolsReadThem(_ text: String, _ isTrue: Bool) throws {
        let input = manifest([["scheme": "https", "host": "shelf.example"]], verify: text)
        #expect(try answer(.android, input).outcome == (isTrue ? .opens : .closed))
    }

    @Test(arguments: ["*.example", "*", "*elf.example"])
    func whatTakesTheLinkAndIsNoHostIsNotVerified(_ host: String) throws {
        for device in [LinkDevice.android, .android11] {
            let answer = try answer(device, Input.android(host: host))
            #expect(answer.outcome == .closed && answer.finding?.rule.id == "android-app-host-malformed", "\(answer)")
            #expect(answer.text.contains("verifies no host for \"\(host)\""), "\(answer)")
        }
        let both = Input.android([Input.filter(hosts: [.init(host), .init("shelf.example")])])
        #expect(try answer(.android, both).outcome == .opens)
    }

    @Test func theFilterOfAWildcardIsNamedForTheBareName() throws {
        let answer = try answer(.android, Input.android(host: "*.shelf.example"))
        #expect(answer.outcome == .closed, "\(answer)")
        #expect(
            answer.fix == "Add <data android:host=\"shelf.example\"/> to the filter for *.shelf.example: "
                + "a wildcard does not take the bare name."
        )
    }

    @Test func android11IgnoresNewerPathsWhereTheAppRunsOnIt() throws {
        for (kind, text) in [(AndroidIntentFilter.Path.Kind.suffix, ".html"), (.advancedPattern, "/list/[0-9]+")] {
            let old = Input.android(path: kind, text, minimum: 26)
            #expect(try answer(.android12, old).outcome == .closed)
            #expect(try answer(.android11, old).outcome == .opens)
            // There is no answer for an Android version on which the app cannot be installed.
            let new = Input.android(path: kind, text, minimum: 31).verdict().answers
            #expect(!new.contains { $0.devices.contains(.android11) }, "\(new)")
        }
    }

    @Test func groupsInPatternsAreTheCauseAndTheFixHasEachAlternative() throws {
        let answer = try answer(.android, Input.android(path: .advancedPattern, "/(item|list)/[0-9]+"))
        #expect(answer.finding?.rule.id == "android-app-pattern-group", "\(answer)")
        #expect(answer.finding?.fix.contains("\"/item/[0-9]+\", android:pathAdvancedPattern=\"/list/[0-9]+\"") == true)
        #expect(PatternGroup.alternatives(of: "/(a|b)?") == [] && PatternGroup.alternatives(of: "/((a|b))") == [])
        #expect(PatternGroup.symbol(in: "/wiki/A_(b)") == nil && PatternGroup.symbol(in: "/[(|)]") == nil)
        #expect(PatternGroup.symbol(in: "/a\\|b") == nil && PatternGroup.symbol(in: "/(a)?/b") == "(")
    }

    @Test func theFixOfAPatternThatStopsTooSoonHasItsEnds() throws {
        let cases =
            [
                ("/.*\\.html", nil, 31, "Write android:pathSuffix=\".html\"."),
                // Older versions ignore suffixes.
                ("/.*\\.html", nil, 26, "Add android:pathPattern=\"/.*\\\\..*\\\\.html\" to it, for a longer path."),
                (
                    "/list/.*/edit", "/list/a/b/edit", 31,
                    "Write android:pathPrefix=\"/list/\" or android:pathSuffix=\"/edit\"."
                ),
                (
                    "/.*/list/.*", "/a/b/c/list/d", 31,
                    "Add android:pathPattern=\"/.*/.*/.*/list/.*\" to it, for a longer path."
                ),
                // For the links that it takes, and without one, it is right.
                ("/.*/list/.*", "/a/list/b", 31, nil), ("/.*/list/.*", nil, 31, nil),
            ] as [(String, String?, Int, String?)]
        for (text, link, minimum, fix) in cases {
            let input = Input.android(path: .pattern, text, minimum: minimum)
            let site = SiteAssociations("shelf.example", android: input.android)
            let url = try link.map { try #require(URL(string: "https://shelf.example\($0)")) }
            let app = try #require(input.claims.android.first)
            let cause = url.flatMap { AndroidAppJudge(app, site).cause($0, on: .android).finding }
            let finding = (input.claims.findings() + [cause].compactMap(\.self)).first {
                $0.rule.id == "android-app-pattern-backtrack"
            }
            #expect(finding?.fix == fix, "\(text) \(link ?? "")")
        }
    }

    /// The paths, and for the first one the severity, the fix, and whether there is an edit.
    @Test(
        arguments: [
            ([(.pattern, "*")], AssociationRule.Severity.error, "Write android:pathPattern=\"/.*\".", true),
            ([(.advancedPattern, "*")], .error, "Write android:pathAdvancedPattern=\"/.*\".", true),
            ([(.prefix, "*")], .error, "Write android:pathPrefix=\"/\".", true),
            ([(.prefix, "item/**")], .error, "Write android:pathPrefix=\"/item/\".", true),
            ([(.pattern, "item/**")], .error, "Write android:pathPattern=\"/item/.*\".", true),
            ([(.pattern, "*\\.html")], .error, "Write android:pathSuffix=\".html\".", false),
            ([(.pattern, "*"), (.prefix, "/i/")], .warning, "Remove it: android:pathPrefix=\"/i/\" is enough.", false),
            ([(.prefix, "/*"), (.path, "/i")], .warning, "Remove it: android:path=\"/i\" is enough.", false),
            ([(.pattern, "/*"), (.path, "/i")], .warning, "Remove it: android:path=\"/i\" is enough.", false),
            (
                [(.pattern, "*"), (.prefix, "/i/"), (.prefix, "/x")], .warning,
                "Remove it: the other paths, such as android:pathPrefix=\"/i/\", are enough.", false
            ),
            ([(.pattern, "*"), (.prefix, "i/")], .error, "Remove it: android:pathPrefix=\"i/\" is enough.", false),
            ([(.pattern, "*"), (.prefix, "/")], .warning, "Write android:pathPattern=\"/.*\".", true),
            ([(.prefix, "item/"), (.prefix, "/i/")], .warning, "Write android:pathPrefix=\"/item/\".", true),
        ] as [([(AndroidIntentFilter.Path.Kind, String)], AssociationRule.Severity, String, Bool)]
    )
    func aWrongPathIsNotRepairedToEveryPathBesideOthers(
        _ paths: [(AndroidIntentFilter.Path.Kind, String)],
        _ severity: AssociationRule.Severity,
        _ fix: String,
        _ hasEdit: Bool
    ) throws {
        let filter = Input.filter(paths: paths.map { .init($0.0, $0.1) })
        let finding = try #require(Input.android([filter]).claims.findings().first, "\(paths)")
        #expect(finding.severity == severity && finding.fix == fix, "\(finding) \(finding.fix)")
        #expect((finding.change != nil) == hasEdit, "\(finding)")
        let isUseless = finding.message.hasSuffix("so it matches nothing; the filter's other paths match.")
        #expect(isUseless == (severity == .warning && finding.rule.id == "android-app-path-no-slash"), "\(finding)")
    }

    @Test func noEditOfAnAppThatOpensLinksIsMadeWithoutAsking() {
        let safe = AssociationRule.editsWithApp.filter { $0.value == .safe }.keys
        #expect(safe.filter { $0.contains("-app-") } == ["android-app-host-case"])
    }

    @Test func oneFindingIsForEachPathOfItsKind() {
        let paths = ["page", "part", "note"].map { AndroidIntentFilter.Path(.pattern, "/book/.*\\.\($0)") }
        let messages = Input.android([Input.filter(paths: paths)]).claims.findings().map(\.message)
        #expect(messages.count == 1 && messages[0].hasSuffix(" The same is true of 2 more paths of the filter."))
    }

    /// Mostly a star before a slash is to be one part of the path, and it is that.
    @Test(arguments: [
        ("/list/.*/edit", nil as AssociationRule.Severity?), ("/list/.*/item/.*", nil), (".*/edit", .warning),
        ("/list/.*/.*\\.html", .warning), ("/.*\\.html", .warning),
    ])
    func aPatternForOnePartOfThePathIsNoMistake(_ text: String, _ severity: AssociationRule.Severity?) {
        let findings = Input.android(path: .pattern, text).claims.findings()
        #expect(findings.first { $0.rule.id == "android-app-pattern-backtrack" }?.severity == severity)
    }

    @Test func aValueThatCodeMaySetIsNotSaidToBeAbsent() throws {
        var input = Input.android([Input.filter(hosts: []) { $0.unresolved = ["${host}"] }], rank: .source)
        input.claims.android[0].valueGap = SourceGap("Hosts.kt may set it, and is not run")
        let answer = try answer(.android, input)
        #expect(answer.outcome == .undecided, "\(answer)")
        #expect(
            answer.text.contains("the value of ${host} is not known: Hosts.kt may set it, and is not run ("),
            "\(answer)"
        )
    }

    @Test func theOneFilterThatTakesTheLinkIsFoundAmongMany() throws {
        let input = Input.android([
            Input.filter(paths: [.init(.prefix, "/a")]), Input.filter(paths: [.init(.prefix, "/b")]),
            Input.filter(paths: [.init(.path, "/item/42")]),
        ])
        #expect(try answer(.android, input).outcome == .opens)
    }

    @Test func hostsWithStarsAndPathsAreComparedAsAndroidDoes() {
        func takes(_ kind: AndroidIntentFilter.Path.Kind, _ text: String, _ path: String) -> Bool {
            IntentFilterMatch.matches(AndroidIntentFilter.Path(kind, text), path)
        }
        // The cases of PatternMatcher in the Android Open Source Project, read from its source.
        let cases: [(String, String, Bool)] = [
            ("/item/*", "/item/", true), ("/item/*", "/item//", true), ("/item/*", "/item", true == false),
            ("/item/*", "/item/42", false), ("/item/.*", "/item/42", true), ("/item/.*", "/item", false),
            ("/item.*", "/item", true), ("/item.*", "/items", true), ("/.*/edit", "/a/edit", true),
            ("/.*/edit", "/a/b/edit", false), ("/.*\\.html", "/x.html", true), ("/.*\\.html", "/x.y.html", false),
            ("/a.b", "/axb", true),
        ]
        for (pattern, path, expected) in cases {
            #expect(takes(.pattern, pattern, path) == expected, "\(pattern) \(path)")
        }
        let advanced: [(String, String, Bool)] = [
            ("/[0-9]{2,3}", "/12", true), ("/[0-9]{2,3}", "/1", false), ("/[0-9]{2,3}", "/1234", false),
            ("/[^a-z]+/x", "/12/x", false), ("/[0-9]+/x", "/12/x", true), ("/a*b", "/b", true), ("/a*a", "/aa", false),
            ("/.{3}", "/abc", true), ("/[a-", "/a", false), ("*a", "a", false), ("/a{2", "/aa", false),
            ("/a\\*", "/a*", true), ("/a{2,}", "/aaaa", true),
        ]
        for (pattern, path, expected) in advanced {
            #expect(takes(.advancedPattern, pattern, path) == expected, "\(pattern) \(path)")
        }
        #expect(HostPattern("*.shelf.example").matches("x.y.shelf.example"))
        #expect(!HostPattern("*.shelf.example").matches("shelf.example"))
    }

    @Test(arguments: [
        ("/a%FFb/", "/a\u{FFFD}b/"), ("/caf%C3%A9", "/café"), ("//a%2Fb", "//a/b"), ("", ""), ("/%", "/%"),
    ])
    func escapesOfALinkAreDecodedAsAndroidDoes(_ written: String, _ path: String) throws {
        let url = try #require(URL(string: "https://shelf.example\(written)?q=%FF&b=%26#%FE"))
        let link = AndroidLinkText(url)
        #expect(link.path == path)
        #expect(link.queryItems == ["q=\u{FFFD}", "b=", ""] && link.fragment == "\u{FFFD}")
        let filter = Input.filter(paths: [.init(.prefix, "")])
        #expect(IntentFilterMatch(filter: filter, link: link).step == .taken)
    }

    @Test func aLinkWithoutAnyPathIsToldToWriteTheSlash() throws {
        let input = Input.android(path: .prefix, "/")
        let site = SiteAssociations("shelf.example", android: input.android)
        let judge = AndroidAppJudge(input.claims.android[0], site)
        func cause(_ text: String) throws -> AppCause { judge.cause(try #require(URL(string: text)), on: .android) }
        let bare = try cause("https://shelf.example?q=1")
        #expect(bare.outcome == .closed && bare.finding?.fix == "Write the slash after the host of the link.")
        #expect(try cause("https://shelf.example/?q=1").outcome == .opens)
    }

    @Test func aManifestIsReadWithItsReferencesAndRemovals() throws {
        let manifest = ManifestElement(
            "manifest",
            ["package": "com.example.shelf"],
            [
                ManifestElement("uses-sdk", ["android:minSdkVersion": "24", "android:targetSdkVersion": "35"]),
                ManifestElement(
                    "application",
                    [:],
                    [
                        ManifestElement(
                            "activity",
                            ["android:name": ".Main", "android:exported": "true"],
                            [
                                ManifestElement(
                                    "intent-filter",
                                    ["android:autoVerify": "true"],
                                    [
                                        ManifestElement("action", ["android:name": AndroidIntentFilter.view]),
                                        ManifestElement("category", ["android:name": AndroidIntentFilter.default]),
                                        ManifestElement("category", ["android:name": AndroidIntentFilter.browsable]),
                                        ManifestElement(
                                            "data",
                                            ["android:scheme": "https", "android:host": "@string/h"]
                                        ),
                                        ManifestElement("data", ["android:host": "${other}"]),
                                        ManifestElement("data", ["android:host": "a.${tail}.example"]),
                                        ManifestElement("data", ["android:pathPrefix": "/item"]),
                                    ],
                                    line: 7
                                ),
                                ManifestElement("intent-filter", ["tools:node": "remove"]),
                            ]
                        ),
                        ManifestElement("activity", ["tools:node": "remove"], [ManifestElement("intent-filter")]),
                        ManifestElement("service", [:], [ManifestElement("intent-filter")]),
                    ]
                ),
            ]
        )
        let values = ["@string/h": "shelf.example", "tail": "b"]
        let app = AndroidAppClaims(manifest: manifest, file: "m.xml", rank: .source) { values[$0] }
        #expect(app.package == "com.example.shelf" && app.minimumSDK == 24 && app.targetSDK == 35)
        let filter = try #require(app.filters?.first)
        #expect(app.filters?.count == 1 && filter.isComplete && filter.isVerified && filter.line == 7)
        #expect(filter.hosts.map(\.name) == ["shelf.example", "a.b.example"])
        #expect(filter.unresolved == ["${other}"])
        #expect(filter.paths == [AndroidIntentFilter.Path(.prefix, "/item")])
    }

    /// Android's parser of packages does the same.
    ///
    /// The build of a project may set another target.
    @Test(
        arguments: [
            (["minSdkVersion": "24"], 24), (["minSdkVersion": "24", "targetSdkVersion": "35"], 35),
            (["minSdkVersion": "24", "targetSdkVersion": "Baklava"], nil), (["minSdkVersion": "Baklava"], nil),
            ([:], nil),
        ] as [([String: String], Int?)]
    )
    func theTargetThatAPackageDoesNotNameIsTheLowestVersion(_ levels: [String: String], _ target: Int?) {
        let attributes = Dictionary(uniqueKeysWithValues: levels.map { ("android:\($0.key)", $0.value) })
        let manifest = ManifestElement("manifest", [:], [ManifestElement("uses-sdk", attributes)])
        for rank in AppFileRank.allCases {
            let app = AndroidAppClaims(manifest: manifest, file: "m.xml", rank: rank)
            let isSource = rank == .source && levels["targetSdkVersion"] == nil
            #expect(app.targetSDK == (isSource ? nil : target), "\(rank)")
        }
    }

    /// A place after a second clause would seem to belong to that clause.
    @Test func thePlaceOfAMessageBelongsToAllOfIt() throws {
        let text = { (input: AppSideInput) in try self.answer(.android, input).text }
        #expect(try text(Input.android(host: "shelf.example/")).contains("so Android drops it (app.apk:12:1)."))
        #expect(try text(Input.android(path: .prefix, "item")).contains("does not begin with a slash at app.apk:12:1."))
        #expect(try text(Input.android(path: .prefix, "/list")).contains("not the path \"/item/42\" (app.apk:12:1)."))
        var unnamed = Input.android(rank: .source)
        unnamed.claims.android[0].package = nil
        unnamed.claims.android[0].id = .unknown(SourceGap("the application id is computed by the build script"))
        #expect(try text(unnamed).contains("is computed by the build script."))
    }
}
