@_spi(Bolts) import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable @_spi(Bolts) import BoltsSiteCheck

/// Tests the sign-in files and the alternate files that are published in addition to the association files.
struct SignInPublicationTests {
    private static var site: SiteDescription {
        var site = SitePublicationTests.kogebog
        site.signIn = SiteDescription.SignIn(
            relatedOrigins: ["https://kogebog.example", "https://lakrids.example"],
            enroll: "https://lakrids.dk/account/passkeys/new",
            manage: "https://lakrids.dk/account/passkeys",
            webApps: ["https://app.kogebog.example/"]
        )
        return site
    }

    private static func file(_ name: String, of site: SiteDescription = site) throws -> [UInt8] {
        let files = try SitePublication(site).files
        return try #require(files.first { $0.path == ".well-known/\(name)" }).bytes
    }

    @Test func theFilesAreWrittenAndHaveNoFinding() throws {
        let files = SignInFiles(
            host: "lakrids.dk",
            webauthn: try Self.file("webauthn"),
            passkeyEndpoints: try Self.file("passkey-endpoints"),
            originAssociation: try Self.file("web-app-origin-association")
        )
        #expect(files.findings == [], "\(files.findings)")
        let page = try #require(URL(string: "https://lakrids.example/login"))
        #expect(RelatedOrigins(try JSONDocument(Self.file("webauthn")))?.answer(for: page) == .listed)
        let places = PasskeyEndpointsCheck.places(try Self.file("passkey-endpoints"))
        #expect(places.map(\.member) == ["enroll", "manage"])
        #expect(try SitePublication(Self.site).differences(from: files) == [])
    }

    @Test func aDescriptionIsReadAsItIsWritten() throws {
        var site = Self.site
        site.apps[0].android?.writesAlternates = true
        #expect(try SiteDescription(json: Array(site.json().utf8)) == site)
        var plain = SitePublicationTests.kogebog
        plain.signIn = nil
        #expect(try SitePublication(plain).files.allSatisfy { SiteDifference.Platform(path: $0.path) != nil })
    }

    @Test(arguments: [
        (SiteDescription.SignIn(), "/signIn", SiteDescriptionProblem.Code.missingKey),
        (.init(relatedOrigins: ["kogebog.example"]), "/signIn/relatedOrigins/0", .badValue),
        (.init(relatedOrigins: ["https://kogebog.example/"]), "/signIn/relatedOrigins/0", .badValue),
        (.init(relatedOrigins: ["https://a.example", "https://A.example"]), "/signIn/relatedOrigins/1", .duplicate),
        (.init(relatedOrigins: (1...6).map { "https://a\($0).example" }), "/signIn/relatedOrigins/5", .badValue),
        (.init(relatedOrigins: ["https://www.lakrids.dk"]), "/signIn/relatedOrigins/0", .badValue),
        (.init(enroll: "http://lakrids.dk/new"), "/signIn/enroll", .badValue),
        (.init(manage: "/passkeys"), "/signIn/manage", .badValue),
        (.init(webApps: ["https://a.example/", "https://a.example/"]), "/signIn/webApps/1", .duplicate),
    ])
    func aBadValueIsNamed(_ signIn: SiteDescription.SignIn, _ pointer: String, _ code: SiteDescriptionProblem.Code)
        throws
    {
        var site = SitePublicationTests.kogebog
        site.signIn = signIn
        let error = try #require(throws: SiteDescriptionError.self) { try SitePublication(site) }
        #expect(error.problems.map(\.pointer) == [pointer] && error.problems.map(\.code) == [code])
    }

