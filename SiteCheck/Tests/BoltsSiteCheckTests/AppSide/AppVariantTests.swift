import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests apps that a project builds in several variants or modules.
struct AppVariantTests: AppSideSuite {
    private typealias Input = AppSideInput

    /// An app of a project's sources, with its variant.
    private func app(_ suffix: String, _ variant: String?, _ change: (inout AndroidAppClaims) -> Void = { _ in })
        -> AppSideInput
    {
        var input = Input.android(package: Input.package + suffix, rank: .source)
        input.claims.android[0].variant = variant
        change(&input.claims.android[0])
        return input
    }

    /// Of the variants of a module or target, the listed one is asked about, and the others are one note without an edit.
    @Test(arguments: [".acc", "2"], ["shelf.example", "www.shelf.example"])
    func theListedVariantIsAskedAbout(_ suffix: String, host: String) throws {
        func variant(_ suffix: String, _ name: String) -> AppSideInput {
            let android = app(suffix, name) {
                $0.module = "app"
                $0.filters = [Input.filter(hosts: [.init(host)])]
            }
            return Input.apple(["applinks:\(host)"], identifier: Input.identifier + suffix, rank: .source) {
                ($0.configuration, $0.target) = (name, "Shelf")
            }.and(android)
        }
        let input = variant("", "storeRelease").and(variant(suffix, "acceptance"))
            .with(android: Input.androidFile([Input.fingerprint], package: Input.package + suffix))
            .with(apple: Input.appleFile(Input.identifier + suffix))
        let isNamed = host == "shelf.example"
        for (device, id) in [(LinkDevice.android, Input.package), (.iphone, Input.identifier)] {
            let answer = try answer(device, input)
            #expect(answer.outcome == (isNamed ? .opens : .closed) && answer.app == id + suffix, "\(answer)")
            #expect(isNamed || answer.text.contains(id + suffix), "\(answer)")
        }
        let others = input.verdict().findings.filter { $0.rule.id.hasPrefix("cross-app-") }
        let notes = [
            "assetlinks.json does not list com.example.shelf (storeRelease), so links do not open it.",
            "apple-app-site-association does not list QX7SAMPLE1.com.example.shelf (storeRelease), so links do not open it.",
        ]
        #expect(Set(others.map(\.message)) == Set(isNamed ? notes : []), "\(others)")
        #expect(others.allSatisfy { $0.severity == .note && $0.change == nil }, "\(others)")
    }

    @Test func ofSeveralUnlistedAppsTheOneThatTakesThePathIsAskedAbout() throws {
        func module(_ name: String, _ path: String) -> AppSideInput {
            app(".\(name)", "release") {
                $0.module = name
                $0.filters = [Input.filter(paths: [.init(.prefix, path)])]
            }
        }
        let input = module("card", "/card/").and(module("item", "/item/"))
            .with(android: Input.androidFile([Input.fingerprint], package: "com.example.other"))
        let answer = try answer(.android, input)
        #expect(answer.text.contains("not com.example.shelf.item."), "\(answer)")
    }

    @Test(arguments: [("release", "app", true), ("paidDebug", "app", false), ("release", "other", false)])
    func aValueThatOnlyDevelopersBuildsLeaveOpenIsNoNote(_ variant: String, _ module: String, _ isKnown: Bool) {
        let input = app("", variant) { $0.module = module }
            .and(
                app(".debug", "freeDebug, paidDebug") {
                    $0.module = "app"
                    for index in ($0.filters ?? []).indices { $0.filters?[index].unresolved = ["@string/host"] }
                }
            )
        for findings in [input.verdict().findings, input.claims.findings()] {
            #expect(findings.contains { $0.rule == .androidAppUnresolved } != isKnown, "\(findings)")
        }
    }

