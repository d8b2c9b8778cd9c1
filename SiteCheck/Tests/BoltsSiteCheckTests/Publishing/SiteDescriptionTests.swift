import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct SiteDescriptionTests {
    private static let good = """
        {
          "version": 1,
          "hosts": ["lakrids.dk"],
          "apps": [{
            "name": "Kogebog",
            "apple": {"team": "R2TQ9MZ7K4", "bundle": "dk.lakrids.kogebog", "appStore": 1180541216},
            "android": {"package": "dk.lakrids.kogebog", "fingerprints": ["\(SitePublicationTests.fingerprints[0])"]}
          }],
          "open": ["/recipes/*", {"path": "/search", "query": {"q": "?*"}}],
          "exclude": ["/recipes/drafts/*"]
        }
        """

    private func problems(_ json: String) -> [SiteDescriptionProblem] {
        let bytes = Array(json.utf8)
        do throws(SiteDescriptionError) {
            let site = try SiteDescription(json: bytes)
            do throws(SiteDescriptionError) {
                _ = try SitePublication(site)
                return []
            } catch {
                return SiteDescription.located(error.problems, in: bytes)
            }
        } catch {
            return error.problems
        }
    }

    @Test func theWrittenFormIsReadNumbersOfTheAppStoreAsNumbersToo() throws {
        let site = try SiteDescription(json: Array(Self.good.utf8))
        #expect(site.apps[0].apple?.appStore == "1180541216")
        #expect(site.open[1] == .init(path: "/search", query: ["q": "?*"]))
        #expect(problems(Self.good) == [])
        #expect(try SiteDescription(json: Array(site.json().utf8)) == site)
    }

    @Test(arguments: [
        ("\"exclude\"", "\"excludes\"", "10:3: excludes: error: \"excludes\" is not a known key."),
        ("\"team\": \"R2TQ9MZ7K4\"", "\"team\": 7", "6:15: apps[0].apple.team: error: This must be a string"),
        ("\"team\": \"R2TQ9MZ7K4\", ", "", "6:5: apps[0].apple: error: \"team\" is missing."),
        ("[\"lakrids.dk\"]", "\"lakrids.dk\"", "3:3: hosts: error: This must be a list."),
        ("[\"lakrids.dk\"]", "[null]", "3:13: hosts[0]: error: This must be a string"),
        ("\"version\": 1", "\"version\": 2", "2:3: version: error: Version 2 is not known."),
        ("\"hosts\"", "\"hosts\": [], \"hosts\"", "3:16: hosts: error: The key \"hosts\" occurs twice."),
        ("\"/recipes/*\", ", "7, ", "9:12: open[0]: error: This must be an object"),
        ("\"version\": 1,", "\"version\": 1", "3:3: error: "),
        ("\"path\": \"/search\"", "\"platforms\": [\"ios\"]", "9:41: open[1].platforms[0]: error: \"ios\" is not"),
    ]
    )
    func aKeyOrAValueOfTheWrongKindIsNamedWithItsKeyPathAndItsPlace(_ old: String, _ new: String, _ wanted: String)
        throws
    {
        let found = problems(Self.good.replacing(old, with: new))
        #expect(found.count == 1)
        #expect(found.first?.description.hasPrefix(wanted) == true, "\(found)")
    }

    @Test(arguments: [
        ("\"lakrids.dk\"", "\"https://lakrids.dk\"", "hosts[0]", SiteDescriptionProblem.Code.badValue),
        ("[\"lakrids.dk\"]", "[\"lakrids.dk\", \"LAKRIDS.DK\"]", "hosts[1]", .duplicate),
        ("\"lakrids.dk\"", "\"10.0.0.1\"", "hosts[0]", .badValue),
        ("R2TQ9MZ7K4", "r2tq9mz7k4", "apps[0].apple.team", .badValue),
        ("R2TQ9MZ7K4", "ABCDE12345", "apps[0].apple", .breaksRule),
        ("1180541216", "\"id1180541216\"", "apps[0].apple.appStore", .badValue),
        ("B1:8A", "b1:8a", "apps[0].android.fingerprints[0]", .badValue),
        ("B1:8A", "B18A", "apps[0].android.fingerprints[0]", .badValue),
        ("\"package\": \"dk.lakrids.kogebog\"", "\"package\": \"kogebog\"", "apps[0].android.package", .badValue),
        ("\"Kogebog\"", "\" \"", "apps[0].name", .badValue),
        ("\"/recipes/*\"", "\"recipes/*\"", "open[0].path", .badValue),
        ("\"/recipes/*\"", "\"/recipes/$(lang)\"", "open[0].path", .badValue),
        ("\"/recipes/*\"", "\"/recipes/%20\"", "open[0].path", .badValue),
        ("\"/recipes/*\"", "\"/recipes?q=1\"", "open[0].path", .badValue),
        ("\"/recipes/*\"", "\"/re[ck]ipes\"", "open[0].path", .badValue),
        ("\"/recipes/*\"", "\"/a?*\"", "open[0].path", .badValue),
        ("\"?*\"", "\"*\"", "open[1].query.q", .badValue),
        ("\"?*\"", "\"\"", "open[1].query.q", .badValue),
        ("{\"q\"", "{\"q[]\"", "open[1].query.q[]", .badValue),
        ("\"/recipes/*\"", "\"/*/recipes\"", "open[0].path", .platformsDiffer),
        ("\"/search\"", "\"/s\", \"caseSensitive\": false", "open[1].caseSensitive", .platformsDiffer),
        ("\"path\": \"/search\"", "\"path\": \"/s\", \"apps\": [\"Kogebook\"]", "open[1].apps[0]", .badValue),
        ("\"path\": \"/search\"", "\"path\": \"/recipes/search\"", "open[1]", .breaksRule),
        ("[\"/recipes/drafts/*\"]", "[\"/recipes/drafts/*\", \"*\"]", "exclude[0]", .breaksRule),
        ("\"version\": 1", "\"webFallback\": \"m.lakrids.dk\"", "webFallback", .badValue),
    ]
    )
    func aValueThatCannotBePublishedIsNamedWithItsKeyPathAndWithWhatToDo(
        _ old: String,
        _ new: String,
        _ path: String,
        _ code: SiteDescriptionProblem.Code
    ) throws {
        let found = problems(Self.good.replacing(old, with: new))
        let problem = try #require(found.first { $0.keyPath == path }, "\(found)")
        #expect(problem.code == code, "\(problem)")
        #expect(problem.position != nil && !problem.fix.isEmpty && !problem.isWarning)
    }

    @Test func badValuesAndWhatPlatformsCannotShareAreListedInOneRun() {
        let wrong = Self.good
            .replacing("R2TQ9MZ7K4", with: "r2tq9mz7k4")
            .replacing("\"/recipes/*\", ", with: "\"/*/recipes\", \"/a?*\", ")
        let found = problems(wrong)
        // The second rule also has a star inside, which is not reported as a second problem.
        #expect(found.map(\.keyPath) == ["apps[0].apple.team", "open[1].path", "open[0].path"], "\(found)")
        #expect(found.map(\.code) == [.badValue, .badValue, .platformsDiffer])
        #expect(found.allSatisfy { $0.position != nil })
    }

    @Test func whatOnePlatformCannotSayMayBeSaidForAnotherAndIsWarnedOf() throws {
        var site = SitePublicationTests.kogebog
        site.exclude = []
        site.open.append(.init(path: "/*/new", isCaseSensitive: false, platforms: [.apple]))
        let publication = try SitePublication(site)
        #expect(publication.warnings.map(\.pointer) == ["/open/2"])
        let url = try #require(URL(string: "https://lakrids.dk/a/NEW"))
        #expect(site.apps(opening: url, on: .apple).count == 1)
        #expect(site.apps(opening: url, on: .android).isEmpty)
        let names = publication.tags(for: url).map(\.property)
        #expect(names.contains("al:ios:url") && !names.contains("al:android:url") && !names.contains("al:windows:url"))
        site.open[2].platforms = [.android]
        site.open[2].isCaseSensitive = true
        #expect(throws: SiteDescriptionError.self) { try SitePublication(site) }
        site.open[2].platforms = []
        #expect(throws: SiteDescriptionError.self) { try SitePublication(site) }
    }

    @Test func moreAppsOrRulesThanCanBeComparedWithEachOtherAreRefused() throws {
        var site = SitePublicationTests.kogebog
        site.open = (0..<3_000).map { .init(path: "/\($0)") }
        let error = try #require(throws: SiteDescriptionError.self) { try SitePublication(site) }
        #expect(error.problems.map(\.code) == [.badValue])
    }

    @Test func whatAndroidCannotSayMayBeSaidForASiteWithoutAndroid() throws {
        var site = SitePublicationTests.kogebog
        site.apps[0].android = nil
        site.apps[0].windows = nil
        site.open = [.init(path: "/*/recipes", isCaseSensitive: false)]
        site.exclude = []
        let publication = try SitePublication(site)
        #expect(publication.warnings == [])
        let text = String(decoding: try #require(publication.appSiteAssociation), as: UTF8.self)
        #expect(text.contains(#"{"/": "/*/recipes", "caseSensitive": false}"#), "\(text)")
    }

    @Test func rulesForOneAppOnlyDoNotReachTheOthers() throws {
        var site = SitePublicationTests.kogebog
        site.apps[0].windows = nil
        site.apps.append(
            SiteDescription.App(name: "Lite", apple: .init(team: "R2TQ9MZ7K4", bundle: "dk.lakrids.lite"))
        )
        site.open.append(.init(path: "/lite/*", apps: ["Lite"]))
        let file = try AppSiteAssociation(bytes: try #require(try SitePublication(site).appSiteAssociation))
        let url = try #require(URL(string: "https://lakrids.dk/lite/1"))
        #expect(file.decision(for: url, app: "R2TQ9MZ7K4.dk.lakrids.lite").outcome == .match)
        #expect(file.decision(for: url, app: "R2TQ9MZ7K4.dk.lakrids.kogebog").outcome == .noMatch)
        #expect(site.apps(opening: url).map(\.name) == ["Lite"])
    }

    @Test func withoutDynamicRulesExclusionsOnAndroidAreWarnedOf() throws {
        var site = SitePublicationTests.kogebog
        site.apps[0].android?.writesDynamicRules = false
        let publication = try SitePublication(site)
        let text = String(decoding: try #require(publication.assetLinks), as: UTF8.self)
        #expect(!text.contains("dynamic_app_link_components") && !text.contains("comment"))
        #expect(publication.warnings.first?.message.hasPrefix("Android, without dynamic rules, opens") == true)
    }

    @Test func aNoteThatAStatementsRemarkNamesIsNotReportedAWarningIs() throws {
        let list = AssetLinksRuleCases.dynamic(#"[{"/": "/a", "exclude": true}, {"/": "*"}, {"/": "/b"}]"#)
        func rules(_ remark: String) -> [String] {
            let text = "[{\(remark)\(list.dropFirst("[{".count))"
            return AssociationCheck.findings(inAssetLinks: Array(text.utf8), file: "f").map(\.rule.id)
        }
        #expect(rules("") == ["assetlinks-dynamic-older", "assetlinks-dynamic-unreachable"])
        let remark = "\"comment\": \"assetlinks-dynamic-older, assetlinks-dynamic-unreachable\", "
        #expect(rules(remark) == ["assetlinks-dynamic-unreachable"])
    }
}
