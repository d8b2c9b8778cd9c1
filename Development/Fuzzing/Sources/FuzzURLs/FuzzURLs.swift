@_spi(Bolts) @testable import BoltsAppLinks
@_spi(Bolts) @testable import BoltsPageFetching
import Foundation
import FuzzSupport

/// Any text may be given for a URL, a host, an address or a header field: an accepted text follows its rules, and is the same after
/// writing and reading it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzURLs(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count, choiceCount: 0)
    let text = String(decoding: input.text, as: UTF8.self)
    checkOpenable(text)
    if let url = URL(string: text), let target = try? HTTPTarget(url) { checkTarget(target) }
    if let host = HTTPHost(text) { check(HTTPHost(host.text) == host, "\(host) is read as another") }
    if let address = HostAddress(text) { check(HostAddress("\(address)") == address, "\(address) is read as another") }
    checkRedirect(to: text)
    if let type = PageContentType(text) {
        check(type.mediaType == type.mediaType.lowercased(), "\(type.mediaType) is not in lower case")
    }
    return 0
}

private func checkOpenable(_ text: String) {
    guard let url = try? OpenableURL(text) else { return }
    check(url.text == text, "a text was repaired")
    check(!text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }, "white space or a control character passed")
    let scheme = text.utf8.prefix { $0 != 0x3A }
    check(scheme.elementsEqual(url.scheme.name.utf8, by: sameLetter), "\(url.scheme.name) is not the scheme")
    check(!text.hasPrefix("-"), "an option of a command line passed")
    if url.scheme.isWeb {
        check(url.host?.isEmpty == false, "a page without a host passed")
    }
    if SchemePolicy.alwaysDenied.contains(url.scheme) {
        let open = SchemePolicy(denied: [], deniesMicrosoftSchemes: false, allowed: [url.scheme])
        check(!open.allows(url.scheme), "\(url.scheme.name) passed")
    }
}

private func checkTarget(_ target: HTTPTarget) {
    let text = target.url.absoluteString
    check(!text.utf8.contains { $0 <= 0x20 || $0 >= 0x7F || $0 == 0x5C }, "\(text) would be a broken request")
    check(target.url.user() == nil && target.url.password() == nil, "\(text) holds a user name")
    check(target.url.fragment() == nil, "\(text) holds a fragment")
    check((try? HTTPTarget(target.url)) == target, "\(text) is read as another")
    check(HTTPHost(target.url.host() ?? "") == target.host, "\(text) is not of host \(target.host.text)")
    // A reader that works like a browser must find the same host.
    check(URLAuthority(text).flatMap { HTTPHost($0.host) } == target.host, "\(text) has two hosts")
    let address = HostAddress(v4: 0x0102_0304)
    check(target.url(at: address)?.host() == "1.2.3.4", "\(text) cannot be asked for at an address")
}

private func checkRedirect(to location: String) {
    guard let page = URL(string: "https://example.com/a/b?c"),
        var trail = try? RedirectChain(from: page, options: PageFetchOptions())
    else { fatalError("the first page was refused") }
    do {
        try trail.follow(status: 302, location: location)
        checkTarget(trail.current)
        check(trail.current.scheme == .https, "a redirect led to http")
    } catch {
        check(error is PageError, "\(error)")
        check(trail.current.url == page, "a refused redirect was followed")
    }
}

private func sameLetter(_ one: UInt8, _ other: UInt8) -> Bool {
    one == other || (0x41...0x5A).contains(one) && one | 0x20 == other
}