    @Test func variantsThatAreNotListedAreOneNote() {
        func notes(_ input: AppSideInput) -> [String] {
            input.verdict().findings.filter { $0.rule.id == "cross-app-variant" }.map { "\($0.message) \($0.fix)" }
        }
        let main = app("", "release")
        let debug = "com.example.shelf.debug"
        let one = notes(main.and(app(".debug", "debug")))
        let three = notes(main.and(app(".debug", "debug")).and(app(".qa", "qa")).and(app(".beta", "beta")))
        #expect(three.count == 1, "\(three)")
        for name in [debug, "com.example.shelf.qa", "com.example.shelf.beta"] {
            #expect(three.first?.contains(name) == true, "\(three)")
        }
        // What names other hosts only is none of them.
        let elsewhere = app(".mirror", "mirrorDebug") {
            for index in ($0.filters ?? []).indices { $0.filters?[index].hosts = [.init("mirror.example")] }
        }
        #expect(notes(main.and(app(".debug", "debug")).and(elsewhere)) == one)
    }

    /// A host whose file names only apps of others may belong to others, if another host names the app; a link to it is closed.
    @Test(arguments: [
        (listed: "com.other.maps", isOwn: true, isForeign: true),
        (listed: "com.other.maps", isOwn: false, isForeign: false),
        (listed: "com.example.other", isOwn: true, isForeign: false),
    ])
    func aHostOfOthersIsNoError(_ listed: String, isOwn: Bool, isForeign: Bool) throws {
        let hosts = ["shelf.example", "other.example"].map { AndroidIntentFilter.Host($0) }
        var input = Input.android([Input.filter(hosts: hosts)], minimum: 23)
            .with(android: Input.androidFile([Input.fingerprint], package: listed))
        input.other = Input.androidFile([Input.fingerprint], package: isOwn ? Input.package : "com.other.app")
        let whole = try #require(input.verdict(isOfLink: false).answers.first { $0.devices.contains(.android) })
        #expect(whole.finding?.rule.id == "cross-app-not-listed", "\(whole)")
        #expect(whole.outcome == (isForeign ? .excluded : .closed), "\(whole)")
        #expect(whole.fix?.contains("leave it out of filters with autoVerify") == isForeign, "\(whole)")
        let link = try answer(.android, input)
        #expect(link.outcome == .closed && link.finding?.rule.id == "cross-app-not-listed", "\(link)")
    }

