import BoltsPageMetadata
import Foundation

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// A page that breaks a rule, and a similar one that does not.
typealias PageRuleCase = RulePair<PageTags>

/// The smallest pages that break each rule about tags.
enum PageRuleCases {
    static let url = URL(string: "https://site.com/recipes/42")!

    /// A page of `property=content` lines; the prefix `name:` makes it a `name`, and a line without an equals sign has no content.
    static func page(_ tags: String..., links: [LinkTag] = [], hyperlinks: [String] = []) -> PageTags {
        PageTags(url: url, metas: tags.map(meta), links: links, hyperlinks: hyperlinks)
    }

    private static func meta(_ line: String) -> MetaTag {
        let isName = line.hasPrefix("name:")
        let parts = line.dropFirst(isName ? 5 : 0).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return MetaTag(
            property: String(parts[0]),
            content: parts.count > 1 ? String(parts[1]) : nil,
            attribute: isName ? .name : .property
        )
    }

    private static func banner(_ content: String) -> PageTags { page("name:apple-itunes-app=\(content)") }

    private static let ios = page("al:ios:url=app://recipes/42")
    private static let web = page("al:web:url=https://site.com/recipes/42")

    static let appLinks: [PageRuleCase] = [
        PageRuleCase("al-ios-no-url", page("al:ios:app_name=A"), ios),
        PageRuleCase("al-android-no-package", page("al:android:url=app://a"), page("al:android:package=com.site.app")),
        PageRuleCase("al-windows-no-url", page("al:windows:app_name=A"), page("al:windows:url=app://a")),
        PageRuleCase("al-name-attribute", page("name:al:ios:url=app://a"), ios),
        PageRuleCase("al-letter-case", page("al:ios:URL=app://a"), ios),
        PageRuleCase("al-unknown-property", page("al:ios:link=app://a"), ios),
        PageRuleCase("al-empty-content", page("al:ios:url="), page("al:ios", "al:ios:url=app://a")),
        PageRuleCase("al-template-leak", page("al:ios:url=app://{{id}}"), ios),
        PageRuleCase("al-app-store-id", page("al:ios:app_store_id=id12"), page("al:ios:app_store_id=12")),
        PageRuleCase(
            "al-windows-app-id",
            page("al:windows:app_id=12"),
            page("al:windows:app_id=a14e93aa-27c7-df11-a844-00237de2db9e")
        ),
        PageRuleCase("al-package", page("al:android:package=app"), page("al:android:package=com.site.app")),
        PageRuleCase("al-ios-scheme", page("al:ios:url=my_app://a"), ios),
        PageRuleCase(
            "al-url-no-scheme",
            page("al:android:package=com.site.app", "al:android:url=//recipes/42"),
            page("al:android:package=com.site.app", "al:android:url=app://recipes/42")
        ),
        PageRuleCase("al-url-scheme-only", page("al:ios:url=app://"), ios),
        PageRuleCase("al-url-web", page("al:ios:url=https://site.com/a"), ios),
        PageRuleCase("al-url-dangerous", page("al:ios:url=javascript:alert(1)"), ios),
        PageRuleCase("al-url-dangerous", page("al:ios:url=tel:+15551234"), page("al:ios:url=shelf://search/a b")),
        PageRuleCase("al-url-dangerous", page("al:ios:url=sms:1"), page("al:ios:url=\n  shelf://b/1\n")),
        PageRuleCase("al-url-dangerous", page("al:ios:url=mailto:a@site.com"), ios),
        PageRuleCase("al-url-dangerous", page("al:ios:url=ms-word:ofe"), ios),
        PageRuleCase("al-url-dangerous", page("al:ios:url=intent://x#Intent;end"), ios),
        PageRuleCase("al-url-dangerous", page("al:ios:url=android-app://com.site.app/"), ios),
        PageRuleCase("al-url-dangerous", page("al:ios:url=shelf://b/\u{202E}1"), ios),
        PageRuleCase("al-url-dangerous", page("al:ios:url=shelf://b/\u{1}1"), ios),
        PageRuleCase("al-url-dangerous", page("al:web:url=mailto:a@site.com"), web),
        PageRuleCase("al-url-dangerous", page("al:web:url=recipes://42"), page("al:web:url=\n https://site.com/a b\n")),
        PageRuleCase("al-url-dangerous", page("al:web:url=https://site.com/\u{202E}1"), web),
        PageRuleCase("al-url-dangerous", page("al:web:url=https://site.com:x/a"), web),
        PageRuleCase("al-template-leak", page("al:ios:url=app://x?a=1&amp;b=2"), page("al:ios:url=app://x?a=1&b=2")),
        PageRuleCase("al-template-leak", page("al:ios:app_name=Ann&#39;s"), page("al:ios:app_name=A & B; C &D;")),
        PageRuleCase(
            "al-unequal-groups",
            page("al:ios:url=app://a", "al:ios:url=app://b", "al:ios:app_name=A"),
            page("al:ios:url=app://a", "al:ios", "al:ios:url=app://b", "al:ios:app_name=A")
        ),
        PageRuleCase(
            "al-duplicate-group",
            page("al:ios:url=app://a", "al:ios:url=app://a"),
            page("al:ios:url=app://a", "al:ios:url=app://b")
        ),
        PageRuleCase("al-web-url-relative", page("al:web:url=/recipes/42"), web),
        PageRuleCase("al-web-url-sample", page("al:web:url=http://applinks.org/documentation"), web),
        PageRuleCase(
            "al-web-url-canonical",
            page("al:web:url=https://site.com/recipes/43", links: [.init(rel: "canonical", href: "/recipes/42")]),
            page("al:web:url=http://site.com/recipes/42/", links: [.init(rel: "canonical", href: "/recipes/42")])
        ),
        PageRuleCase("al-web-url-home", page("al:web:url=https://site.com/"), web),
        PageRuleCase(
            "al-should-fallback-false",
            page("al:web:should_fallback=false"),
            page("al:web:should_fallback=true")
        ),
        PageRuleCase(
            "al-should-fallback-value",
            page("al:web:should_fallback=maybe"),
            page("al:web:should_fallback=true")
        ),
        PageRuleCase("al-web-repeated", page("al:web:url=https://a.b/c", "al:web", "al:web:url=https://a.b/d"), web),
        PageRuleCase("al-web-repeated", page("al:web:url=https://a.b/c", "al:web:url=https://a.b/d"), web),
    ]

