import BoltsPageFetching
@_spi(Bolts) import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct SitePublicationTests {
    static let fingerprints = [
        "B1:8A:19:66:43:11:58:F5:97:F0:33:66:41:5F:C1:24:1F:6E:99:91:9B:2E:37:63:13:DD:12:0A:17:C6:E7:90",
        "0C:8A:19:66:43:11:58:F5:97:F0:33:66:41:5F:C1:24:1F:6E:99:91:9B:2E:37:63:13:DD:12:0A:17:C6:E7:91",
    ]

    static let kogebog = SiteDescription(
        hosts: ["lakrids.dk", "www.lakrids.dk"],
        apps: [
            SiteDescription.App(
                name: "Kogebog",
                apple: .init(
                    team: "R2TQ9MZ7K4",
                    bundle: "dk.lakrids.kogebog",
                    appStore: "1180541216",
                    scheme: "kogebog"
                ),
                android: .init(
                    package: "dk.lakrids.kogebog",
                    fingerprints: fingerprints,
                    scheme: "kogebog",
                    isInPlayStore: true
                ),
                windows: .init(packageFamily: "Lakrids.Kogebog_8wekyb3d8bbwe", scheme: "kogebog")
            )
        ],
        open: [.init(path: "/recipes/*"), .init(path: "/about")],
        exclude: [.init(path: "/recipes/drafts/*")]
    )

    private static var androidOnly: SiteDescription {
        var site = kogebog
        site.apps[0].apple = nil
        site.apps[0].windows = nil
        return site
    }

    private static func associations(_ publication: SitePublication) -> SiteAssociations {
        SiteAssociations(
            host: "lakrids.dk",
            appSiteAssociation: publication.appSiteAssociation,
            assetLinks: publication.assetLinks,
            windowsWebLinks: publication.windowsWebLinks
        )
    }

    private static let page = URL(string: "https://lakrids.dk/recipes/42?a=1&b=2")!

    @Test func theThreeFilesAreWhatEachPlatformWants() throws {
        let publication = try SitePublication(Self.kogebog)
        #expect(
            publication.files.map(\.path) == [
                ".well-known/apple-app-site-association", ".well-known/assetlinks.json",
                ".well-known/windows-app-web-link",
            ]
        )
        #expect(
            String(decoding: try #require(publication.appSiteAssociation), as: UTF8.self) == """
                {
                  "applinks": {
                    "details": [
                      {
                        "appIDs": ["R2TQ9MZ7K4.dk.lakrids.kogebog"],
                        "defaults": {"percentEncoded": false},
                        "components": [
                          {"/": "/recipes/drafts/*", "exclude": true},
                          {"/": "/recipes/*"},
                          {"/": "/about"}
                        ]
                      }
                    ]
                  }
                }

                """
        )
        let android = String(decoding: try #require(publication.assetLinks), as: UTF8.self)
        for line in [
            #"{"/": "/recipes/drafts/*", "exclude": true},"#, #"{"/": "/recipes/drafts", "exclude": true},"#,
            #"{"/": "/recipes/*"},"#, #"{"/": "/recipes"},"#, #"{"/": "/about"},"#, #"{"/": "/about/"}"#,
        ] {
            #expect(android.contains(line), "\(line)")
        }
        let windows = String(decoding: try #require(publication.windowsWebLinks), as: UTF8.self)
        #expect(windows.contains(#""excludePaths": ["/recipes/drafts/*", "/recipes/drafts", "*//*"]"#), "\(windows)")
    }

    @Test(arguments: ["/%61dmin/x", "//admin/x", "/admin//x", "/%2Fadmin/x", "/by//%C3%85/intern", "/by/%C3%85/intern"])
    func noSpellingOfALinkLeadsAroundAnExclusion(_ path: String) throws {
        var site = Self.kogebog
        site.open = [.init(path: "*")]
        site.exclude = [.init(path: "/admin/*"), .init(path: "/by/?/intern")]
        let publication = try SitePublication(site)
        let files = Self.associations(publication)
        let link = try #require(URL(string: "https://lakrids.dk" + path))
        #expect(site.apps(opening: link).isEmpty)
        let apple = files.appSiteAssociation?.decision(for: link, app: "R2TQ9MZ7K4.dk.lakrids.kogebog")
        #expect(apple?.outcome == .exclude)
        #expect(files.androidDecision(for: link, package: "dk.lakrids.kogebog").outcome == .exclude)
        let windows = files.windowsWebLinks?.decision(for: link, packageFamilyName: "Lakrids.Kogebog_8wekyb3d8bbwe")
        #expect(windows?.outcome == .exclude)
        for path in ["/by/%C3%85/1", "/", "/x/admin"] {
            let link = try #require(URL(string: "https://lakrids.dk" + path))
            #expect(
                files.appSiteAssociation?.decision(for: link, app: "R2TQ9MZ7K4.dk.lakrids.kogebog").outcome == .match
            )
            #expect(files.androidDecision(for: link, package: "dk.lakrids.kogebog").outcome == .match)
        }
    }

    @Test func aValueOfAQueryMatchesHoweverItIsEscaped() throws {
        var site = Self.kogebog
        site.apps[0].windows = nil
        site.open = [.init(path: "/recipes", query: ["id": "1"])]
        site.exclude = []
        let files = Self.associations(try SitePublication(site))
        let link = try #require(URL(string: "https://lakrids.dk/recipes?id=%31"))
        #expect(files.appSiteAssociation?.decision(for: link, app: "R2TQ9MZ7K4.dk.lakrids.kogebog").outcome == .match)
        #expect(files.androidDecision(for: link, package: "dk.lakrids.kogebog").outcome == .match)
    }

    @Test func aLinkAboutWhichAPlatformDecidesOtherwiseIsNamed() throws {
        var site = Self.kogebog
        site.apps[0].windows = nil
        site.open = [.init(path: "/\u{1F372}/*")]
        site.exclude = []
        #expect(
            try SitePublication(site).warnings.map(\.message) == [
                "It was not decided whether Android opens the same links as the description: the rules are too complex."
            ]
        )
        let described = DescribedRules(site, app: site.apps[0], on: .android).linkRules
        let all = AgreementCheck.excess([.everything], over: described, occurrences: 1)
        guard case .example(let link) = all else {
            Issue.record("\(all)")
            return
        }
        #expect(try site.apps(opening: #require(URL(string: "https://lakrids.dk" + link))).isEmpty)
        #expect(AgreementCheck.excess([described, .nothing], over: described, occurrences: 1) == .empty)
    }

    @Test func anExclusionThatOlderVersionsOfAndroidDoNotKnowIsWarnedOf() throws {
        let warnings = try SitePublication(Self.kogebog).warnings
        #expect(warnings.map(\.pointer) == ["/exclude/0"])
        let message =
            "Android 14 and older open excluded links too, such as https://lakrids.dk/recipes/drafts, because an app's "
            + "manifest cannot exclude them."
        #expect(warnings.map(\.message) == [message])
    }

    @Test func anExclusionOfOtherPathsThanThoseThatOpenIsNoWarning() throws {
        var site = Self.androidOnly
        site.exclude = [.init(path: "/admin/*"), .init(path: "/recipes/drafts", query: ["secret": "?*"])]
        let warnings = try SitePublication(site).warnings
        #expect(warnings.filter { $0.message.contains("excluded links") }.map(\.pointer) == ["/exclude/1"])
        site.exclude = [.init(path: "/admin/*"), .init(path: "/aboutUs")]
        #expect(try SitePublication(site).warnings.isEmpty)
    }

    @Test func theTagsOfAPageAreEscapedCompleteAndReadBackToTheSameTargets() throws {
        let publication = try SitePublication(Self.kogebog)
        let html = publication.markup(for: Self.page)
        #expect(
            html.hasPrefix(
                """
                <meta property="al:ios:url" content="kogebog://lakrids.dk/recipes/42?a=1&amp;b=2">
                <meta property="al:ios:app_store_id" content="1180541216">
                <meta property="al:ios:app_name" content="Kogebog">
                <meta property="al:android:url" content="kogebog://lakrids.dk/recipes/42?a=1&amp;b=2">
                <meta property="al:android:package" content="dk.lakrids.kogebog">
                """
            ),
            "\(html)"
        )
        let read = PageTags.read(Array("<!doctype html><head>\(html)</head>".utf8), url: Self.page)
        #expect(read.metas == publication.tags(for: Self.page))
        #expect(PageCheck.findings(in: read, sites: [Self.associations(publication)]) == [])
    }

    @Test(arguments: ["/recipes/drafts/1", "/shop", "/recipe"])
    func aPageThatNoAppOpensGetsNoTags(_ path: String) throws {
        let publication = try SitePublication(Self.kogebog)
        #expect(publication.tags(for: try #require(URL(string: "https://lakrids.dk\(path)"))) == [])
        #expect(publication.tags(for: try #require(URL(string: "https://elsewhere.dk/recipes/1"))) == [])
    }

    @Test func severalAppsOfAPlatformAreSeparatedAndPairByIndexAsWell() throws {
        var site = Self.kogebog
        site.apps.append(
            SiteDescription.App(
                name: "Lite",
                apple: .init(team: "R2TQ9MZ7K4", bundle: "dk.lakrids.lite", scheme: "kogebog")
            )
        )
        site.apps.swapAt(0, 1)
        let tags = try SitePublication(site).tags(for: Self.page).filter { $0.property.hasPrefix("al:ios") }
        #expect(
            tags.map(\.property) == [
                "al:ios", "al:ios:url", "al:ios:app_store_id", "al:ios:app_name", "al:ios", "al:ios:url",
                "al:ios:app_name",
            ]
        )
        #expect(tags.filter { $0.property == "al:ios:app_name" }.map(\.content) == ["Kogebog", "Lite"])
    }

    @Test func theLinesForTheAppsNameEveryHostAndEveryPathThatOpens() throws {
        let publication = try SitePublication(Self.kogebog)
        let texts = publication.appFiles.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts[0].contains("<string>applinks:www.lakrids.dk</string>"))
        let filter = texts[1]
        for line in [
            "<data android:host=\"www.lakrids.dk\" />", "<data android:path=\"/recipes\" />",
            "<data android:pathPrefix=\"/recipes/\" />", "<data android:path=\"/about/\" />",
        ] {
            #expect(filter.contains(line), "\(filter)")
        }
        #expect(!filter.contains("drafts"))
        #expect(
            publication.appFiles.map(\.path) == [
                "apple/dk.lakrids.kogebog.entitlements.xml", "android/dk.lakrids.kogebog.manifest.xml",
                "windows/Lakrids.Kogebog_8wekyb3d8bbwe.manifest.xml",
            ]
        )
    }

    @Test func aPatternOfAManifestEscapesDotsAndTurnsQuestionMarksIntoDots() throws {
        var site = Self.kogebog
        site.open = [.init(path: "/x.y?/?*"), .init(path: "/z?")]
        let filter = String(decoding: try SitePublication(site).appFiles[1].bytes, as: UTF8.self)
        #expect(filter.contains(#"android:pathPattern="/x\\.y./..*""#), "\(filter)")
        #expect(filter.contains(#"android:pathPattern="/z.""#), "\(filter)")
    }

    @Test func whatPlatformsReadOtherwiseAtTheEdgesIsWarnedOfUnlessApplesIsTheOnlyOne() throws {
        var site = Self.kogebog
        site.open = [.init(path: "/id/????")]
        site.exclude = []
        let warnings = try SitePublication(site).warnings
        #expect(warnings.map(\.pointer) == ["/open/0/path"])
        #expect(warnings.first?.message.contains("\"/id/????\" matches \"/id/xxx/\" too") == true, "\(warnings)")
        site.open = [.init(path: "/")]
        #expect(try SitePublication(site).warnings.map(\.message).first?.contains("start page") == true)
        site.open = [.init(path: "/sm\u{F8}r")]
        #expect(try SitePublication(site).warnings.map(\.message).first?.hasPrefix("It is not documented") == true)
        site.open = [.init(path: "/id/????")]
        site.apps[0].android = nil
        site.apps[0].windows = nil
        #expect(try SitePublication(site).warnings == [])
    }

    @Test func whatIsDeployedIsComparedByTheLinksThatOpen() throws {
        let publication = try SitePublication(Self.kogebog)
        #expect(publication.differences(from: Self.associations(publication)) == [])
        var other = Self.kogebog
        other.open[0].path = "/recipes/new/*"
        other.apps[0].windows = nil
        let deployed = Self.associations(try SitePublication(other))
        let found = publication.differences(from: deployed)
        #expect(found.last?.kind == .missing && found.dropLast().allSatisfy { $0.kind == .different }, "\(found)")
        let lost = "R2TQ9MZ7K4.dk.lakrids.kogebog does not open https://lakrids.dk/recipes"
        let messages = found.map(\.message).filter { $0.hasPrefix(lost) }
        #expect(messages.contains { $0.contains("the description opens it") }, "\(found)")
        let broken = SiteAssociations("lakrids.dk", apple: "{")
        #expect(publication.differences(from: broken).map(\.kind) == [.unreadable, .missing, .missing])
        let page = SiteAssociations("lakrids.dk", apple: "<html>")
        let android = try SitePublication(Self.androidOnly)
        #expect(android.differences(from: page).map(\.path) == [".well-known/assetlinks.json"])
        let reverse = try SitePublication(other).differences(from: Self.associations(publication))
        #expect(reverse.last?.kind == .unexpected)
    }

    @Test func aFileBehindARedirectIsADifferenceAlthoughItsContentIsTheSame() throws {
        let publication = try SitePublication(Self.androidOnly)
        var deployed = Self.associations(publication)
        deployed.androidResponse.redirect = "https://www.lakrids.dk/.well-known/assetlinks.json"
        #expect(publication.differences(from: deployed).map(\.kind) == [.redirected])
    }

    @Test func aFileOfWhichNothingIsKnownIsNotMissing() throws {
        let publication = try SitePublication(Self.androidOnly)
        func kinds(_ change: (inout AssociationResponse) -> Void) -> [DeploymentDifference.Kind] {
            var deployed = SiteAssociations(host: "lakrids.dk", appSiteAssociation: nil, assetLinks: nil)
            change(&deployed.androidResponse)
            return publication.differences(from: deployed).map(\.kind)
        }
        let absent = kinds { _ in }
        #expect(absent == [.missing])
        for (status, kind) in [
            (404, DeploymentDifference.Kind.missing), (410, .missing), (403, .missing), (429, .unreadable),
            (500, .unreadable), (503, .unreadable),
        ] {
            let refused = kinds { $0.error = PageError(.httpStatus, "no", httpStatus: status) }
            #expect(refused == [kind], "\(status)")
        }
        for code in [PageError.Code.notReachableOrNotAllowed, .timedOut, .interrupted] {
            let unknown = kinds { $0.error = PageError(code, "no") }
            #expect(unknown == [.unreadable], "\(code)")
        }
        let untrusted = kinds { $0.isUntrusted = true }
        #expect(untrusted == [.unreadable])
        let behind = kinds { response in
            response.error = PageError(.timedOut, "no")
            response.redirect = "https://www.lakrids.dk/"
        }
        #expect(behind == [.missing])
    }

    @Test func theTagsOfAPageAreComparedWithThoseThatWouldBeWrittenWhateverElseThePageHas() throws {
        let publication = try SitePublication(Self.kogebog)
        let tags = publication.tags(for: Self.page)
        var page = PageTags(url: Self.page, metas: [MetaTag(property: "og:title", content: "Rye bread")] + tags)
        #expect(publication.differences(from: page) == [])
        page.metas.swapAt(1, 2)
        #expect(publication.differences(from: page).map(\.kind) == [.different])
        page.metas[1].content = "1"
        let found = publication.differences(from: page)
        #expect(found.map(\.kind) == [.missing, .unexpected])
        let lacks = "The page lacks property \"al:ios:app_store_id\" with the content \"1180541216\"."
        #expect(found.first?.message == lacks)
    }
}
