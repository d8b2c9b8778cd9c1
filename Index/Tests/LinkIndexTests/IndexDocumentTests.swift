import BoltsAppLinks
import Foundation
import LinkIndex
import Testing

struct IndexDocumentTests {
    private func json(_ page: String, platforms: Set<String>? = nil) throws -> [String: Any] {
        let url = try #require(URL(string: "https://a.example/1"))
        let metadata = PageMetadataReader.read(Array(page.utf8))
        let link = AppLink(sourceURL: url, metadata: metadata)
        let data = try JSONEncoder().encode(IndexDocument(id: url.absoluteString, link: link, platforms: platforms))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func targetsAreArraysOfTextsAndTheWebIsAnObjectWithABoolean() throws {
        let root = try json(
            """
            <meta property="al:ios:url" content="a://1"><meta property="al:ios:app_store_id" content="12">
            <meta property="al:android:package" content="com.example.a">
            <meta property="al:web:should_fallback" content="false">
            """
        )
        let links = try #require(root["app_links"] as? [String: Any])
        #expect(links["ios"] as? [[String: String]] == [["url": "a://1", "app_store_id": "12"]])
        #expect(links["android"] as? [[String: String]] == [["package": "com.example.a"]])
        #expect((links["web"] as? [String: Any])?["should_fallback"] as? Bool == false)
        #expect(root["id"] as? String == "https://a.example/1")
    }

    @Test func aURLWithoutAppLinksHasNoAppLinks() throws {
        #expect(try json("<title>a</title>")["app_links"] == nil)
    }

    @Test func onlyThePlatformsThatWereAskedForAreThere() throws {
        let page = "<meta property=al:ios:url content=a://1><meta property=al:web:url content=https://a.example/>"
        let links = try #require(try json(page, platforms: ["ios"])["app_links"] as? [String: Any])
        #expect(Array(links.keys) == ["ios"])
    }
}