    @Test func whatAFileHasBesideIsKept() throws {
        let publication = try SitePublication(Self.site)
        func update(_ name: String, _ text: String) throws -> String {
            let file = try #require(publication.files.first { $0.path == ".well-known/\(name)" })
            let update = try FileUpdate(of: Array(text.utf8), with: file, of: publication)
            #expect(update.dropped.isEmpty)
            return String(decoding: update.file.bytes, as: UTF8.self)
        }
        let origins = try update(
            "webauthn",
            #"{"note": 1, "origins": ["https://old.example", "https://kogebog.example"]}"#
        )
        let list = try JSONDocument(Array(origins.utf8)).root
        #expect(
            list["origins"]?.children.compactMap(\.string) == [
                "https://old.example", "https://kogebog.example", "https://lakrids.example",
            ] && list["note"]?.text == "1"
        )
        let pages = try update(
            "passkey-endpoints",
            #"{"manage": "https://lakrids.dk/old", "prfUsageDetails": "https://lakrids.dk/prf"}"#
        )
        let members = try JSONDocument(Array(pages.utf8)).root
        #expect(members["manage"]?.string == "https://lakrids.dk/account/passkeys" && members["prfUsageDetails"] != nil)
        let scope = #"{"https://app.kogebog.example/": {"scope": "/recipes"}}"#
        #expect(try update("web-app-origin-association", scope) == scope)
        #expect(throws: FileUpdate.Failure.self) { try update("webauthn", #"{"origins": "https://old.example"}"#) }
    }

    @Test func aDeployedFileThatLacksSomethingIsADifference() throws {
        let files = SignInFiles(
            host: "lakrids.dk",
            webauthn: Array(#"{"origins": ["https://lakrids.example", "https://other.example"]}"#.utf8),
            passkeyEndpoints: Array(#"{"manage": "https://lakrids.dk/old"}"#.utf8),
            originAssociation: nil
        )
        let differences = try SitePublication(Self.site).differences(from: files)
        #expect(differences.map(\.kind) == [.different, .different, .different, .missing])
        #expect(
            differences.map(\.message).prefix(3) == [
                #"The file lacks "https://kogebog.example"."#, #"The file lacks "enroll"."#,
                #""manage" is "https://lakrids.dk/old", and is described as "https://lakrids.dk/account/passkeys"."#,
            ]
        )
        #expect(try SitePublication(SitePublicationTests.kogebog).differences(from: files) == [])
    }

    @Test(arguments: [
        (#"{"origins": {"x": "https://kogebog.example"}}"#, ["\"origins\" is not an array of strings."]),
        (#"{"origins": ["https://kogebog.example", 5]}"#, ["\"origins\" is not an array of strings."]),
        (#"{"origins": ["https://KOGEBOG.example:443/", "https://lakrids.example"]}"#, []),
    ])
    func whatBrowsersDoNotReadIsADifference(_ webauthn: String, _ messages: [String]) throws {
        var site = Self.site
        site.signIn?.enroll = nil
        site.signIn?.manage = nil
        site.signIn?.webApps = []
        let files = SignInFiles(
            host: "lakrids.dk",
            webauthn: Array(webauthn.utf8),
            passkeyEndpoints: nil,
            originAssociation: nil
        )
        #expect(try SitePublication(site).differences(from: files).map(\.message) == messages)
    }

    @Test func aMergedListThatBrowsersWouldNotReadIsNotWritten() throws {
        let publication = try SitePublication(Self.site)
        let file = try #require(publication.files.first { $0.path.hasSuffix("webauthn") })
        let five = (1...5).map { "\"https://a\($0).example\"" }.joined(separator: ", ")
        for text in [#"{"origins": [5]}"#, "{\"origins\": [\(five)]}"] {
            #expect(throws: FileUpdate.Failure.self) {
                try FileUpdate(of: Array(text.utf8), with: file, of: publication)
            }
        }
    }

    @Test func alternatesAreWrittenWhereTheyAreWantedAndCompared() throws {
        var site = SitePublicationTests.kogebog
        let url = try #require(URL(string: "https://lakrids.dk/recipes/42?a=1&b=2"))
        #expect(try SitePublication(site).alternates(for: url) == [])
        site.apps[0].android?.writesAlternates = true
        site.apps[0].android?.scheme = nil
        var publication = try SitePublication(site)
        #expect(
            publication.alternates(for: url) == ["android-app://dk.lakrids.kogebog/https/lakrids.dk/recipes/42?a=1&b=2"]
        )
        site.apps[0].android?.scheme = "kogebog"
        publication = try SitePublication(site)
        let alternate = "android-app://dk.lakrids.kogebog/kogebog/lakrids.dk/recipes/42?a=1&b=2"
        #expect(publication.alternates(for: url) == [alternate])
        let markup = publication.markup(for: url)
        #expect(markup.contains(#"<link rel="alternate" href=""#) && markup.contains("a=1&amp;b=2"))
        let page = PageTags.read(Array("<head>\(markup)</head>".utf8), url: url)
        #expect(page.links.map(\.href) == [alternate] && publication.differences(from: page) == [])
        #expect(AndroidAppAddress(alternate)?.url == "kogebog://lakrids.dk/recipes/42?a=1&b=2")
        var bare = page
        bare.links = []
        #expect(publication.differences(from: bare).map(\.kind) == [.missing])
        let outside = try #require(URL(string: "https://lakrids.dk/recipes/drafts/1"))
        #expect(publication.alternates(for: outside) == [])
    }
}
