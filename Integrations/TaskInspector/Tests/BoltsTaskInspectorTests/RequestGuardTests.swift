@testable import BoltsTaskInspector
import Testing

struct RequestGuardTests {
    @Test(arguments: ["127.0.0.1", "127.0.0.1:8790", "localhost", "LOCALHOST:1"])
    func aRequestOfThisMachineIsLetIn(host: String) {
        for site in [nil, "none", "same-origin"] {
            #expect(RequestGuard.refusal(of: InspectorRequest(host: host, fetchSite: site)) == nil)
        }
        #expect(RequestGuard.refusal(of: InspectorRequest(host: host, origin: "http://\(host)")) == nil)
        #expect(RequestGuard.refusal(of: InspectorRequest(method: "HEAD", host: host)) == nil)
    }

    @Test(arguments: [
        nil, "", "evil.example", "evil.example:8790", "127.0.0.1.evil.example", "localhost.evil.example:1",
        "127.0.0.1:",
        "127.0.0.1:80@evil.example", "127.0.0.1:x", "127.0.0.2", "0.0.0.0:8790", "[::1]:8790", "localhost:1:2",
    ])
    func aForeignHostIsRefused(host: String?) {
        #expect(RequestGuard.refusal(of: InspectorRequest(host: host))?.status == 421)
    }

    @Test func otherSitesAreRefused() {
        for site in ["cross-site", "same-site", "anything"] {
            #expect(RequestGuard.refusal(of: InspectorRequest(host: "localhost", fetchSite: site))?.status == 403)
        }
        for origin in ["https://evil.example", "null", "", "http://localhost:2", "https://localhost"] {
            #expect(RequestGuard.refusal(of: InspectorRequest(host: "localhost", origin: origin))?.status == 403)
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "get"]) func onlyReadingIsPossible(method: String) {
        #expect(RequestGuard.refusal(of: InspectorRequest(method: method, host: "localhost"))?.status == 405)
    }

    @Test func aHeadRequestGetsTheLengthOfThePageAndNoBody() {
        let get = InspectorResponder().answer(to: InspectorRequest(path: "/style.css", host: "localhost"))
        let head = InspectorResponder().answer(
            to: InspectorRequest(method: "HEAD", path: "/style.css", host: "localhost")
        )
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers.first { $0.name == "Content-Length" }?.value == "\(get.body.utf8.count)")
    }

    @Test func aRefusedMethodIsToldWhichAreAllowed() {
        let answer = InspectorResponder().answer(to: InspectorRequest(method: "POST", host: "localhost"))
        #expect(answer.status == 405 && answer.headers.contains { $0 == ("Allow", "GET, HEAD") })
    }
}
