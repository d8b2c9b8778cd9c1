import BoltsSiteCheck
import Foundation
import HTTPTypes
import Hummingbird
import LinkIndexServer
import LinkIndexTestSupport
import NIOCore
import ServerTestClient
import Testing

/// Tests in which apps the passwords and passkeys of a site are offered.
@Suite(.timeLimit(.minutes(20))) struct SignInTests {
    private static let apple = #"{"webcredentials":{"apps":["K7Q2M9X4ZP.com.example.a"]}}"#
    private static let android = """
        [{"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app",\
        "package_name":"com.example.a","sha256_cert_fingerprints":\
        ["0B:30:9F:58:5B:A8:3F:20:4B:C0:7F:88:DB:78:5F:90:0B:D0:DF:38:DB:C8:FF:80:4B:60:BF:68:5B:98:1F:F0"]}}]
        """

    @Test func theAnswerIsThatOfTheEngineAndReadsNoPage() async throws {
        try await withSite { server, client in
            let path = "\(ServerFixture.links)&for=sign-in&device=iphone,android"
            let root = try await client.get(path).object
            #expect(server.sites.count(ServerFixture.page) == 0)
            #expect(Set(root.keys) == ["version", "url", "sign_in", "sources", "failures"])
            let site = SiteAssociations(
                host: "a.example",
                appSiteAssociation: Array(Self.apple.utf8),
                assetLinks: Array(Self.android.utf8)
            )
            let expected = SignInAnswers(site: site, devices: [.iphone, .android]).devices
            let devices = try #require((root["sign_in"] as? [String: Any])?["devices"] as? [[String: Any]])
            let kinds = devices.map { ($0["routes"] as? [[String: Any]] ?? []).map { $0["kind"] as? String } }
            #expect(kinds == [["credentials", "web"], ["passwords", "passkeys", "web"]])
            let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(expected))
            #expect(NSArray(array: devices) == NSArray(array: try #require(encoded as? [[String: Any]])))
            let sources = try #require(root["sources"] as? [[String: Any]])
            #expect(!sources.contains { $0["kind"] as? String == "page" } && sources.count >= 2)
        }
    }

    @Test func bothAreAnsweredTogetherAndOneAfterTheOther() async throws {
        try await withSite { server, client in
            func members(_ purposes: String) async throws -> Set<String> {
                let path = "\(ServerFixture.links)\(purposes)"
                var members: Set<String> = []
                // The request is repeated, so that it also gets finished answers.
                for _ in 0..<3 {
                    members = Set(try await client.get(path).object.keys)
                    members.formIntersection(["devices", "sign_in", "link"])
                }
                return members
            }
            let expected: [(String, Set<String>)] = [
                ("", ["devices", "link"]), ("&for=sign-in", ["sign_in"]),
                ("&for=links,sign-in", ["devices", "link", "sign_in"]), ("&for=links", ["devices", "link"]),
                ("&for=sign-in&for=links", ["devices", "link", "sign_in"]),
            ]
            for (purposes, names) in expected {
                let found = try await members(purposes)
                #expect(found == names, "\(purposes)")
            }
        }
    }

    @Test func aListIsAskedForBothInItsBody() async throws {
        try await withSite { server, client in
            let body = #"{"urls": ["\#(ServerFixture.page)"], "for": ["sign-in"], "devices": ["iphone"]}"#
            let response = try await client.post("/v1/links", body)
            let answer = try #require((try response.object["answers"] as? [[String: Any]])?.first)
            #expect(answer["sign_in"] != nil && answer["devices"] == nil)
        }
    }

    @Test func whatIsNothingToAskForIsRefused() async throws {
        try await withSite { _, client in
            let path = "\(ServerFixture.links)&for=links,payments"
            let response = try await client.get(path)
            #expect(response.status == .badRequest)
            #expect(try (response.object["detail"] as? String)?.contains("payments") == true)
        }
    }

    private func withSite(_ body: @Sendable (ServerFixture, ServerTestClient) async throws -> Void) async throws {
        try await ServerFixture.run { server in
            server.sites.set("https://a.example/.well-known/apple-app-site-association", Self.apple)
            server.sites.set("https://a.example/.well-known/assetlinks.json", Self.android)
            try await server.routes { client in try await body(server, client) }
        }
    }
}