    @Test func aVariantForTestersThatIsListedOpensTheLinkForNobodyElse() throws {
        let file = Input.androidFile([Input.fingerprint], package: Input.package + ".debug")
        let android = try answer(.android, app("", "release").and(app(".debug", "debug")).with(android: file))
        #expect(android.outcome == .closed && android.finding?.rule.id == "cross-app-not-listed", "\(android)")
        #expect(
            android.text.contains("lists com.example.shelf.debug (debug), not com.example.shelf (release)."),
            "\(android)"
        )
        let apple = Input.apple { $0.configuration = "Release" }
            .and(Input.apple(identifier: Input.identifier + ".dev") { $0.configuration = "Debug" })
            .with(apple: Input.appleFile(Input.identifier + ".dev"))
        let other = try answer(.iphone, apple)
        #expect(other.outcome == .closed && other.text.contains(".dev (Debug), not"), "\(other)")
    }

    @Test func anAppThatIsListedIsJudgedHoweverManyThereAre() throws {
        var input = app(".v0", "v0Release")
        for number in 1..<80 { input = input.and(app(".v\(number)", "v\(number)Release")) }
        let file = Input.androidFile([Input.fingerprint], package: Input.package + ".v79")
        #expect(try answer(.android, input.with(android: file)).app == Input.package + ".v79")
    }

    @Test func whatIsNotLookedAtOfAProjectDecidesNothing() throws {
        func rest(_ app: inout AndroidAppClaims) {
            app.filters = nil
            app.package = nil
            app.gap = SourceGap("app has 1250 variants; only 64 are read")
            app.id = .unknown(SourceGap("app has 1250 variants; only 64 are read"))
        }
        let input = app(".a", "aRelease").and(app("", nil, rest))
        let file = Input.androidFile([Input.fingerprint], package: Input.package + ".z")
        let open = try answer(.android, input.with(android: file))
        #expect(open.outcome == .undecided && open.text.contains("1250 variants"), "\(open)")
        let known = Input.androidFile([Input.fingerprint], package: Input.package + ".a")
        #expect(try answer(.android, input.with(android: known)).outcome == .opens)
        let site = SiteAssociations("shelf.example", android: file)
        #expect(input.claims.concerning(site).android.count == 2)
        // If the user names the package, the filters are still unknown.
        let named = app(".z", nil) {
            rest(&$0)
            $0.package = Input.package + ".z"
            $0.id = .unstated
        }
        #expect(try answer(.android, named.with(android: file)).outcome == .undecided)
    }

    @Test func ofTwoModulesThatBuildOneAppEachIsJudged() throws {
        func module(_ name: String, _ prefix: String) -> AppSideInput {
            app("", nil) {
                $0.filters = [Input.filter(paths: [.init(.prefix, prefix)])]
                $0.file = "\(name)/AndroidManifest.xml"
                $0.module = name
            }
        }
        for input in [
            module("mobile", "/m").and(module("tv", "/item")), module("tv", "/item").and(module("mobile", "/m")),
        ] {
            let answer = try answer(.android, input)
            #expect(answer.outcome == .opens, "\(answer)")
            #expect(
                answer.text.hasSuffix("at tv/AndroidManifest.xml:12 covers it; the build of mobile does not open it.")
            )
            let note = input.verdict().findings.first { $0.rule.id == "android-app-path-missing" }
            #expect(note?.file == "mobile/AndroidManifest.xml" && note?.severity == .note)
        }
        #expect(try answer(.android, module("mobile", "/m").and(module("tv", "/t"))).outcome == .closed)
    }

    @Test func ofTwoVariantsForReleaseOfOneAppEachIsJudged() throws {
        func flavor(_ name: String, _ prefix: String, rank: AppFileRank = .source) -> AppSideInput {
            app("", "\(name)Release") {
                $0.filters = [Input.filter(paths: [.init(.prefix, prefix)])]
                $0.file = "\(name)/AndroidManifest.xml"
                $0.module = "app"
                $0.rank = rank
            }
        }
        let (free, paid) = (flavor("free", "/list"), flavor("paid", "/item"))
        for input in [free.and(paid), paid.and(free), free.and(paid).and(flavor("demo", "/item"))] {
            let answer = try answer(.android, input)
            #expect(answer.outcome == .opens, "\(answer)")
            #expect(answer.text.hasSuffix("; the build of the variant freeRelease does not open it."), "\(answer)")
            let note = input.verdict().findings.first { $0.rule.id == "android-app-path-missing" }
            #expect(note?.file == "free/AndroidManifest.xml" && note?.severity == .note)
        }
        #expect(try answer(.android, free.and(flavor("demo", "/a"))).outcome == .closed)
        // A built app is closer to the users' app than its sources.
        #expect(try answer(.android, paid.and(flavor("free", "/list", rank: .built))).outcome == .closed)
        // A given certificate applies to all variants.
        let signed = Input.android(nil, certificates: [Input.other], rank: .delivered, file: "--fingerprint")
        let rejected = try answer(.android, paid.and(free).and(signed))
        #expect(rejected.finding?.rule.id == "cross-app-certificate", "\(rejected)")
    }

    /// A suffix of the release variant makes it no variant for testers.
    @Test func theVariantForReleaseIsTheApp() throws {
        var input = Input.android(package: Input.package, rank: .source)
        var other = input.claims.android[0]
        input.claims.android[0].variant = "release"
        other.package = "com.example"
        other.variant = "debug"
        input.claims.android.append(other)
        #expect(try answer(.android, input).outcome == .opens)
    }
}
