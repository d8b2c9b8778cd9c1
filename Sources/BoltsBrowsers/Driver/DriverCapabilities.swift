#if os(Linux) || os(macOS)
#if canImport(Glibc)
import BoltsAppLinks
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What a browser is asked to be like, in WebDriver's words.
struct DriverCapabilities {
    let kind: InstalledDriver.Kind
    let proxyPort: Int
    let options: WebDriverOptions

    /// The body of the request for a session.
    var request: JSONValue {
        let proxy = JSONValue.string("127.0.0.1:\(proxyPort)")
        let limit = JSONValue.integer(Self.milliseconds(options.pageTimeout))
        var wanted: [String: JSONValue] = [
            "proxy": ["proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy],
            // We wait ourselves: drivers that do answer nothing else meanwhile, and WPE's may never answer again.
            "pageLoadStrategy": "none",
            "unhandledPromptBehavior": "dismiss",
            "acceptInsecureCerts": .bool(options.acceptsInsecureCertificates),
            "timeouts": ["pageLoad": limit, "script": limit, "implicit": 0],
        ]
        switch kind {
        case .chromium:
            wanted["goog:chromeOptions"] = chromium
        case .wpe(let browser):
            wanted["proxy"] = nil
            wanted["wpe:browserOptions"] = [
                "binary": .string(browser),
                // A content filter, which would spare images, keeps one start in five from ever ending (2.38).
                "args": .array(webKit + ["--headless"]),
            ]
        case .webKitGTK:
            wanted["proxy"] = nil
            wanted["webkitgtk:browserOptions"] = ["args": .array(webKit)]
        case .other:
            break
        }
        return ["capabilities": ["alwaysMatch": .object(wanted)]]
    }

    /// What both of WebKit's own browsers understand.
    ///
    /// By the capability they would speak TLS to the proxy wherever the page does, and have no https at all (WPE 2.38,
    /// WebKitGTK 2.50).
    private var webKit: [JSONValue] {
        [
            "--automation", "--private", "--cookies-policy=never",
            .string("--proxy=http://127.0.0.1:\(proxyPort)"),
        ]
    }

    private var chromium: JSONValue {
        var arguments: [JSONValue] = [
            "--headless=new", "--disable-gpu", "--mute-audio", "--no-first-run", "--no-default-browser-check",
            "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
            "--disable-sync", "--disable-extensions", "--disable-default-apps", "--disable-breakpad",
            "--disable-client-side-phishing-detection", "--no-pings", "--disable-dev-shm-usage",
            "--blink-settings=imagesEnabled=false",
            // Nothing goes past the proxy: not to this machine, not by UDP, not by looking names up.
            "--proxy-bypass-list=<-loopback>", "--disable-quic",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--dns-prefetch-disable",
        ]
        // Chromium's sandbox does not work for root, and Chromium refuses to start without being told so.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        return [
            "args": .array(arguments),
            "excludeSwitches": ["disable-popup-blocking"],
            "prefs": [
                // 2 blocks, 3 forbids every download.
                "download_restrictions": 3,
                "profile.default_content_setting_values.popups": 2,
                "profile.default_content_setting_values.notifications": 2,
                "profile.default_content_setting_values.geolocation": 2,
                "profile.default_content_setting_values.automatic_downloads": 2,
                "profile.default_content_setting_values.images": 2,
                "profile.default_content_setting_values.cookies": 4,
                "credentials_enable_service": false,
                "webrtc.ip_handling_policy": "disable_non_proxied_udp",
            ],
        ]
    }

    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return max(1, min(max(seconds, 0), 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
#endif
