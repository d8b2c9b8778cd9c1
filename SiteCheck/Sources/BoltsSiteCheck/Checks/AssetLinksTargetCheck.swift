@_spi(Bolts) import BoltsAssociations
import BoltsBase

enum AssetLinksTargetCheck {
    static let targetKeys = ["namespace", "site", "package_name", "sha256_cert_fingerprints"]

    /// Checks the target of a statement; `verified` has the relations that well-formed fingerprints give each package.
    static func check(
        _ statement: JSONNode,
        relations: [String],
        _ verified: [String: Set<String>],
        _ collector: inout FindingCollector
    ) {
        guard let target = statement["target"] else {
            if let wrong = NearestKey.misspelling(of: ["target"], in: statement, among: AssetLinksCheck.statementKeys) {
                collector.add(misspelled: .assetlinksMissingTarget, wrong, of: statement, "The statement has no target")
            } else {
                collector.add(.assetlinksMissingTarget, statement)
            }
            return
        }
        guard target.isObject else {
            collector.add(.assetlinksMissingTarget, target, "target is not an object.")
            return
        }
        AssetLinksCheck.unknownKeys(of: target, among: targetKeys, &collector)
        switch target["namespace"]?.string {
        case "web":
            checkSite(target, relations, &collector)
            if relations.contains(AssetRelation.handleAllURLs.description) {
                collector.add(.assetlinksHandleAllUrlsWebTarget, statement)
            }
        case "android_app":
            checkPackage(target, &collector)
            let others = target["package_name"]?.string.flatMap { verified[$0] }
            checkFingerprints(target, hasOthers: others?.isSuperset(of: relations) ?? false, &collector)
        case let name:
            let text = name.map { "The namespace \(Clip.quoted($0)) is unknown." } ?? "The target has no namespace."
            let suggestion = name.map { NearestKey.suggestion(for: $0, among: ["web", "android_app"]) } ?? ""
            let fix = name.flatMap { NearestKey.fix(for: $0, among: ["web", "android_app"]) }
            collector.add(.assetlinksNamespaceUnknown, target["namespace"] ?? target, text + suggestion, fix: fix)
        }
    }

    private static func checkSite(_ target: JSONNode, _ relations: [String], _ collector: inout FindingCollector) {
        guard let site = target["site"], let text = site.string else {
            collector.add(.assetlinksWebSiteMalformed, target["site"] ?? target, "The target has no site.")
            return
        }
        // Chromium compares the site of this relation with the URL of a web app's manifest.
        if relations == [AssetLinksCheck.queryWebAPK], AssetLinks.isSecureURL(text) != nil { return }
        do throws(AssetLinksError) {
            _ = try SiteOrigin(text)
        } catch {
            collector.add(.assetlinksWebSiteMalformed, site, error.message)
        }
    }

    private static func checkPackage(_ target: JSONNode, _ collector: inout FindingCollector) {
        guard let package = target["package_name"], let name = package.string else {
            let message = "The target has no package_name."
            collector.add(.assetlinksPackageMalformed, target["package_name"] ?? target, message)
            return
        }
        if !AndroidApplicationID.isValid(name) {
            let message = "\(Clip.quoted(name)) is not an Android application id."
            let trimmed = name.trimmingWhitespace
            let fix = AndroidApplicationID.isValid(trimmed) ? "Write \(Clip.quoted(trimmed))." : nil
            collector.add(.assetlinksPackageMalformed, package, message, fix: fix, detail: .identifier(name))
        } else if let own = withoutTeam(name) {
            let message =
                "\(Clip.quoted(name)) is an identifier of Apple's, with a team id; no Android package has one."
            let fix = "Write \(Clip.quoted(own))."
            collector.add(.assetlinksPackageMalformed, package, message, fix: fix, detail: .identifier(name))
        } else if name == "com.example" || name.hasPrefix("com.example.") {
            collector.add(.assetlinksPackageSample, package, "\(Clip.quoted(name)) is a sample name.")
        }
    }

    /// The package name after a team id of Apple's, or `nil` if there is none.
    static func withoutTeam(_ package: String) -> String? {
        guard let dot = package.firstIndex(of: "."), AppleIdentifierCheck.isTeam(package[..<dot]) else { return nil }
        let rest = String(package[package.index(after: dot)...])
        return AndroidApplicationID.isValid(rest) ? rest : nil
    }

    /// Checks the fingerprints of an app; `hasOthers` says whether others give it the same relations.
    private static func checkFingerprints(
        _ target: JSONNode,
        hasOthers: Bool,
        _ collector: inout FindingCollector
    ) {
        guard let list = target["sha256_cert_fingerprints"] else {
            collector.add(.assetlinksFingerprintsMissing, target)
            return
        }
        guard let elements = list.elements else {
            collector.add(.assetlinksFingerprintsNotArray, list)
            return
        }
        if elements.isEmpty { collector.add(.assetlinksFingerprintsEmpty, list) }
        for element in elements {
            guard let text = element.string else {
                collector.add(.assetlinksFingerprintMalformed, element, "A fingerprint is not a string.")
                continue
            }
            guard let rule = rule(for: text) else { continue }
            let trimmed = text.trimmingWhitespace
            let summary =
                trimmed != text && CertificateFingerprint.isValid(trimmed.uppercased())
                ? "A fingerprint has white space around it" : String(rule.summary.dropLast())
            let fix = rule == .assetlinksFingerprintMalformed ? meant(text).map { "Write \(Clip.quoted($0))." } : nil
            let isSpared = hasOthers && !CertificateFingerprint.isValid(text)
            let end = isSpared ? ", so no build is verified by it; the app's other fingerprints count" : ""
            collector.add(
                rule,
                element,
                "\(summary): \(Clip.quoted(text))\(end).",
                severity: isSpared ? .warning : nil,
                fix: fix
            )
        }
    }

