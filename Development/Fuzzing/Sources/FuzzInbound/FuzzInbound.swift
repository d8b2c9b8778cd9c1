@_spi(Bolts) import BoltsAppLinks
import FuzzSupport

/// Any text may be an incoming URL: reading it does no harm, the data that was read can be written and read again, and so can other
/// data that is written into the URL.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInbound(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count, choiceCount: 0)
    let text = String(decoding: input.text, as: UTF8.self)
    let url = AppLinkURL(text: text, events: events)
    check(url.inputText == text, "the input is not what came")
    check(url.appLinkData == nil || url.appLinkDataError == nil, "there are data and an error")
    for parameters in [url.inputQueryParameters, url.targetQueryParameters] {
        check(parameters.parameters.count <= text.utf8.count + 1, "more parameters than bytes")
    }
    if url.appLinkData?.targetURL != nil, let target = url.targetURL {
        check(["http", "https"].contains(target.scheme?.lowercased()), "\(target) is no page")
    }
    if let back = url.appLinkReferrer?.targets.first?.urlText, let opened = try? OpenableURL(back) {
        check(!SchemePolicy.alwaysDenied.contains(opened.scheme), "\(opened) leads back")
    }
    if let data = url.appLinkData { checkRoundTrip(data, text) }
    checkRoundTrip(AppLinkData(json: ["extras": ["text": .string(text)]]), text)
    return 0
}

private let events = MeasurementEventCenter(notificationCenter: nil)

private func checkRoundTrip(_ data: AppLinkData, _ base: String) {
    let codec = AppLinkDataCodec()
    do {
        let written = try codec.encode(data, into: base)
        let read = try codec.decode(from: written)
        check(read == data, "written \(written), read \(String(describing: read))")
    } catch {
        // A text may be too large after escaping. No other error is allowed.
        check(error.code == .tooLarge, "\(error)")
    }
}
