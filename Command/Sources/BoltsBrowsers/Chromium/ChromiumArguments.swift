internal import Foundation

enum ChromiumArguments {
    static func list(directory: String, acceptsInsecureCertificates: Bool) -> [String] {
        var arguments = [
            "--remote-debugging-pipe", "--user-data-dir=\(directory)/profile", "--no-startup-window",
            "--headless=new", "--disable-gpu", "--mute-audio", "--no-first-run", "--no-default-browser-check",
            "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
            "--disable-sync", "--disable-extensions", "--disable-default-apps", "--disable-breakpad",
            "--disable-client-side-phishing-detection", "--no-pings", "--disable-dev-shm-usage",
            "--disable-hang-monitor", "--disable-prompt-on-repost", "--password-store=basic", "--use-mock-keychain",
            "--blink-settings=imagesEnabled=false",
            // Each context gets its own proxy. Outside contexts there is no network: no direct connection, no UDP, no name
            // look-ups.
            "--proxy-server=http://none.invalid:9", "--proxy-bypass-list=<-loopback>", "--disable-quic",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--dns-prefetch-disable",
        ]
        if acceptsInsecureCertificates { arguments.append("--ignore-certificate-errors") }
        // Chromium's sandbox does not work for root, and Chromium does not start without this option.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        return arguments
    }
}
