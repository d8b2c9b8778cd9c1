import Testing

@_spi(Bolts) @testable import BoltsAssociations

struct WindowsWebLinksTests {
    @Test func anExclusionWinsInAnyOrderAndHasItsPlace() throws {
        let file = try WindowsWebLinks(
            bytes: Array(
                """
                [{"packageFamilyName": "Site.App_8wekyb3d8bbwe", "paths": ["/*"], "excludePaths": ["/news/*", "/a?"]}]
                """.utf8
            )
        )
        func decide(_ path: String) throws -> WindowsLinkDecision {
            file.decision(for: "https://site.com" + path, packageFamilyName: "Site.App_8wekyb3d8bbwe")
        }
        #expect(try decide("/news/1").outcome == .exclude)
        #expect(try decide("/news/1").place?.pointer == "/0/excludePaths/0")
        #expect(try decide("/newsletter").outcome == .match)
        #expect(try decide("/ab").outcome == .exclude)
        #expect(try decide("").outcome == .match)
        let url = "https://site.com/"
        #expect(file.decision(for: url, packageFamilyName: "Other").reason == .packageNotListed)
    }
}
