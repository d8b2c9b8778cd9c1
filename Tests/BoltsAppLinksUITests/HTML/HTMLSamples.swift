import BoltsAppLinks
import BoltsPageFetching
import BoltsAppLinksUI
import Testing

// The samples of docs/banner.md, word for word.

private func page(_ html: [UInt8], for target: String) -> [UInt8] {
    guard let banner = try? ReturnToReferrerHTML(requestURL: target) else { return html }
    return ReturnToReferrerHTMLInserter.insert(banner, into: html, contentType: "text/html; charset=utf-8").page
}

private func stream(_ chunks: [[UInt8]], with banner: ReturnToReferrerHTML, to send: ([UInt8]) -> Void) {
    var inserter = ReturnToReferrerHTMLInserter(banner, contentType: "text/html")
    for chunk in chunks { send(inserter.feed(chunk)) }
    send(inserter.finish())
}

@Suite struct HTMLSamples {
    @Test("The samples of docs/banner.md do the same")
    func samples() throws {
        let html = Array("<title>x</title><body><p>x".utf8)
        let request = try ReturnToReferrerHTMLTests.requestURL("Notes")
        var streamed: [UInt8] = []
        stream(html.map { [$0] }, with: try ReturnToReferrerHTML(requestURL: request)) { streamed += $0 }
        #expect(page(html, for: request) == streamed && streamed.count > html.count)
        #expect(page(html, for: "/") == html)
    }

    @Test("The samples of the types")
    func samplesOfTheTypes() throws {
        let banner = try? ReturnToReferrerHTML(requestURL: "/recipe/42?al_applink_data=%7B%7D")
        let page = "<!doctype html><title>Recipe</title><body>" + (banner?.fragment ?? "") + "<h1>Pie</h1>"
        #expect(page.contains("<body><h1>"))
        var options = ReturnToReferrerHTML.Options(wording: .localized(for: ["fr"]))
        options.style = .inline(nonce: "bm9uY2U=")
        options.navigation.schemePolicy.allowed = ["notes", "recipes"]
        let html = try ReturnToReferrerHTML(requestURL: ReturnToReferrerHTMLTests.requestURL("Notes"), options: options)
        #expect(html.fragment.contains("Touchez pour revenir"))
        #expect(try html.referrer.openedURL() == html.destination)
    }
}
