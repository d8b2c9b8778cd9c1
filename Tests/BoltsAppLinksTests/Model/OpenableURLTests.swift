@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
import Foundation
import Testing

/// Tests which URLs may be passed to an opener.
@Suite struct OpenableURLTests {
    @Test(
        .tags(.l4),
        arguments: [
            "recipes://42", "applinks_v2://docs", "mailto:a@b.example", "x:", "a+b-c.d:/x?y#z", "https://例え.jp/ä?ö",
            "HTTPS://Example.com", "recipes://x?q=%20", "tel:+15551234", "http://[::1]:80/",
        ]
    )
    func validURLsAreAccepted(text: String) throws {
        #expect(try OpenableURL(text).text == text)
    }

    @Test(
        .tags(.th1, .th5, .th6, .th7, .l4, .dl14),
        arguments: [
            ("", OpenableURLError.Code.empty), ("-flag", .noScheme), ("--help", .noScheme), ("/etc/passwd", .noScheme),
            ("12345", .noScheme), ("1a://x", .noScheme), ("//host/x", .noScheme), (":x", .noScheme),
            ("_a://x", .noScheme), (" javascript:alert(1)", .noScheme), ("java\tscript:alert(1)", .noScheme),
            ("a b://x", .noScheme), ("a://x y", .unsafeCharacter), ("a://x\n", .unsafeCharacter),
            ("a://\u{0}", .unsafeCharacter), ("a://\u{7F}", .unsafeCharacter), ("a://\u{85}", .unsafeCharacter),
            ("a://\u{A0}", .unsafeCharacter), ("a://\u{2028}", .unsafeCharacter),
            ("a://\u{202E}gpj", .unsafeCharacter), ("https:", .noHost), ("https://", .noHost), ("https:///x", .noHost),
            ("https:x", .noHost), ("http://e.com\\@evil.com/", .noHost), ("http:\\\\e.com/", .noHost),
            ("http://a@b@c/", .noHost), ("http://e%2ecom/", .noHost), ("http://:80/", .noHost),
        ]
    )
    func invalidURLsAreRefused(text: String, code: OpenableURLError.Code) {
        let error = #expect(throws: OpenableURLError.self) { try OpenableURL(text) }
        #expect(error?.code == code)
        #expect(error?.description.contains("\n") == false)
    }

    /// The spellings that authors of pages leave, and the URLs that browsers read from them.
    @Test(
        .tags(.l4),
        arguments: [
            ("\n  shelf://b/1\n", "shelf://b/1"), ("\u{1}\t shelf://b/1\u{1F}", "shelf://b/1"),
            ("shelf://search/a b", "shelf://search/a%20b"), ("shelf:a b", "shelf:a%20b"),
            ("shelf://b/1\r\n/2", "shelf://b/1/2"), ("shelf://x?q=a b#c d", "shelf://x?q=a%20b#c%20d"),
            ("https://example.com/ä ö", "https://example.com/ä%20ö"), ("shelf://b/1", "shelf://b/1"),
        ]
    )
    func textOfPagesIsReadAsTheURLStandardReadsIt(text: String, read: String) throws {
        #expect(try OpenableURL(reading: text).text == read)
        #expect(AppLinkTarget(platform: .ios, urlText: text).url?.absoluteString == URL(string: read)?.absoluteString)
    }

    @Test(
        .tags(.th1, .l4),
        arguments: [
            ("shelf://a b/c", OpenableURLError.Code.unsafeCharacter), ("sh elf://b", .noScheme), ("a b", .noScheme),
            ("shelf://b/\u{1}x", .unsafeCharacter), ("shelf://b/\u{A0}x", .unsafeCharacter), (" \n", .empty),
            ("https:// example.com/", .unsafeCharacter),
        ]
    )
    func whatTheStandardDoesNotRepairIsRefused(text: String, code: OpenableURLError.Code) {
        let error = #expect(throws: OpenableURLError.self) { try OpenableURL(reading: text) }
        #expect(error?.code == code)
    }

    @Test(.tags(.th1, .l4), arguments: [" javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)"])
    func aSchemeDoesNotHideBehindWhiteSpace(text: String) throws {
        #expect(try OpenableURL(reading: text).scheme == "javascript")
    }

    @Test(.tags(.th1, .l4)) func schemesIgnoreLetterCase() throws {
        #expect(try OpenableURL("JaVaScRiPt:alert(1)").scheme == "javascript")
        #expect(LinkScheme(name: "HTTP") == .http)
        #expect(LinkScheme(name: "two words") == nil)
        #expect(LinkScheme(name: "") == nil)
        #expect(LinkScheme.leading("no scheme") == nil)
    }

