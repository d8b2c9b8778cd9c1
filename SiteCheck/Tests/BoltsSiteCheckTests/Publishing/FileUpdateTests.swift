import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable @_spi(Bolts) import BoltsSiteCheck

struct FileUpdateTests {
    private static func update(
        _ text: String,
        _ path: String = ".well-known/apple-app-site-association",
        of site: SiteDescription = SitePublicationTests.kogebog
    ) throws -> FileUpdate {
        let publication = try SitePublication(site)
        let file = try #require(publication.files.first { $0.path == path })
        return try FileUpdate(of: Array(text.utf8), with: file, of: publication)
    }

    @Test func aByteOrderMarkIsNotKept() throws {
        let text = try Self.update("{\"note\": 1}").file.bytes
        let marked = try Self.update("\u{FEFF}" + String(decoding: text, as: UTF8.self))
        #expect(marked.file.bytes == text && marked.dropped.isEmpty)
    }

    @Test func otherAppsKeepTheirPlaceAndTheirRules() throws {
        let text = """
            {"note": 1.50, "applinks": {"details": [
              {"appID": "ABCDE12345.first", "paths": ["NOT /a", "*"]},
              {"appIDs": ["r2tq9mz7k4.dk.lakrids.kogebog", "ABCDE12345.second"], "components": [{"/": "/x", "comment": "y"}]},
              {"appIDs": ["ABCDE12345.third"]}]}, "webcredentials": {"apps": ["\\u0041"]}}
            """
        let update = try Self.update(text)
        let merged = try JSONDocument(update.file.bytes).root
        let details = try #require(merged["applinks"]?["details"]).children.map { $0 }
        let named = details.map { AppleFile.identifiers(of: $0) }
        #expect(
            named.map(\.first) == [
                "ABCDE12345.first", "ABCDE12345.second", "R2TQ9MZ7K4.dk.lakrids.kogebog", "ABCDE12345.third",
            ]
        )
        #expect(details[1]["components"]?.children.first { _ in true }?["comment"]?.string == "y")
        #expect(merged.children.map(\.name) == ["note", "applinks", "webcredentials"])
        #expect(merged["note"]?.text == "1.50" && update.dropped.isEmpty)
        #expect(merged["webcredentials"]?["apps"]?.children.map(\.text) == ["\"\\u0041\""])
    }

    @Test func signingInAppClipsAndTeamsAreWrittenAndAddedToWhatIsThere() throws {
        var site = SitePublicationTests.kogebog
        site.apps[0].apple?.otherTeams = ["X7BQ4MZ2K9"]
        site.apps[0].apple?.offersSignIn = true
        site.apps[0].apple?.clip = "dk.lakrids.kogebog.Clip"
        site.apps[0].android?.offersSignIn = true
        let text = #"{"webcredentials": {"apps": ["ABCDE12345.other", "R2TQ9MZ7K4.dk.lakrids.kogebog"]}}"#
        let merged = try JSONDocument(Self.update(text, of: site).file.bytes).root
        func apps(_ service: String) -> [String] { merged[service]?["apps"]?.children.compactMap(\.string) ?? [] }
        let own = ["R2TQ9MZ7K4.dk.lakrids.kogebog", "X7BQ4MZ2K9.dk.lakrids.kogebog"]
        #expect(apps("webcredentials") == ["ABCDE12345.other"] + own)
        #expect(apps("appclips") == own.map { $0 + ".Clip" })
        let entries = try #require(merged["applinks"]?["details"]).children.map { AppleFile.identifiers(of: $0) }
        #expect(entries == [own])
        let publication = try SitePublication(site)
        let statements = try AssetLinks(bytes: try #require(publication.assetLinks)).statements
        #expect(statements.first?.relations.map(\.description).last == "delegate_permission/common.get_login_creds")
        #expect(publication.appFiles.map(\.path).contains("apple/dk.lakrids.kogebog.Clip.entitlements.xml"))
        let deployed = SiteAssociations(host: "lakrids.dk", content: Array(text.utf8), platform: .apple)
        let found = publication.differences(from: deployed).map(\.message)
        #expect(
            found.contains { $0.hasPrefix("appclips does not name R2TQ9MZ7K4.dk.lakrids.kogebog.Clip") },
            "\(found)"
        )
        site.apps[0].apple?.clip = "dk.other.Clip"
        #expect(throws: SiteDescriptionError.self) { try SitePublication(site) }
    }

    @Test func anAppForTestingIsInTheFilesAndNotInTheTags() throws {
        var site = SitePublicationTests.kogebog
        site.apps[0].isStaging = true
        let publication = try SitePublication(site)
        #expect(publication.files.count == 3)
        #expect(publication.tags(for: try #require(URL(string: "https://lakrids.dk/recipes/1"))) == [])
        #expect(try SiteDescription(json: Array(site.json().utf8)) == site)
    }

    @Test func aRemarkStaysWithItsRuleAndIsNamedIfTheRuleGoes() throws {
        let app = "R2TQ9MZ7K4.dk.lakrids.kogebog"
        let text = """
            {"applinks": {"details": [{"appIDs": ["\(app)"], "components": [
              {"comment": "kept", "/": "/about"}, {"/": "/gone", "comment": "lost"}]}]}}
            """
        let update = try Self.update(text)
        #expect(String(decoding: update.file.bytes, as: UTF8.self).contains("\"comment\": \"kept\""))
        #expect(update.dropped == ["/applinks/details/0/components/1/comment"])
    }

    @Test func whatACommentSaysBesideTheRemarksOfPublishingIsKept() throws {
        var site = SitePublicationTests.kogebog
        let path = ".well-known/assetlinks.json"
        let written = try #require(try SitePublication(site).assetLinks)
        let text = String(decoding: written, as: UTF8.self).replacing("that exclude.", with: "that exclude. Ask Ida.")
        #expect(text != String(decoding: written, as: UTF8.self))
        #expect(try Self.update(text, path, of: site).file.bytes == Array(text.utf8))
        site.exclude = []
        let merged = try JSONDocument(Self.update(text, path, of: site).file.bytes).root
        #expect(merged.children.first { _ in true }?["comment"]?.string == "Ask Ida.")
    }

    @Test(
        arguments: [
            ("[]", "not an object"), (#"{"applinks": 1}"#, "/applinks is not an object"), ("{", "not JSON"),
            (#"{"applinks": {"details": {"a.b": {"paths": ["*"]}}}}"#, "/applinks/details is not an array"),
            (#"{"a": 1, "a": 2}"#, "member twice"),
            (#"{"applinks": {"apps": ["ABCDE12345.old"]}}"#, "it would open other links"),
        ]
    )
    func whatCannotBeKeptIsRefused(_ text: String, _ words: String) throws {
        do {
            _ = try Self.update(text)
            Issue.record("\(text) was taken")
        } catch let error as FileUpdate.Failure {
            #expect(error.description.contains(words), "\(error)")
        }
    }
}
