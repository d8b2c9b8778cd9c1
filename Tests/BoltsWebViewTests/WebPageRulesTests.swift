import Foundation
import Testing

@testable import BoltsWebView

/// Tests which resources a web view does not load (rule L7).
@Suite struct WebPageRulesTests {
    private struct Rule: Decodable {
        struct Trigger: Decodable {
            let urlFilter: String
            let resourceType: [String]?
            enum CodingKeys: String, CodingKey {
                case urlFilter = "url-filter"
                case resourceType = "resource-type"
            }
        }
        let trigger: Trigger
        let action: [String: String]
    }

    private func rules(publicOnly: Bool) throws -> [Rule] {
        try JSONDecoder().decode([Rule].self, from: Data(WebPageRules.json(publicOnly: publicOnly).utf8))
    }

    private func blocks(_ url: String, publicOnly: Bool = true) throws -> Bool {
        try rules(publicOnly: publicOnly).dropFirst()
            .contains { rule in
                url.range(of: rule.trigger.urlFilter, options: .regularExpression) != nil
            }
    }

    @Test func imagesMediaFontsAndStylesAreBlocked() throws {
        for publicOnly in [true, false] {
            let rule = try #require(try rules(publicOnly: publicOnly).first)
            #expect(rule.trigger.urlFilter == ".*" && rule.action == ["type": "block"])
            let types = try #require(rule.trigger.resourceType)
            #expect(Set(["image", "media", "font", "style-sheet"]).isSubset(of: types))
            #expect(Set(["script", "document", "raw"]).isDisjoint(with: types))
        }
    }

    @Test(
        .tags(.l7),
        arguments: [
            "http://127.0.0.1/", "https://10.1.2.3:8443/x", "http://192.168.0.1/", "http://172.16.0.1/",
            "http://172.31.255.1:80/", "http://169.254.169.254/latest", "http://localhost/", "ws://localhost:9222/",
            "http://[::1]/", "http://[fd00::1]:80/", "http://0.0.0.0/", "http://printer.local/", "http://100.64.0.1/",
            "http://localhost./", "http://app.localhost:3000/", "http://printer.local.:631/", "http://u@10.0.0.1/",
            "ws://u:p@localhost:9222/", "http://u:p@@127.0.0.1/", "http://u@[::1]/",
        ]
    )
    func privateAddressesAreBlocked(url: String) throws {
        #expect(try blocks(url))
        #expect(try !blocks(url, publicOnly: false))
    }

    @Test(
        .tags(.l7),
        arguments: [
            "https://example.com/", "https://10.example.com/", "https://172.15.0.1/", "https://172.32.0.1/",
            "https://192.169.0.1/", "https://localhost.example.com/", "https://example.com/?u=http://127.0.0.1/",
            "https://127.0.0.1.nip.example/", "https://local/", "https://u@example.com/", "https://notlocalhost/",
            "https://example.com/@127.0.0.1/", "https://example.com?@127.0.0.1/", "https://example.com#@127.0.0.1/",
        ]
    )
    func publicAddressesAreAllowed(url: String) throws {
        #expect(try !blocks(url))
    }

    @Test func identifiersDependOnThePolicy() {
        #expect(WebPageRules.identifier(publicOnly: true) != WebPageRules.identifier(publicOnly: false))
    }
}
