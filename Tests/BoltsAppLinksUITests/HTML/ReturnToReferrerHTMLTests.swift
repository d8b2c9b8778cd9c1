import BoltsTasks
import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import SharedData
import Testing

@Suite(.tags(.l9)) struct ReturnToReferrerHTMLTests {
    typealias Options = ReturnToReferrerHTML.Options

    /// The URL that a sender's app opens, with the data for the way back.
    static func requestURL(_ name: String, _ url: String = "notes://back") throws -> String {
        let data = AppLinkNavigation.callbackAppLinkData(appName: name, urlText: url)
        return try AppLinkDataCodec().encode(data, into: "/recipe/42?page=2")
    }

    private func banner(
        _ name: String,
        _ url: String = "notes://back",
        _ options: Options = Options()
    ) throws -> ReturnToReferrerHTML {
        try ReturnToReferrerHTML(requestURL: Self.requestURL(name, url), options: options)
    }

    @Test func fragmentIsExact() throws {
        let html = try banner("Notes")
        let expected = """
            <dialog open class="al-return" aria-label="Touch to return to Notes" lang="en" dir="ltr">\
            <a class="al-return-link" href="notes://back?al_applink_data=%7B%22extras%22%3A%7B%7D%2C%22target_url%22%3A\
            %22notes%3A%2F%2Fback%22%2C%22user_agent%22%3A%22Bolts%20Swift%202.0.0%22%2C%22version%22%3A%221.0%22%7D" \
            rel="nofollow noopener" referrerpolicy="no-referrer"><span class="al-return-text">Touch to return to \
            <bdi>Notes</bdi></span></a><form class="al-return-form" method="dialog"><button class="al-return-close">\
            <span class="al-return-word">Close</span></button></form></dialog>
            """
        #expect(html.fragment == expected)
        #expect(html.text.description == "Touch to return to Notes")
    }

    @Test func aRequestPostsNoEvent() async throws {
        let center = MeasurementEventCenter.shared
        let events = center.events(bufferingNewest: 100_000)
        let request = try Self.requestURL("Notes \(UUID().uuidString)")
        _ = try ReturnToReferrerHTML(requestURL: request)
        // Other tests also post events. When this event has arrived, so have all earlier ones.
        let last = UUID().uuidString
        center.post(MeasurementEvent(name: .linkParse, arguments: ["inputURL": last]))
        for await event in events {
            if event.inputURL == last { break }
            #expect(event.inputURL != request)
        }
    }

    @Test(arguments: ["app://x?al_applink_data=", "/x?al_applink_data=%7B", "/x?al_applink_data=1", "/x"])
    func aRequestWithoutUsableDataNamesNoReferrer(request: String) {
        let error = #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrerHTML(requestURL: request) }
        #expect(error?.code == .noReferrer)
    }

    @Test(arguments: ["notes://back?a=1#b", "https://notes.example/b"])
    func linkEqualsWhatATapOpens(url: String) async throws {
        let html = try banner("Notes", url)
        let opener = RecordingOpener(installed: ["notes"])
        _ = try await AppLinkNavigation(appLink: html.referrer.link)
            .navigate(opener: opener, events: MeasurementEventCenter(notificationCenter: nil))
        let opened = try #require(opener.openedURLs.last)
        #expect(html.destination == opened)
        #expect(FragmentTokens(html.fragment).value(of: "href", in: "a") == opened.text)
    }

    @Test func requestsWithoutReferrerAreExplained() throws {
        for (url, code) in [
            ("/", ReturnToReferrerError.Code.noReferrer), ("/?al_applink_data=%7B%7D", .noReferrer),
            ("/?al_applink_data=no", .noReferrer), (try Self.requestURL(""), .noName), ("", .noReferrer),
            (try Self.requestURL("Notes", ""), .noURL), (try Self.requestURL("\u{202E}\u{0}"), .noName),
        ] {
            let error = #expect(throws: ReturnToReferrerError.self) { try ReturnToReferrerHTML(requestURL: url) }
            #expect(error?.code == code, "\(url)")
        }
    }

    // MARK: - Texts of the sender

    static let hostileNames: [TestText] = [
        "<script>alert(1)</script>", "</bdi></a></dialog><img src=x onerror=alert(1)>", "\" onclick=\"alert(1)",
        "' onclick='alert(1)", "&lt;script&gt;", "&quot;&#34;&#x22;&amp;", "<!-- ", "]]>", "--><b>", "%@ %1$@ %s",
        "</style><script>", "\u{202E}abc\u{2066}", "a\u{0}b\u{1}\u{7F}\u{85}c", "ｅvil＜script＞", "‘’“”", "🍲👩‍👩‍👧",
        "\\u003cb\\u003e",
        "`${alert(1)}`", "{{constructor}}", TestText("e" + String(repeating: "\u{301}", count: 5_000)),
        TestText(String(repeating: "<b>", count: 3_333) + "!"), TestText(repeating: "x", count: 10_000), "ﷺ", "نوته",
        "a\r\n\tb",
    ]

    @Test(.tags(.th19), arguments: hostileNames) func namesStayText(name: TestText) throws {
        let html = try banner(name.text, "notes://back")
        let plain = FragmentTokens(try banner("Notes", "notes://back").fragment)
        let tokens = FragmentTokens(html.fragment)
        #expect(tokens.tagNames == plain.tagNames)
        #expect(tokens.attributeNames == plain.attributeNames)
        let shown = html.referrer.appName
        #expect(shown.count <= 64)
        #expect(tokens.text == "Touch to return to " + shown + "Close")
        let label = tokens.value(of: "aria-label", in: "dialog")
        #expect(label == html.text.description)
        #expect(html.fragment.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(html.fragment.utf8.count < 16_384)
    }

    @Test(
        .tags(.th16, .th19, .l4),
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " javascript:alert(1)",
            "\u{1}javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd",
            "blob:https://e.com/x", "about:blank", "view-source:https://e.com", "intent://x#Intent;end", "/relative",
            "//e.com", "https:e.com", "https://a@b@c/", "https://e.com\\@evil.test", "notes://a b", "notes://\u{202E}x",
            "notes://a\u{0}", "ms-settings:x", "tel:1", "&#106;avascript:alert(1)", "javascript&colon;alert(1)",
        ]
    )
    func unsafeURLsAreRejected(url: String) throws {
        #expect(throws: ReturnToReferrerError.self) { try banner("Notes", url) }
    }

    @Test(
        .tags(.th19),
        arguments: [
            #"notes://x?"><script>alert(1)</script>"#, "notes://x?'onclick='alert(1)", "notes://x?a=1&copy=2&amp;lt;",
            "notes://é🍲?`", "notes:javascript:alert(1)", "https://e.com/?a=\"b\"&c='d'#<e>", "notes_v2://x",
        ]
    )
    func urlsStayAttributeValues(url: String) throws {
        let html = try banner("Notes", url)
        let tokens = FragmentTokens(html.fragment)
        #expect(tokens.attributeNames == FragmentTokens(try banner("Notes").fragment).attributeNames)
        #expect(tokens.value(of: "href", in: "a") == html.destination.text)
        #expect(try AppLinkDataCodec().decode(from: html.destination.text)?.targetURLText != nil)
    }

    @Test func schemePolicyDecides() throws {
        var options = Options()
        options.navigation.schemePolicy.allowed = ["recipes"]
        let error = #expect(throws: ReturnToReferrerError.self) { try banner("Notes", "notes://back", options) }
        #expect(error?.code == .schemeDenied)
    }

    // MARK: - Texts of the app

    @Test(.tags(.th19)) func wordingIsEscapedAndHasLanguage() throws {
        let wording = ReturnToReferrerWording(
            format: "<b> %@ \"&'\u{0}\u{85}</b>",
            closeLabel: "</button><i>",
            language: "\" onload=\"x"
        )
        let html = try banner("Notes", "notes://back", Options(wording: wording))
        let tokens = FragmentTokens(html.fragment)
        #expect(tokens.text == "<b> Notes \"&'\u{FFFD}\u{FFFD}</b></button><i>")
        #expect(tokens.value(of: "lang", in: "dialog") == "\" onload=\"x")
        #expect(tokens.tagNames == FragmentTokens(try banner("Notes").fragment).tagNames)
    }

    @Test func directionFollowsWording() throws {
        let html = try banner("Notes", "notes://back", Options(wording: .localized(for: ["he"])))
        let tokens = FragmentTokens(html.fragment)
        #expect(tokens.value(of: "dir", in: "dialog") == "rtl")
        #expect(tokens.value(of: "lang", in: "dialog") == "he")
        #expect(html.fragment.contains("<bdi>Notes</bdi>"))
    }

    @Test func wordingWithoutPlaceholderOmitsName() throws {
        let wording = ReturnToReferrerWording(format: "Back", closeLabel: "Close")
        let fragment = try banner("Notes", "notes://back", Options(wording: wording)).fragment
        #expect(!fragment.contains("bdi") && !fragment.contains("lang="))
        #expect(FragmentTokens(fragment).text == "BackClose")
    }

    // MARK: - Appearance

    @Test func styleElementHasNonceAndExactStylesheet() throws {
        let external = try banner("Notes").fragment
        let sheet = ReturnToReferrerHTML.stylesheet
        let hashed = try banner("Notes", "notes://back", Options(style: .inline())).fragment
        #expect(hashed == "<style>\(sheet)</style>" + external)
        let nonce = try banner("Notes", "notes://back", Options(style: .inline(nonce: "a+/b="))).fragment
        #expect(nonce == "<style nonce=\"a+/b=\">\(sheet)</style>" + external)
        let hostile = try banner("Notes", "notes://back", Options(style: .inline(nonce: "\"><script>"))).fragment
        #expect(FragmentTokens(hostile).value(of: "nonce", in: "style") == "\"><script>")
        #expect(!sheet.contains("<") && sheet.utf8.allSatisfy { $0 < 0x7F })
    }
}
