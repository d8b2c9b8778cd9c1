import BoltsAppLinks
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

struct ExpectationTests {
    private typealias Input = AppSideInput

    private static let apple = """
        {"applinks": {"details": [{"appIDs": ["\(Input.identifier)"], "components":
        [{"/": "/oauth/*", "exclude": true}, {"/": "*"}]}]}}
        """

    private static func site(_ apple: String? = apple, _ android: String? = Input.androidFile([Input.fingerprint]))
        -> SiteAssociations
    {
        SiteAssociations("shelf.example", apple: apple, android: android)
    }

    private static func result(
        _ path: String,
        _ outcome: LinkExpectation.Outcome,
        on platforms: Set<SiteDifference.Platform>? = nil,
        _ site: SiteAssociations = site(),
        _ claims: AppClaims = AppClaims()
    ) throws -> ExpectationResult {
        let url = try #require(URL(string: "https://shelf.example\(path)"))
        var check = ExpectationCheck(site: site, claims: claims, now: Input.now)
        return check.result(of: LinkExpectation(url: url, outcome, platforms: platforms))
    }

    @Test func aLinkOpensTheAppThatIsExpected() throws {
        let item = try Self.result("/item/42", .opens([Input.package]))
        #expect(item.status == .met && item.finding(file: "a") == nil, "\(item)")
        #expect(item.expectation.platforms == [.apple, .android])
        // Apple's rule keeps the callback in the browser on the iPhone only.
        let callback = try Self.result("/oauth/1", .opens([Input.package]))
        #expect(callback.status == .failed, "\(callback)")
        #expect(callback.parts.filter { $0.status == .failed }.allSatisfy { $0.devices.allSatisfy(\.isApple) })
        let finding = try #require(callback.finding(file: ".applinks.yaml", position: .init(line: 3, column: 5)))
        #expect(finding.rule.id == "link-must-open" && finding.place?.position.line == 3, "\(finding)")
        #expect(finding.message.hasPrefix("https://shelf.example/oauth/1 must open com.example.shelf. iPhone"))
        #expect(!finding.fix.isEmpty && finding.fix != finding.rule.fix, "\(finding.fix)")
        #expect(try Self.result("/oauth/1", .opens([Input.package]), on: [.android]).status == .met)
    }

    @Test func anAppThatTheSiteDoesNotNameOpensNothing() throws {
        let other = try Self.result("/item/42", .opens(["com.example.other"]))
        #expect(other.status == .failed && other.parts.allSatisfy { $0.status == .failed }, "\(other)")
        let none = try Self.result("/item/42", .opens([Input.package]), Self.site(nil))
        #expect(none.status == .failed && none.reason.contains("apple-app-site-association"), "\(none)")
        #expect(none.fix.contains("apple-app-site-association"), "\(none.fix)")
        // A package family name is about Windows, for which the site has no file.
        let windows = try Self.result("/item/42", .opens(["Contoso.Shelf_8wekyb3d8bbwe"]))
        #expect(windows.status == .failed && windows.parts.flatMap(\.devices) == [.windows], "\(windows)")
    }

    /// The app's own files have its name; without them, the app may be another package of the site.
    @Test func anotherPackageIsOfferedOnlyWhereNoAndroidAppWasGiven() throws {
        let site = Self.site(Self.apple, Input.androidFile([Input.fingerprint], package: "com.example.android"))
        func parts(_ claims: AppClaims) throws -> [String] {
            try Self.result("/item/42", .opens([Input.package]), site, claims).parts.compactMap(\.fix)
        }
        let offer = "If Android's app is com.example.android, write opens: [com.example.shelf, com.example.android]."
        #expect(try parts(AppClaims()).contains(offer))
        #expect(try !parts(Input.android().claims).contains(offer))
    }

    @Test func anIdentifierWithATeamIsAppleS() throws {
        let apps = [Input.identifier, "com.example.other"]
        #expect(try Self.result("/item/42", .opens([Input.identifier])).expectation.platforms == [.apple])
        let both = try Self.result("/item/42", .opens(apps))
        #expect(both.expectation.platforms == [.apple, .android] && both.status == .failed, "\(both)")
        #expect(both.parts.filter { $0.status == .met }.allSatisfy { $0.devices.allSatisfy(\.isApple) })
    }

    @Test func aLinkStaysInTheBrowserOnlyIfEveryRuleAndManifestKeepsItThere() throws {
        // On Apple's devices the file alone decides; on Android the manifest decides.
        #expect(try Self.result("/oauth/1", .stays, on: [.apple]).status == .met)
        let open = try Self.result("/item/42", .stays, on: [.apple])
        #expect(open.status == .failed && open.fix.contains("\"exclude\": true"), "\(open)")
        #expect(open.finding(file: "a")?.rule.id == "link-must-stay")
        let unread = try Self.result("/oauth/1", .stays)
        #expect(unread.status == .undecided && unread.finding(file: "a") == nil, "\(unread)")
        #expect(unread.fix.contains("--app"), "\(unread)")
        let narrow = Input.android([Input.filter(paths: [AndroidIntentFilter.Path(.prefix, "/item/")])]).claims
        #expect(try Self.result("/oauth/1", .stays, Self.site(), narrow).status == .met)
        let wide = Input.android([Input.filter(paths: [AndroidIntentFilter.Path(.prefix, "/")])]).claims
        let taken = try Self.result("/oauth/1", .stays, Self.site(), wide)
        #expect(taken.status == .failed && taken.fix.contains("intent filter"), "\(taken)")
        #expect(taken.parts.filter { $0.status == .failed }.flatMap(\.devices) == [.android, .android12, .android11])
        // The manifest of another app that the site names was not given.
        let two = Self.site(
            Self.apple,
            "[\(Input.androidFile([Input.fingerprint]).dropFirst().dropLast()), "
                + "\(Input.androidFile([Input.fingerprint], package: "com.example.second").dropFirst().dropLast())]"
        )
        let second = try Self.result("/oauth/1", .stays, two, narrow)
        #expect(second.status == .undecided && second.reason.contains("com.example.second"), "\(second)")
        #expect(try Self.result("/oauth/1", .stays, Self.site(nil, nil)).status == .met)
    }

    @Test func tenTimesAsManyLinksAreTenTimesAsManyJudgements() throws {
        func counts(_ number: Int) throws -> [Int] {
            let claims = Input.android().and(Input.apple()).claims
            var check = ExpectationCheck(site: Self.site(), claims: claims, now: Input.now)
            let count = EvaluationCount()
            for index in 0..<number {
                let url = try #require(URL(string: "https://shelf.example/item/\(index)"))
                let expectation = LinkExpectation(url: url, index.isMultiple(of: 2) ? .opens([Input.package]) : .stays)
                _ = EvaluationCount.$current.withValue(count) { check.result(of: expectation) }
            }
            return [count[.verdict], count[.routes], count[.apps], count[.pageCheck]]
        }
        let (few, many) = (try counts(20), try counts(200))
        // Routes are computed once for each link, a judgement once for each platform and each link that must open, and the apps
        // once.
        #expect(few == [20, 30, 2, 0] && many == [200, 300, 2, 0], "\(few) \(many)")
    }
}
