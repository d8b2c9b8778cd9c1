#if os(Linux) || os(macOS)
@_spi(Bolts) import BoltsWebView

struct BrowserPage: Sendable {
    let answer: BrowserPageAnswer
    /// The number of bytes that were sent and received while it was read.
    let byteCount: Int
    /// The hosts, with their ports, to which the browser wanted to connect and which the page did not ask for.
    var refusedHosts: [String] = []
}
#endif
