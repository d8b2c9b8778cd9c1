import BoltsAssociations
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsSiteCheck

struct AnswerHTMLTests {
    private static func excerpt(_ text: String, _ part: String) throws -> String {
        let range = try #require(text.firstRange(of: part))
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let place = JSONPlace(
            pointer: "",
            position: TextPosition(line: 1, column: 1),
            byteRange: start..<start + part.utf8.count
        )
        return FileExcerpt(Array(text.utf8), places: [place]).html
    }

    @Test func theLineThatDecidesIsMarkedBetweenItsNeighbours() throws {
        let html = try Self.excerpt("1\r\n2\n3\n\tfour é\n5\n6\n7\n", "four")
        let lines = ["2\">2", "3\">3", "4\">  <mark>four</mark> é", "5\">5", "6\">6"]
        #expect(html == lines.map { "<span data-n=\"\($0)</span>" }.joined())
        #expect(try Self.excerpt("one", "one") == "<span data-n=\"1\"><mark>one</mark></span>")
    }

    @Test func aValueOfManyLinesAndALongLineAreShownInPart() throws {
        let many = (1...40).map { "line \($0)" }.joined(separator: "\n")
        let marked = try Self.excerpt("a\n\(many)\nb", many)
        #expect(marked.components(separatedBy: "<mark>").count == 11)
        let long = String(repeating: "é", count: 5_000)
        let html = try Self.excerpt("{\"a\":\"\(long)\",\"b\":\"\(long)\"}", "\"b\":\"é")
        #expect(
            html.utf8.count < 1_000 && html.contains("<mark>&quot;b&quot;:&quot;é</mark>") && !html.contains("\u{FFFD}")
        )
    }

    @Test func aTextIsTruncatedByTheBytesThatItHasInThePage() {
        #expect(HTMLPage.escaped("a&b", limit: 7) == "a&amp;b")
        #expect(HTMLPage.escaped("a&b&", limit: 9) == "a&amp;…")
        #expect(HTMLPage.escaped("é\u{202E}\u{202E}", limit: 10) == "é\\u{20…")
        let long = HTMLPage.escaped(String(repeating: "<", count: 1_000), limit: 100)
        #expect(long.utf8.count <= 100 && long.hasSuffix("&lt;…"))
    }

    @Test func findingsThatHaveNoRoomAreCounted() throws {
        let long = String(repeating: "\"'&", count: 20)
        let links = (0..<30).map { "{\"appID\": \"\($0)\(long.replacing("\"", with: "\\\""))\", \"paths\": [\"x\"]}" }
        let apple = "{\"applinks\": {\"details\": [\(links.joined(separator: ","))]}}"
        let site = SiteAssociations("a.example", apple: apple)
        let url = try #require(URL(string: "https://a.example/x"))
        let verdict = LinkVerdict(url: url, site: site)
        let html = AnswerHTML(url: url, answers: verdict.answers, devices: verdict.devices, site: site)
        let whole = html.others(verdict.findings)
        try #require(whole.utf8.count > 2_000)
        let part = html.others(verdict.findings, room: 2_000)
        #expect(part.utf8.count <= 2_000 && part.hasSuffix("more.</p></details>") && part.contains("<article"))
        #expect(html.others(verdict.findings, room: 10).isEmpty)
        #expect(html.others(verdict.findings, room: whole.utf8.count + 1) == whole)
    }

    @Test func aFixOfSeveralLinesHasThem() throws {
        let site = SiteAssociations("a.example", apple: "{")
        let url = try #require(URL(string: "https://a.example/x"))
        let finding = try #require(LinkVerdict(url: url, site: site).findings.first)
        let card = AnswerHTML.card(finding, how: "ask: <a>\nor \u{202E}b")
        #expect(card.contains("\(HTMLPage.escaped(finding.fix))\nask: &lt;a&gt;\nor \\u{202E}b</pre>"))
    }

    @Test func whatASiteWritesStaysText() throws {
        let attack = "</pre><script>alert(1)</script>\u{202E}'\""
        let apple = """
            {"applinks": {"details": [{"appIDs": ["R2TQ9MZ7K4.example.a"], "components": [{"/": "/*", "comment": "\(attack.dropLast())"}]}]}}
            """
        let site = SiteAssociations("a.example", apple: apple)
        let url = try #require(URL(string: "https://a.example/x"))
        let verdict = LinkVerdict(url: url, site: site)
        let html = AnswerHTML(
            url: url,
            answers: verdict.answers,
            devices: DeviceRoutes(url: url, site: site).devices,
            site: site
        )
        let page = HTMLPage.page(
            title: attack,
            main: html.cards(level: 2) + html.lines + html.rest + html.others(verdict.findings)
        )
        #expect(
            page.contains("Opens an app") && page.contains("<mark>") && html.title.contains("opens an app on iPhone")
        )
        #expect(!page.contains("<script") && !page.contains("\u{202E}"))
    }

    @Test func howAFindingIsFixedHasLinesOfItsOwn() {
        let finding = Finding(.assetlinksEmpty, nil, file: "assetlinks.json", fix: "Add a \n statement.")
        let html = AnswerHTML.card(finding, how: "edit: --fix does that\n+ <a>")
        #expect(html.contains(">Add a \\n statement.\nedit: --fix does that\n+ &lt;a&gt;</pre>"), "\(html)")
    }
}
