import BoltsAppLinks

struct WebDriverCapabilities {
    let kind: InstalledBrowser.Kind
    let proxyPort: Int
    let options: BrowserOptions

    var request: AppLinkValue {
        let proxy = AppLinkValue.string("127.0.0.1:\(proxyPort)")
        let limit = AppLinkValue.integer(Self.milliseconds(options.pageTimeout))
        var wanted: [String: AppLinkValue] = [
            "proxy": ["proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy],
            // While a driver waits for a page, it handles no other command, and WPE's driver may hang.
            "pageLoadStrategy": "none",
            "unhandledPromptBehavior": "dismiss",
            "acceptInsecureCerts": .bool(options.acceptsInsecureCertificates),
            "timeouts": ["pageLoad": limit, "script": limit, "implicit": 0],
        ]
        switch kind {
        case .wpe(let browser):
            wanted["proxy"] = nil
            wanted["wpe:browserOptions"] = [
                "binary": .string(browser),
                // A content filter, which would block images, makes one start in five hang (2.38).
                "args": .array(webKit + ["--headless"]),
            ]
        case .webKitGTK:
            wanted["proxy"] = nil
            wanted["webkitgtk:browserOptions"] = ["args": .array(webKit)]
        case .chromium, .other:
            break
        }
        return ["capabilities": ["alwaysMatch": .object(wanted)]]
    }

    /// Arguments for WPE and WebKitGTK.
    ///
    /// If the proxy were a capability, they would use TLS with the proxy itself for https pages, and load none of them (WPE 2.38,
    /// WebKitGTK 2.50).
    private var webKit: [AppLinkValue] {
        [
            "--automation", "--private", "--cookies-policy=never",
            .string("--proxy=http://127.0.0.1:\(proxyPort)"),
        ]
    }

    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return max(1, min(max(seconds, 0), 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
