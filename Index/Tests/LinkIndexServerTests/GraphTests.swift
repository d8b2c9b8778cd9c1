import BoltsAppLinks
import BoltsPageFetching
import Foundation
import Hummingbird
import LinkIndexTestSupport
import Testing

@testable import LinkIndexServer

/// Tests the interface of Meta's index service.
@Suite(.timeLimit(.minutes(20))) struct GraphTests {
    @Test func boltsOwnClientReadsTheAnswers() async throws {
        try await ServerFixture.run { server in
            server.sites.set("https://a.example/x,y?z=1&w=%2C", "<meta property=al:ios:url content=a://2>")
            server.sites.set("https://a.example/x%2Cy?z=1&w=%2C", "<meta property=al:ios:url content=a://2>")
            try await server.sockets { client in
                let port = try #require(client.port)
                var options = PageFetchOptions()
                options.addressPolicy = .any
                options.totalTimeout = .seconds(120)
                options.responseTimeout = .seconds(120)
                let service = try #require(URL(string: "http://127.0.0.1:\(port)/"))
                let resolver = IndexAppLinkResolver(serviceURL: service, fetchOptions: options)
                let texts = [ServerFixture.page, "https://a.example/x,y?z=1&w=%2C", "https://missing.example/"]
                let links = try await withThrowingTaskGroup(of: AppLink.self) { group in
                    for text in texts {
                        let url = try #require(URL(string: text))
                        group.addTask { try await resolver.appLink(for: url) }
                    }
                    return try await group.reduce(into: [String: AppLink]()) { $0[$1.sourceURL.absoluteString] = $1 }
                }
                let link = try #require(links[ServerFixture.page])
                #expect(link.targets.first { $0.platform == .ios }?.appName == "A & B")
                #expect(link.targets.first { $0.platform == .ios }?.appStoreID == "12")
                #expect(link.targets.first { $0.platform == .android }?.package == "com.example.a")
                #expect(link.web.shouldFallback == false)
                #expect(links[texts[1]]?.targets.first?.urlText == "a://2")
                #expect(links[texts[2]]?.targets.isEmpty == true)
            }
        }
    }

    /// These are the requests of the SDKs, without the host and the token.
    @Test(
        arguments: [
            // The iOS SDK.
            "/v18.0?access_token=T&fields=app_links.fields%28ios%2Ciphone%29&format=json&ids=https%3A%2F%2Fa.example%2F1&include_headers=false&sdk=ios",
            // The iOS SDK encodes each URL, and then the list.
            "/v3.2/?fields=app_links.fields(ios,iphone)&ids=https%253A%252F%252Fa.example%252F1",
            // The Android SDK.
            "/v18.0/?type=al&ids=https%3A%2F%2Fa.example%2F1&fields=app_links.fields%28android%2Cios%2Cweb%29&sdk=android&format=json",
            // The documentation of the service.
            "/?ids=https://a.example/1&fields=app_links&access_token=T",
            "/?ids=https%3A%2F%2Fa.example%2F1&fields=app_links%7Bios%7D",
        ]
    )
    func theRequestsOfMetasClientsAreAnsweredUnderTheURLTheyAskedFor(_ path: String) async throws {
        try await ServerFixture.routes(.with { $0.keys = .none }) { _, client in
            let response = try await client.get(path)
            #expect(response.status == .ok)
            let member = try #require(try response.object["https://a.example/1"] as? [String: Any])
            #expect(member["id"] as? String == "https://a.example/1")
            let links = try #require(member["app_links"] as? [String: Any])
            let target = try #require((links["ios"] as? [[String: String]])?.first)
            #expect(target == ["url": "a://1", "app_store_id": "12", "app_name": "A & B"])
            #expect((links["web"] != nil) == (path.contains("web") || path.contains("fields=app_links&")))
        }
    }

    @Test func anErrorHasTheMemberThatMetasClientsLookFor() async throws {
        try await ServerFixture.routes { _, client in
            let response = try await client.get("/?ids=x&fields=app_links")
            let error = try #require(try response.object["error"] as? [String: Any])
            #expect(error["message"] is String && error["code"] as? Int == 400)
        }
    }

    @Test func listsAreSplitWhereAURLBegins() throws {
        #expect(
            try GraphQuestion.ids(["https://a.example/1,https://b.example/2"]) == [
                "https://a.example/1", "https://b.example/2",
            ]
        )
        #expect(
            try GraphQuestion.ids(["https://a.example/1,2,http://b.example"]) == [
                "https://a.example/1,2", "http://b.example",
            ]
        )
        #expect(try GraphQuestion.ids(["https%3A%2F%2Fa.example%2F1,2"]) == ["https://a.example/1,2"])
        #expect(try GraphQuestion.ids(["https://a.example/,https://a.example/"]) == ["https://a.example/"])
        #expect(try GraphQuestion.ids([""]).isEmpty)
    }

    @Test func platformsAreReadInBothNotations() {
        #expect(GraphQuestion.platforms("app_links") == nil)
        #expect(GraphQuestion.platforms("id,app_links,og_object{id}") == nil)
        #expect(GraphQuestion.platforms("app_links{ios, web}") == ["ios", "web"])
        #expect(GraphQuestion.platforms("app_links.fields(ios,iphone)") == ["ios", "iphone"])
        #expect(GraphQuestion.platforms("id") == [])
    }

    @Test func idsMayBeRepeated() async throws {
        let pages = ["https://a.example/1", "https://a.example/2,x", "https://a.example/3"]
        #expect(try GraphQuestion.ids([pages[0], pages[1] + "," + pages[2], pages[0], "", "a"]) == pages + ["a"])
        try await ServerFixture.routes { _, client in
            let query = pages.map { "ids=\(encoded($0))" }.joined(separator: "&")
            let response = try await client.get("/?\(query)&fields=app_links")
            #expect(try response.object.keys.sorted() == pages)
        }
    }
}