    static let others: [PageRuleCase] = [
        PageRuleCase("banner-no-app-id", banner("app-argument=https://a.b"), banner("app-id=1")),
        PageRuleCase("banner-app-id", banner("app-id=com.site.app"), banner("app-id=1")),
        PageRuleCase(
            "banner-separator",
            banner("app-id=1 app-argument=https://a.b"),
            banner("app-id=1, app-argument=https://a.b")
        ),
        PageRuleCase("banner-unknown-parameter", banner("app-id=1, app-arg=a"), banner("app-id=1")),
        PageRuleCase(
            "banner-argument-url",
            banner("app-id=1, app-argument=/a"),
            banner("app-id=1, app-argument=app://a")
        ),
        PageRuleCase(
            "banner-argument-comma",
            banner("app-id=1, app-argument=https://a.b/c,d"),
            banner("app-id=1, app-argument=https://a.b/c%2Cd")
        ),
        PageRuleCase(
            "banner-clip-id",
            banner("app-clip-bundle-id=TEAMAAAA01.com.site.app.Clip"),
            banner("app-clip-bundle-id=com.site.app.Clip")
        ),
        PageRuleCase(
            "banner-repeated",
            page("name:apple-itunes-app=app-id=1", "name:apple-itunes-app=app-id=1"),
            banner("app-id=1")
        ),
        PageRuleCase("banner-property", page("apple-itunes-app=app-id=1"), banner("app-id=1")),
        PageRuleCase("twitter-app-id", page("name:twitter:app:id:iphone=id1"), page("name:twitter:app:id:iphone=1")),
        PageRuleCase(
            "twitter-app-url",
            page("name:twitter:app:url:iphone=app://https://a.b"),
            page("name:twitter:app:url:iphone=app://a")
        ),
        PageRuleCase("twitter-app-card", page("name:twitter:card=app"), page("name:twitter:card=summary")),
        PageRuleCase(
            "alternate-android-app",
            page(links: [.init(rel: "alternate", href: "android-app://app/https/site.com")]),
            page(links: [.init(rel: "alternate", href: "android-app://com.site.app/https/site.com")])
        ),
        PageRuleCase(
            "intent-syntax",
            page(hyperlinks: ["intent:x#Intent;package=a.b"]),
            page(hyperlinks: ["intent:x#Intent;package=a.b;end"])
        ),
        PageRuleCase(
            "intent-no-fallback",
            page(hyperlinks: ["intent:x#Intent;scheme=app;end"]),
            page(hyperlinks: ["intent:x#Intent;package=a.b;end"])
        ),
        PageRuleCase(
            "intent-fallback-url",
            page(hyperlinks: ["intent:x#Intent;S.browser_fallback_url=https://a.b;end"]),
            page(hyperlinks: ["intent:x#Intent;S.browser_fallback_url=https%3A%2F%2Fa.b;end"])
        ),
        PageRuleCase(
            "manifest-related-application",
            manifest("{\"platform\": \"play\"}"),
            manifest("{\"platform\": \"play\", \"id\": \"a.b\"}")
        ),
    ]

    private static func manifest(_ application: String) -> PageTags {
        PageTags(url: url, metas: [], manifest: Array("{\"related_applications\": [\(application)]}".utf8))
    }
}
