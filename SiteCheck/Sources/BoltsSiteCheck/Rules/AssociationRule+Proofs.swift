/// The proofs that something was done on a server, in a page's template or on a device.
extension AssociationRule {
    private static func status(_ name: String = "URL") -> String {
        "curl -sS -o /dev/null -w '%{http_code}\\n' '\(name)' prints 200"
    }

    /// The proof that a file is served.
    static let answersProof = status()
    private static let type = "curl -sS -o /dev/null -w '%{content_type}\\n' 'URL' prints application/json"
    private static let isJSON = json("URL")
    private static let certificate = "curl -sS -o /dev/null 'URL' prints nothing and ends with 0"
    private static let time = "curl -sS -o /dev/null -w '%{time_total}\\n' 'URL' prints less than 5"
    private static let device = "adb shell pm get-app-links PACKAGE prints verified after HOST"
    private static let appleDevice = "swcutil show | grep -A 8 HOST prints approved"
    private static let cdn = "curl -sS https://app-site-association.cdn-apple.com/a/v1/HOST prints the site's file"
    private static let unknown = "curl -sS -o /dev/null -w '%{http_code}\\n' 'https://HOST/.well-known/none' prints 404"
    private static let form =
        "curl -sS -o /dev/null -w '%{http_code} %{redirect_url}\\n' 'https://HOST/.well-known/change-password' "
        + "prints 302 and the form's address"

    private static let receiver = "applinks check PROJECT --app-only names a method, cold and warm"

    private static func json(_ name: String) -> String { "curl -sS '\(name)' | head -c 1 prints { or [" }

    private static func fewer(_ text: String) -> String { "curl -sS 'URL' | grep -c '\(text)' prints a smaller number" }

    private static func tag(_ text: String) -> String { "curl -sS 'URL' | grep '\(text)' prints the new tag" }

    /// The commands that prove that something was done on a server, in a page's template or on a device.
    ///
    /// URL, HOST and PACKAGE are placeholders for the finding's values.
    static let proofs: [String: String] = [
        "aasa-root-only": status(), "aasa-file-extension": status(), "windows-missing": status(),
        "windows-json-suffix": status(), "aasa-not-https": certificate, "aasa-redirect": status(), "aasa-html": isJSON,
        "aasa-content-type": type,
        "aasa-client-blocked": "curl -sS -A 'AASA-Bot/1.0.0' -o /dev/null -w '%{http_code}\\n' 'URL' prints 200",
        "aasa-slow": time, "aasa-cdn-failure": cdn, "aasa-cdn-stale": cdn, "aasa-signed": isJSON,
        "assetlinks-redirect": status(), "assetlinks-not-https": certificate, "assetlinks-content-type": type,
        "assetlinks-slow": time,
        "assetlinks-host-with-dot": status("https://HOST./.well-known/assetlinks.json"),
        "assetlinks-client-blocked":
            "curl -sS -A 'GoogleAssociationService' -o /dev/null -w '%{http_code}\\n' 'URL' prints 200",
        "assetlinks-include-url": status("the included list"),
        "al-ios-no-url": tag("al:ios:url"), "al-android-no-package": tag("al:android:package"),
        "al-windows-no-url": tag("al:windows"), "al-name-attribute": tag("property=\"al:"),
        "al-letter-case": tag("al:"),
        "al-unknown-property": tag("al:"), "al-empty-content": tag("al:"), "al-template-leak": tag("al:"),
        "al-url-scheme-only": tag(":url"), "al-url-dangerous": tag(":url"), "al-unequal-groups": tag("al:"),
        "al-duplicate-group": fewer("al:"), "al-web-url-relative": tag("al:web:url"),
        "al-web-url-sample": tag("al:web:url"), "al-web-url-canonical": tag("al:web:url"),
        "al-web-url-home": tag("al:web:url"), "al-should-fallback-value": tag("al:web:should_fallback"),
        "al-web-repeated": fewer("al:web"),
        "banner-separator": tag("apple-itunes-app"), "banner-unknown-parameter": tag("apple-itunes-app"),
        "banner-argument-url": tag("apple-itunes-app"), "banner-argument-comma": tag("apple-itunes-app"),
        "banner-clip-id": tag("apple-itunes-app"), "banner-property": tag("apple-itunes-app"),
        "banner-repeated": fewer("apple-itunes-app"),
        "twitter-app-url": tag("twitter:app:url"), "alternate-android-app": tag("android-app://"),
        "intent-syntax": tag("intent:"), "intent-no-fallback": tag("intent:"), "intent-fallback-url": tag("intent:"),
        "cross-host-missing": status(),
        "cross-link-redirects": status(),
        "link-page-for-files":
            "curl -sS -o /dev/null -w '%{content_type}\\n' 'https://HOST/.well-known/{apple-app-site-association,"
            + "assetlinks.json}' prints application/json for each file there is",
        "link-files-unpublished": json("https://HOST/.well-known/apple-app-site-association"),
        "link-site-unreachable":
            status("https://HOST/.well-known/{apple-app-site-association,assetlinks.json}") + " for each file there is",
        "link-page-unreadable": "curl -sSL -o /dev/null -w '%{http_code}\\n' 'URL' prints 200",
        "cross-app-not-deployed": "curl -sS 'URL' prints the project's file",
        "ios-app-configuration": "applinks check HOST --app PROJECT prints no ios-app-configuration",
        "cross-app-legacy-host": "applinks check HOST --app PROJECT prints no cross-app-legacy-host",
        "ios-app-profile": "codesign -d --entitlements - Example.app prints applinks:HOST",
        "ios-app-stripped": "codesign -d --entitlements - Example.app prints applinks:HOST",
        "android-app-debug-certificate": "applinks check URL --app app-release.apk names no debug certificate",
        "device-app-missing": "adb shell pm path PACKAGE prints package:", "device-host-not-declared": device,
        "device-not-verified": device,
        "device-not-answered": device, "device-not-approved": appleDevice,
        "device-links-off":
            "adb shell pm get-app-links --user cur PACKAGE prints Verification link handling allowed: true",
        "device-browser-chosen": appleDevice,
        "device-other-app": "adb shell am start -a android.intent.action.VIEW -d URL "
            + "opens the app", "device-asks": device, "device-decides-otherwise": "swcutil verify prints Match",
        "webauthn-content-type": type, "webauthn-html": isJSON, "webauthn-redirect": status(),
        "passkey-endpoints-redirect": status(), "change-password-missing": form, "change-password-fallback": unknown,
        "change-password-form": form,
        "ios-app-link-lifecycle": receiver, "ios-app-link-cold": receiver, "ios-app-link-warm": receiver,
        "ios-app-scene-overwritten": receiver, "ios-app-link-swiftui": receiver, "ios-app-link-unreceived": receiver,
        "ios-app-scene-required": receiver, "android-app-link-warm": receiver,
        "android-app-link-nav": receiver, "android-app-link-super": receiver,
        "android-app-path-literal": "applinks check PROJECT --app-only prints no android-app-path-literal",
        "android-app-link-task": "applinks check PROJECT --app-only prints no android-app-link-task",
    ]
}
