import BoltsAppLinks
import BoltsAppLinksUI
import BrowserDriver
import Foundation
import RecipeSite
import Testing

/// The programs without which these tests are skipped.
enum Requirement {
    static let browser = Programs.missing(Programs.browser)
    static let desktop = Programs.missing(Programs.desktop)
    /// Whether a missing program is a failure instead of a reason to skip.
    static var areRequired: Bool { Programs.areRequired }
}

/// A page with a banner, and the policy with which it is served.
struct BannerPage: Sendable {
    /// The strictest policy, except for the style.
    static func policy(style: String) -> String {
        "default-src 'none'; style-src \(style); form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'"
    }

    var name = "Notes"
    var url = "/sender"
    var policy = BannerPage.policy(style: "'self'")
    var options = ReturnToReferrerHTML.Options()
    var head = #"<link rel="stylesheet" href="/banner.css">"#

    /// Serves pages at `/0`, `/1` …, and the sender's page at `/sender`.
    private static func serve(_ pages: [BannerPage]) async throws -> WebServer {
        try await WebServer { origin, request in
            let path = request.target.prefix(while: { $0 != "?" })
            if let index = Int(path.dropFirst()), pages.indices.contains(index) { return pages[index].respond(origin) }
            return path == "/banner.css"
                ? WebResponse(fields: [("Content-Type", "text/css")], body: Array(ReturnToReferrerHTML.stylesheet.utf8))
                : WebResponse(fields: [("Content-Type", "text/html")], body: Array("<title>sender</title>".utf8))
        }
    }

    private func respond(_ origin: String) -> WebResponse {
        let back = url.hasPrefix("/") ? origin + url : url
        var body = Array(
            """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">\(head)</head>
            <body><p>The page.</p><input id="typed"></body></html>
            """.utf8
        )
        let data = AppLinkNavigation.callbackAppLinkData(appName: name, urlText: back)
        if let request = try? AppLinkDataCodec().encode(data, into: "/"),
            let banner = try? ReturnToReferrerHTML(requestURL: request, options: options)
        {
            body = ReturnToReferrerHTMLInserter.insert(banner, into: body).page
        }
        return WebResponse(
            fields: [("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy)],
            body: body
        )
    }

    func show(_ body: (Browser, WebServer) async throws -> Void) async throws {
        try await Self.show([self]) { browser, server, _ in try await body(browser, server) }
    }

    /// Shows pages one after the other in a new browser.
    static func show(_ pages: [BannerPage], _ body: (Browser, WebServer, BannerPage) async throws -> Void) async throws
    {
        let scratch = try Scratch()
        let server = try await serve(pages)
        do {
            try await Browser.run(Browser.Options(profile: scratch.url)) { browser in
                for (index, page) in pages.enumerated() {
                    try await browser.open("\(server.origin)/\(index)")
                    try await body(browser, server, page)
                }
            }
            try await server.stop()
        } catch {
            try await server.stop()
            try await scratch.remove()
            throw error
        }
        _ = try await eventually("the end of every process") { try scratch.processes().isEmpty ? true : nil }
        try await scratch.remove()
    }
}

extension Browser {
    /// Whether the style sheet is in force.
    func isStyled() async throws -> Bool {
        try await value("getComputedStyle(document.querySelector('.al-return')).display").string == "flex"
    }

    /// The contrast of the banner's text by WCAG 2, for a color over an opaque color.
    func contrast() async throws -> Double {
        func luminance(_ property: String, of selector: String) async throws -> Double {
            let text =
                try await value("getComputedStyle(document.querySelector('\(selector)')).\(property)").string ?? ""
            let parts = text.split { !($0.isNumber || $0 == ".") }.compactMap { Double($0) }
            try #require(parts.count == 3, "\(text) is not opaque")
            let linear = parts.map { $0 / 255 <= 0.04045 ? $0 / 255 / 12.92 : pow(($0 / 255 + 0.055) / 1.055, 2.4) }
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
        let words = try await luminance("color", of: ".al-return-text")
        let ground = try await luminance("backgroundColor", of: ".al-return")
        return (max(words, ground) + 0.05) / (min(words, ground) + 0.05)
    }
}
