import Foundation
import Testing

@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the answers for links with an app's own scheme.
@Suite
struct SchemeVerdictTests {
    private static func android(_ edit: (inout AndroidIntentFilter) -> Void = { _ in }) -> AndroidAppClaims {
        var filter = AndroidIntentFilter(component: ".Main")
        filter.schemes = ["shelf"]
        edit(&filter)
        return AndroidAppClaims(
            package: "org.sample.shelf",
            file: "AndroidManifest.xml",
            rank: .source,
            filters: [filter]
        )
    }

    static let cases: [(AndroidAppClaims, LinkVerdict.Outcome, String)] = [
        (android(), .opens, "by an intent filter of .Main"),
        (android { $0.hosts = [AndroidIntentFilter.Host("callback")] }, .opens, ".Main"),
        (android { $0.hosts = [AndroidIntentFilter.Host("other")] }, .closed, "only with the host other"),
        (android { $0.categories = [AndroidIntentFilter.default] }, .closed, "the category BROWSABLE"),
        (android { $0.isExported = false }, .closed, "exported"),
        (android { $0.schemes = ["Shelf"] }, .closed, "no intent filter for shelf:, only Shelf"),
        (
            android {
                $0.schemes = []
                $0.unresolved = ["${scheme}"]
            }, .undecided, "not known completely"
        ),
        (AndroidAppClaims(package: "org.sample.shelf", file: "a", rank: .source), .undecided, "not known completely"),
    ]

    @Test(arguments: cases)
    func theIntentFiltersDecide(_ app: AndroidAppClaims, _ outcome: LinkVerdict.Outcome, _ text: String) throws {
        let url = try #require(URL(string: "shelf://callback?code=1"))
        let verdict = SchemeVerdict(url: url, claims: AppClaims(android: [app]))
        let answer = try #require(verdict.answers.first)
        #expect(answer.outcome == outcome && answer.text.contains(text), "\(answer.text)")
        #expect((answer.finding != nil) == (outcome == .closed))
    }

    /// The parts of one app have one answer, the best of them.
    @Test(arguments: [
        ("two.apk", "org.sample.other", [LinkVerdict.Outcome.opens, .closed]),
        ("two.apk", "org.sample.shelf", [.opens]), ("one/app", "org.sample.other", [.opens]),
    ])
    func eachGivenAppIsAnswered(_ file: String, _ package: String, _ outcomes: [LinkVerdict.Outcome]) throws {
        var (first, second) = (Self.android(), Self.android { $0.schemes = ["other"] })
        (first.file, second.file, second.package) = ("one/AndroidManifest.xml", file, package)
        var claims = AppClaims(android: [first, second])
        claims.sources = ["one/", "two.apk"]
        let url = try #require(URL(string: "shelf://callback"))
        #expect(SchemeVerdict(url: url, claims: claims).answers.map(\.outcome) == outcomes)
    }

    @Test(
        arguments: [(["Shelf"], .opens), (["other"], .closed), (nil, .undecided)] as [([String]?, LinkVerdict.Outcome)]
    )
    func theURLTypesDecide(_ schemes: [String]?, _ outcome: LinkVerdict.Outcome) throws {
        var app = AppleAppClaims(identifier: "QX7SAMPLE1.org.sample.shelf", file: "a", rank: .source)
        app.schemes = schemes
        let url = try #require(URL(string: "shelf://callback"))
        #expect(SchemeVerdict(url: url, claims: AppClaims(apple: [app])).answers.map(\.outcome) == [outcome])
    }
}
