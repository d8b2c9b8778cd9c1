import BoltsSiteCheck
import Foundation
import FuzzSupport

private let urls = [
    "https://example.com/", "https://example.com/a/b%20c?x=1&y=%C3%A4#top", "https://example.com//A/é?=&&",
].compactMap { URL(string: $0) }

/// A server may send any bytes as an association file: reading, deciding and checking never trap, each finding is within
/// the file, and a file that is read again gives the same answers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAssociations(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count, choiceCount: 1)
    switch input.choice() {
    case 0x80...: checkDeviceReport(input.text)
    case let choice where choice % 3 == 0: checkAppSiteAssociation(input.text)
    case let choice where choice % 3 == 1: checkAssetLinks(input.text)
    default: checkWindowsWebLinks(input.text)
    }
    return 0
}

private func checkAppSiteAssociation(_ bytes: [UInt8]) {
    checkFindings(AssociationCheck.findings(inAppSiteAssociation: bytes, file: "file"), in: bytes)
    guard let file = try? AppSiteAssociation(bytes: bytes) else { return }
    for app in file.apps.prefix(4) {
        for url in urls {
            let decision = file.decision(for: url, app: app, tracing: true)
            let short = file.decision(for: url, app: app)
            check(decision.outcome == short.outcome, "the trace changes what is decided for \(url)")
        }
    }
}

private func checkAssetLinks(_ bytes: [UInt8]) {
    checkFindings(AssociationCheck.findings(inAssetLinks: bytes, file: "file"), in: bytes)
    guard let file = try? AssetLinks(bytes: bytes) else { return }
    for url in urls {
        let decision = file.decision(for: url, package: "com.example", fingerprint: nil)
        let again = file.decision(for: url, package: "com.example", fingerprint: nil)
        check(decision.outcome == again.outcome, "two answers for \(url)")
    }
}

private func checkWindowsWebLinks(_ bytes: [UInt8]) {
    checkFindings(AssociationCheck.findings(inWindowsWebLinks: bytes, file: "file"), in: bytes)
    guard let file = try? WindowsWebLinks(bytes: bytes) else { return }
    for url in urls { _ = file.decision(for: url, packageFamilyName: "Example_8wekyb3d8bbwe") }
}

/// Checks that any text may be given as the report of a device.
private func checkDeviceReport(_ bytes: [UInt8]) {
    guard let report = try? DeviceReport(bytes, file: "report") else { return }
    check(!report.apps.isEmpty || !bytes.isEmpty, "an empty report is taken")
    var claims = AppClaims()
    claims.deviceReports = [report]
    let site = SiteAssociations(host: "example.com", appSiteAssociation: nil, assetLinks: statement)
    for url in urls {
        for answer in LinkVerdict(url: url, site: site, claims: claims).answers {
            check(!answer.description.unicodeScalars.contains { $0.value == 0x1B }, "\(answer) reaches a terminal")
        }
    }
}

private let statement = Array(
    """
    [{"relation": ["delegate_permission/common.handle_all_urls"],
      "target": {"namespace": "android_app", "package_name": "com.example.app", "sha256_cert_fingerprints": []}}]
    """.utf8
)

private func checkFindings(_ findings: [Finding], in bytes: [UInt8]) {
    for finding in findings {
        check(!finding.message.isEmpty, "\(finding.rule) says nothing")
        check(!finding.description.unicodeScalars.contains { $0.value == 0x1B }, "\(finding) reaches a terminal")
        guard let place = finding.place else { continue }
        check(
            (0...bytes.count).contains(place.byteRange.lowerBound) && place.byteRange.upperBound <= bytes.count,
            "\(finding) lies outside \(bytes.count) bytes"
        )
    }
}
