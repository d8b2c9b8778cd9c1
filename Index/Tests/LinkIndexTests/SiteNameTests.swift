import Foundation
import Testing

@testable import LinkIndex

struct SiteNameTests {
    @Test(
        arguments: [
            ("https://A.Example/1", "https://a.example"), ("https://a.example:443/1", "https://a.example"),
            ("https://a.example:8443/1", "https://a.example"), ("http://a.example:8080/1", "https://a.example"),
            ("https://a.example.:8443/1", "https://a.example."), ("http://a.example/1", "https://a.example"),
            ("http://a.example:80/1", "https://a.example"),
            ("https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"),
        ]
    )
    func theFilesOfALinkAreThoseOfItsHostAtTheUsualPort(_ url: String, _ site: String) throws {
        #expect(SiteName(ofLink: try #require(URL(string: url)), allowsPlain: false).url.absoluteString == site)
    }

    /// Statements name a site with its port, and each port is a separate site.
    @Test func theSiteOfAStatementHasItsPort() throws {
        for (url, site) in [
            ("https://a.example:8443", "https://a.example:8443"), ("http://a.example:80", "http://a.example"),
        ] {
            #expect(SiteName(try #require(URL(string: url))).url.absoluteString == site)
        }
    }

    @Test func filesOverHttpAreAskedForOnlyWhereThatIsAllowed() throws {
        let name = SiteName(ofLink: try #require(URL(string: "http://127.0.0.1:8080/1")), allowsPlain: true)
        #expect(name.url.absoluteString == "http://127.0.0.1:8080" && name.isPlain)
    }

    @Test func theKeyOfTheCacheLeadsToTheSameName() throws {
        for text in ["https://a.example:8443/1", "https://[2001:db8::1]/"] {
            let name = SiteName(ofLink: try #require(URL(string: text)), allowsPlain: false)
            #expect(SiteName(name.url) == name)
        }
    }
}
