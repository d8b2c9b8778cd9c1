import BoltsAppLinks
import BoltsAppLinksUI
import BrowserDriver
import Foundation
import RecipeSite
import Testing

/// Tests the banner's HTML in a real browser, with a strict Content-Security-Policy.
///
/// The tests are skipped if Chromium or its driver is not installed, unless `BOLTS_REQUIRE_DESKTOP` is set.
@Suite(
    .tags(.l9),
    .serialized,
    .timeLimit(.minutes(20)),
    .enabled(if: Requirement.browser == nil || Requirement.areRequired, Comment(rawValue: Requirement.browser ?? ""))
)
struct BannerTests {
    @Test func clickFollowsLinkWithoutReferer() async throws {
        try await BannerPage().show { browser, server in
            #expect(try await browser.isStyled())
            #expect(
                try await browser.value("document.querySelector('.al-return-link').innerText").string
                    == "Touch to return to Notes"
            )
            try await browser.click(".al-return-link")
            let url = try await eventually("the sender's page") { () -> String? in
                let url = try await browser.url()
                return url.hasPrefix(server.origin + "/sender") ? url : nil
            }
            #expect(url.hasPrefix(server.origin + "/sender?al_applink_data="))
            #expect(try AppLinkURL(parsing: url).targetURL?.absoluteString == server.origin + "/sender")
            #expect(try await browser.value("document.referrer").string == "")
            #expect(try await browser.complaints().isEmpty)
        }
    }

    @Test func keyboardReachesBannerFirst() async throws {
        try await BannerPage().show { browser, server in
            try await browser.press([.tab])
            #expect(try await browser.value("document.activeElement.className").string == "al-return-link")
            let outline = "getComputedStyle(document.activeElement).outlineStyle"
            #expect(try await browser.value(outline).string == "solid")
            try await browser.press([.enter])
            _ = try await eventually("the sender's page") {
                try await browser.url().hasPrefix(server.origin + "/sender") ? true : nil
            }
        }
    }

    @Test(arguments: ["'self'", "'none'"]) func closingNeedsNoScriptAndKeepsForms(style: String) async throws {
        try await BannerPage(policy: BannerPage.policy(style: style)).show { browser, _ in
            try await browser.click("#typed")
            try await browser.press([.seven])
            let height = "document.querySelector('.al-return').getBoundingClientRect().height"
            #expect(try await browser.value(height).number ?? 0 > 20)
            _ = try await browser.value("document.querySelector('.al-return-link').focus()")
            try await browser.press([.tab, .enter])
            #expect(try await browser.value(height).number == 0)
            #expect(try await browser.value("document.querySelector('#typed').value").string == "7")
            #expect(try await browser.accessibilityTree().allSatisfy { $0.role != "dialog" })
        }
    }

    static let hostileNames = [
        "<script>pwned=1</script>", "</bdi></a></dialog><img src=x onerror=pwned=1>",
        "\" onfocus=\"pwned=1\" autofocus x=\"", "' onclick='pwned=1", "&lt;b&gt;&amp;&#60;", "<!-- x",
        "</style><style>*{display:none}", "<svg/onload=pwned=1>", "\u{202E}gnirts\u{202C}<b>",
        String(repeating: "<i>", count: 3_000), "🍲 ملاحظات <b>é</b>", "x" + String(repeating: "\u{301}", count: 400),
    ]

    @Test func hostileNamesStayText() async throws {
        var elements: Double?
        try await BannerPage.show((["Notes"] + Self.hostileNames).map { BannerPage(name: $0) }) { browser, _, page in
            let name = page.name
            let count = try await browser.value("document.querySelectorAll('*').length").number
            elements = elements ?? count
            #expect(count == elements, "\(name)")
            let shown = try ReturnToReferrer(
                AppLink(
                    sourceURL: try #require(URL(string: "notes://x")),
                    targets: [AppLinkTarget(platform: nil, urlText: "notes://x", appName: name)],
                    webURL: nil
                )
            ).appName
            #expect(try await browser.value("document.querySelector('bdi').textContent").string == shown)
            #expect(try await browser.value("typeof pwned").string == "undefined")
            let complaints = try await browser.complaints()
            #expect(complaints.isEmpty, "\(complaints)")
            #expect(try await browser.value("document.documentElement.scrollWidth <= innerWidth").bool == true)
        }
    }

    @Test func styleIsAllowedByNonceOrHashOnly() async throws {
        func page(_ style: ReturnToReferrerHTML.Style, _ source: String) -> BannerPage {
            var page = BannerPage(policy: BannerPage.policy(style: source), head: "")
            page.options.style = style
            return page
        }
        let allowed = [
            page(.inline(nonce: "c2VjcmV0"), "'nonce-c2VjcmV0'"),
            page(.inline(), "'\(ReturnToReferrerHTML.stylesheetHash)'"),
        ]
        let refused = [page(.inline(nonce: "b3RoZXI="), "'nonce-c2VjcmV0'"), page(.inline(), "'sha256-AAAA'")]
        try await BannerPage.show(allowed + refused) { browser, _, page in
            let isAllowed = allowed.contains { $0.policy == page.policy && $0.options == page.options }
            let isStyled = try await browser.isStyled()
            #expect(isStyled == isAllowed, "\(page.policy)")
            // This also shows that a violation of the policy is reported.
            let complaints = try await browser.complaints()
            #expect(complaints.isEmpty == isAllowed, "\(complaints)")
        }
    }

    @Test func bannerWorksUnstyled() async throws {
        try await BannerPage(policy: BannerPage.policy(style: "'none'"), head: "").show { browser, server in
            #expect(try await !browser.isStyled())
            #expect(
                try await browser.value("document.querySelector('.al-return').innerText.includes('Close')").bool == true
            )
            try await browser.click(".al-return-link")
            _ = try await eventually("the sender's page") {
                try await browser.url().hasPrefix(server.origin + "/sender") ? true : nil
            }
        }
    }

    @Test func contrastAndReducedMotionHold() async throws {
        try await BannerPage().show { browser, _ in
            var grounds: Set<String> = []
            for scheme in ["light", "dark"] {
                try await browser.prefer(["prefers-color-scheme": scheme])
                let contrast = try await browser.contrast()
                #expect(contrast >= 4.5, "\(scheme): \(contrast)")
                let ground = "getComputedStyle(document.querySelector('.al-return')).backgroundColor"
                grounds.insert(try await browser.value(ground).string ?? "")
            }
            #expect(grounds.count == 2)
            let animation = "getComputedStyle(document.querySelector('.al-return')).animationName"
            try await browser.prefer(["prefers-reduced-motion": "reduce"])
            #expect(try await browser.value(animation).string == "none")
            try await browser.prefer(["prefers-reduced-motion": "no-preference"])
            #expect(try await browser.value(animation).string == "al-return")
        }
    }

    @Test func accessibilityTreeNamesDialogLinkAndButton() async throws {
        let sentence = "Touch to return to Notes"
        try await BannerPage().show { browser, _ in
            let heard = try await browser.accessibilityTree()
            for (role, name) in [("dialog", sentence), ("link", sentence), ("button", "Close")] {
                #expect(heard.filter { $0.role == role && $0.name == name }.count == 1, "\(role): \(heard)")
            }
        }
    }

    @Test func bannerFitsEveryWidthAndDirection() async throws {
        let pages = ["en", "ar"].map { language in
            var page = BannerPage(name: String(repeating: "W", count: 64))
            page.options.wording = .localized(for: [language])
            return page
        }
        try await BannerPage.show(pages) { browser, _, page in
            let language = page.options.wording.language
            for width in [320, 390, 1_280] {
                try await browser.emulate(width: width, height: 700, isPhone: width < 1_000)
                func edge(_ name: String, of element: String) async throws -> Double {
                    try await browser.value(
                        "document.querySelector('.al-return\(element)').getBoundingClientRect().\(name)"
                    ).number ?? .nan
                }
                #expect(try await browser.value("document.documentElement.scrollWidth").number == Double(width))
                for target in ["-link", "-close"] {
                    #expect(try await edge("width", of: target) >= 44)
                    #expect(try await edge("height", of: target) >= 44)
                }
                let isCloseBehind = try await edge("left", of: "-close") > edge("left", of: "-link")
                #expect(isCloseBehind == (language == "en"))
                // All text is inside the banner.
                #expect(try await edge("bottom", of: "-text") <= edge("bottom", of: ""))
                #expect(try await edge("right", of: "-text") <= Double(width))
            }
        }
    }
}