    /// The intended fingerprint in a text with 32 octets and other characters, or `nil` if there is none.
    static func meant(_ text: String) -> String? {
        guard text.utf8.count <= 400 else { return nil }
        let text = text.trimmingWhitespace
        // Tools print the name of the algorithm before it.
        let names = ["SHA256", "SHA-256"]
        let name = names.first { text.uppercased().hasPrefix($0) }
        let tail = text.dropFirst(name?.count ?? 0)
        let digits = Array(tail.uppercased().filter { $0.isASCII && $0.isHexDigit })
        let others = tail.filter { !($0.isASCII && $0.isHexDigit) && !": -=".contains($0) }
        guard digits.count == 64, others.isEmpty else { return nil }
        return stride(from: 0, to: 64, by: 2).map { String(digits[$0...$0 + 1]) }.joined(separator: ":")
    }

    /// The fingerprint of the debug certificate in the template of React Native.
    static let publicDebugKey =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"
    private static let documentationSample =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

    /// Returns the rule that a fingerprint breaks, or `nil` if it breaks none.
    static func rule(for text: String) -> AssociationRule? {
        if CertificateFingerprint.isValid(text) {
            if text == publicDebugKey { return .assetlinksFingerprintPublicDebugKey }
            return isSample(text) ? .assetlinksFingerprintSample : nil
        }
        if isPlaceholder(text) { return .assetlinksFingerprintPlaceholder }
        if CertificateFingerprint.isValid(text.uppercased()) { return .assetlinksFingerprintLowercase }
        let octets = text.split(separator: ":", omittingEmptySubsequences: false)
        let areOctets = octets.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { $0.hexadecimalValue != nil } }
        if octets.count == 20, areOctets { return .assetlinksFingerprintSha1 }
        return .assetlinksFingerprintMalformed
    }

    /// Whether a well-formed fingerprint is one that people write in examples.
    static func isSample(_ text: String) -> Bool {
        if text == documentationSample { return true }
        let octets = text.utf8.split(separator: UInt8(ascii: ":")).map { pair in
            pair.reduce(0) { $0 << 4 | Int($1.hexadecimalValue ?? 0) }
        }
        // One octet, or a few, repeated.
        if (1...16).contains(where: { period in octets.indices.allSatisfy { octets[$0] == octets[$0 % period] } }) {
            return true
        }
        // Counting up: 00:11:22:…, 00:01:02:…, AA:BB:CC:…
        let steps = Set(zip(octets, octets.dropFirst()).map { ($1 - $0 + 256) % 256 })
        if steps.count == 1 { return true }
        return octets.allSatisfy { $0 / 16 == $0 % 16 } && zip(octets, octets.dropFirst()).allSatisfy { $0 != $1 }
            && steps.isSubset(of: [0x11, 0x12, 0x01, 256 - 0xFF, 256 - 0x55, 256 - 0x99])
    }

    private static func isPlaceholder(_ text: String) -> Bool {
        let upper = text.uppercased()
        // A real fingerprint with a label or a missing part is not a placeholder.
        let pairs = upper.split { $0 == ":" || $0 == " " }
        if pairs.count(where: { $0.utf8.count == 2 && $0.utf8.allSatisfy { $0.hexadecimalValue != nil } }) >= 16 {
            return false
        }
        let words = ["YOUR", "REPLACE", "PLACEHOLDER", "TODO", "FINGERPRINT", "SHA256", "SHA-256", "EXAMPLE", "CERT"]
        if words.contains(where: upper.contains) || upper.contains("...") || upper.contains("…") { return true }
        if upper.unicodeScalars.contains(where: { "<>{}$_".unicodeScalars.contains($0) }) { return true }
        // Placeholders such as XX:XX:…, and words of other languages.
        let octets = upper.split(separator: ":")
        if octets.count > 4,
            octets.allSatisfy({ $0 == octets[0] && $0.utf8.allSatisfy { $0.hexadecimalValue == nil } })
        {
            return true
        }
        let run = upper.utf8.reduce((longest: 0, current: 0)) { state, byte in
            let isWord = byte.isASCIILetter && byte.hexadecimalValue == nil
            let current = isWord ? state.current + 1 : 0
            return (max(state.longest, current), current)
        }
        return run.longest >= 4
    }
}

extension String {
    /// The text without the ASCII white space at its ends.
    var trimmingWhitespace: String {
        let bytes = utf8.drop { $0 <= 0x20 }
        let end = bytes.lastIndex { $0 > 0x20 }.map { bytes.index(after: $0) } ?? bytes.startIndex
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