    @Test(
        .tags(.th5, .l4),
        arguments: [
            ("https://User:pw@Example.COM:443/x", "example.com"), ("http://[::1]:8080/", "[::1]"),
            ("app://Host/x", "host"),
            ("https://e.com?x=//y", "e.com"), ("https://e.com#@z", "e.com"), ("http://1.2.3.4", "1.2.3.4"),
        ]
    )
    func hostIsReadAsBrowsersDo(text: String, host: String) throws {
        #expect(try OpenableURL(text).host == host)
    }

    @Test(.tags(.l4)) func notEveryURLHasAHost() throws {
        #expect(try OpenableURL("mailto:a@b.example").host == nil)
        #expect(try OpenableURL("app:/x").host == nil)
    }

    @Test(.tags(.th7, .l4)) func errorsContainNoControlCharacters() {
        let error = #expect(throws: OpenableURLError.self) { try OpenableURL("\u{1B}[31m\u{202E}x") }
        #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } == true)
        let long = #expect(throws: OpenableURLError.self) {
            try OpenableURL("e" + String(repeating: "\u{301}", count: 100_000))
        }
        #expect((long?.description.utf8.count ?? .max) < 2_000)
    }
}

@Suite struct SchemePolicyTests {
    private var lax: SchemePolicy { SchemePolicy(denied: [], deniesMicrosoftSchemes: false) }

    @Test(
        .tags(.th1, .l4),
        arguments: ["javascript", "data", "file", "vbscript", "blob", "about", "view-source"] as [LinkScheme]
    )
    func someSchemesAreDeniedUnderAnyPolicy(scheme: LinkScheme) {
        #expect(!lax.allows(scheme))
        #expect(!SchemePolicy(allowed: [scheme]).allows(scheme))
    }

    @Test(
        .tags(.th2, .l4),
        arguments: [
            "intent", "itms-services", "ms-msdt", "search-ms", "ssh", "smb", "tel", "chrome", "mailto", "sip", "sips",
            "facetime-prompt", "sms", "smsto", "mms", "mmsto", "imessage",
        ] as [LinkScheme]
    )
    func riskySchemesCanBeAllowed(scheme: LinkScheme) {
        #expect(!SchemePolicy.standard.allows(scheme))
        #expect(lax.allows(scheme))
    }

    @Test(.tags(.l4)) func otherSchemesPassUnlessThereIsAnAllowList() {
        #expect(SchemePolicy.standard.allows("recipes"))
        #expect(SchemePolicy.standard.allows("applinks_v2"))
        let narrow = SchemePolicy(allowed: ["recipes"])
        #expect(narrow.allows("recipes"))
        #expect(!narrow.allows("spotify"))
        #expect(!narrow.allowsWebFallback(.https))
    }

    @Test(.tags(.th4, .l4)) func webFallbackMustBeHTTP() {
        #expect(SchemePolicy.standard.allowsWebFallback(.http))
        #expect(SchemePolicy.standard.allowsWebFallback(.https))
        #expect(!SchemePolicy.standard.allowsWebFallback("recipes"))
        #expect(!lax.allowsWebFallback("ftp"))
    }

    @Test(
        .tags(.th2, .l4),
        arguments: [
            "feed", "shortcuts", "workflow", "x-man-page", "trash", "admin", "dav+sd", "davs+sd", "afc", "google-drive",
            // Installers.
            "jnlp", "jnlps", "apt", "apt+http", "snap", "appstream", "flatpak+https",
            // Remote shells and screens.
            "fish", "svn+ssh", "git+ssh", "mosh", "spice", "remmina",
            // Terminals and editors that run code.
            "x-terminal-emulator", "terminal", "vscode", "vscode-insiders", "iterm2", "org-protocol",
            // Settings.
            "x-apple.systempreferences", "systemsettings",
        ]
    )
    func schemesThatRunCodeOrWrapAURLAreDenied(name: String) throws {
        let scheme = try #require(LinkScheme(name: name))
        #expect(!SchemePolicy.standard.allows(scheme))
        var policy = SchemePolicy.standard
        policy.denied.remove(scheme)
        #expect(policy.allows(scheme))
    }

    @Test(.tags(.l4), arguments: ["kogebog", "spotify", "fb123", "com.example.app", "line", "tg", "zoommtg", "slack"])
    func anAppsOwnSchemeOpens(name: String) throws {
        #expect(SchemePolicy.standard.allows(try #require(LinkScheme(name: name))))
    }
}
