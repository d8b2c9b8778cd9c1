import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests random files that are fixed, and whose decisions about links are then compared by the code that models devices.
@Suite(.timeLimit(.minutes(20))) struct FixPropertyTests {
    private static let apps = [
        "TEAMAAAA01.com.a", "teamaaaa01.com.a", "TEAMAAAA01.com.b", " TEAMAAAA01.com.b", "TEAMAAAA01.com.c",
    ]
    private static let patterns = [
        "/a", "/a/*", "/a/**", "a/b", "*", "/b/?*", "/b", "/a/b", "NOT /a", "/c ", "x", "/d%2fe", "/é",
        "https://s.example/a", "/$(lang)/*", "/$(lnag)", "**", "/a*b**c",
    ]
    private static let urls = [
        "/", "/a", "/a/", "/a/b", "/a/b/c", "/b", "/b/c", "/c", "/c%20", "/x", "/d%2fe", "/d%2Fe", "/%C3%A9", "/en/a",
        "/NOT%20/a", "/axbyc", "/A", "/a?q=1", "/a?q=2", "/b#f", "/q?p=1",
    ].map { "https://site.example" + $0 }

    private struct Writer {
        var random: SeededRandom
        let lineEnd: String

        init(seed: Int) {
            random = SeededRandom(seed: UInt64(seed))
            lineEnd = ["\n", "\r\n", " ", ""].randomElement(using: &random) ?? "\n"
        }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

        mutating func list(_ count: ClosedRange<Int>, _ element: (inout Writer) -> String) -> String {
            let elements = (0..<Int.random(in: count, using: &random)).map { _ in element(&self) }
            return "[" + lineEnd + elements.joined(separator: "," + lineEnd) + lineEnd + "]"
        }

        mutating func object(_ members: [String]) -> String {
            "{" + lineEnd + members.joined(separator: "," + lineEnd) + lineEnd + "}"
        }
    }

    private static func component(_ writer: inout Writer) -> String {
        var members: [String] = []
        if writer.chance(90) { members.append("\"/\": \"\(writer.pick(patterns))\"") }
        if writer.chance(20) {
            members.append("\"?\": \(writer.pick(["{\"q\": \"1\"}", "{\"q\": 1}", "\"q=1\"", "{\"q\": \"*\"}"]))")
        }
        if writer.chance(10) { members.append("\"#\": \"\(writer.pick(["f", "**"]))\"") }
        if writer.chance(30) {
            members.append("\"exclude\": \(writer.pick(["true", "false", "\"YES\"", "\"no\"", "1"]))")
        }
        if writer.chance(10) { members.append("\"caseSensitive\": \(writer.pick(["true", "false", "0"]))") }
        if writer.chance(10) { members.append("\"percentEncoded\": \(writer.pick(["true", "false"]))") }
        if writer.chance(20) {
            members.append("\"comment\": \"remark \(Int.random(in: 0..<1_000_000, using: &writer.random))\"")
        }
        if writer.chance(10) { members.append("\"x-unknown\": [1, {\"a\": null}]") }
        if writer.chance(5) { members.append("\"Exclude\": true") }
        return writer.object(members)
    }

    private static func entry(_ writer: inout Writer) -> String {
        var members: [String] = []
        if writer.chance(80) { members.append("\"appIDs\": \(writer.list(1...2) { "\"\($0.pick(apps))\"" })") }
        if writer.chance(30) { members.append("\"appID\": \"\(writer.pick(apps))\"") }
        if writer.chance(80) { members.append("\"components\": \(writer.list(0...6, component))") }
        if writer.chance(25) { members.append("\"paths\": \(writer.list(0...4) { "\"\($0.pick(patterns))\"" })") }
        if writer.chance(10) { members.append("\"defaults\": {\"caseSensitive\": \(writer.pick(["true", "false"]))}") }
        return writer.object(members)
    }

    private static func appleFile(_ writer: inout Writer) -> String {
        var links = ["\"details\": \(writer.list(1...3, entry))"]
        if writer.chance(30) { links.append("\"apps\": \(writer.list(0...1) { "\"\($0.pick(apps))\"" })") }
        if writer.chance(30) { links.append("\"substitutionVariables\": {\"v\": [\"a\"]}") }
        var members = ["\"applinks\": \(writer.object(links))"]
        if writer.chance(30) { members.append("\"webcredentials\": {\"apps\": [\"\(writer.pick(apps))\"]}") }
        return writer.object(members) + writer.lineEnd
    }

    private static let certificates = [
        AssetLinksRuleCases.fingerprint, AssetLinksRuleCases.fingerprint.lowercased(),
        AssetLinksRuleCases.fingerprint.replacing(":", with: ""),
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5", "SHA1",
    ]

    private static func statement(_ writer: inout Writer) -> String {
        let relations = [
            "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
            "delegate_permission/common.handle_all_url", "Delegate_Permission/common.handle_all_urls",
        ]
        var target = [
            "\"namespace\": \"\(writer.pick(["android_app", "android_app", "android"]))\"",
            "\"package_name\": \"\(writer.pick(["com.a", "com.b", " com.a"]))\"",
        ]
        if writer.chance(90) {
            target.append("\"sha256_cert_fingerprints\": \(writer.list(0...2) { "\"\($0.pick(certificates))\"" })")
        }
        var members = ["\"target\": \(writer.object(target))"]
        if writer.chance(90) { members.append("\"relation\": \(writer.list(1...2) { "\"\($0.pick(relations))\"" })") }
        if writer.chance(20) {
            members.append("\"comment\": \"remark \(Int.random(in: 0..<1_000_000, using: &writer.random))\"")
        }
        if writer.chance(30) {
            let rules = writer.list(1...3) { writer in
                let flag = writer.chance(30) ? ", \"exclude\": true" : ""
                return "{\"/\": \"\(writer.pick(["/a", "/a*", "*", "/b"]))\"\(flag)}"
            }
            members.append(
                "\"relation_extensions\": {\"\(relations[0])\": {\"dynamic_app_link_components\": \(rules)}}"
            )
        }
        return writer.object(members)
    }

    private static func strings(_ text: String) -> [String: Int] {
        text.matches(of: /remark [0-9]+|x-unknown/).reduce(into: [:]) { $0[String($1.output), default: 0] += 1 }
    }

    @Test(arguments: 0..<50) func safeFixesOfAppleFilesChangeNoDecisionAndKeepRemarks(_ seed: Int) throws {
        var writer = Writer(seed: seed)
        let text = Self.appleFile(&writer)
        let before = try AppSiteAssociation(bytes: Array(text.utf8))
        let fixes = FixingTests.fixes(text, .apple, unsafely: false)
        let after = try AppSiteAssociation(bytes: fixes.bytes)
        let isTrimmed = fixes.fixed.contains { $0.finding.rule == .aasaAppIdMalformed }
        for app in ["TEAMAAAA01.com.a", "TEAMAAAA01.com.b", "TEAMAAAA01.com.c"] {
            // The entry of this app was refused for its spelling.
            if isTrimmed, app.hasSuffix("b") { continue }
            for url in Self.urls {
                let (old, new) = (
                    before.decision(for: url, app: app).outcome, after.decision(for: url, app: app).outcome
                )
                #expect(
                    (old == .match) == (new == .match),
                    "\(url) \(app) \(text) \(String(decoding: fixes.bytes, as: UTF8.self))"
                )
                if let other = before.otherReading(of: url, app: app), after.otherReading(of: url, app: app) != nil {
                    let now = after.otherReading(of: url, app: app)
                    #expect((other == .match) == (now == .match), "\(url) \(app)")
                }
            }
        }
        try Self.check(fixes, text, .apple)
        #expect(Self.strings(text) == Self.strings(String(decoding: fixes.bytes, as: UTF8.self)))
    }

    @Test(arguments: 0..<50) func safeFixesOfStatementsTakeNothingAway(_ seed: Int) throws {
        var writer = Writer(seed: seed + 10_000)
        let text = writer.list(1...4, Self.statement) + writer.lineEnd
        let before = try AssetLinks(bytes: Array(text.utf8))
        let fixes = FixingTests.fixes(text, .android, unsafely: false)
        let after = try AssetLinks(bytes: fixes.bytes)
        let restored = Set(fixes.fixed.map(\.finding.rule)).intersection([
            .assetlinksFingerprintLowercase, .assetlinksFingerprintMalformed, .assetlinksPackageMalformed,
            .assetlinksRelationMalformed,
        ])
        for package in before.packages {
            #expect(after.packages.contains(package))
            for url in Self.urls where restored.isEmpty {
                var (old, new) = (
                    AndroidLinkDecisions(before.statements, url: url), AndroidLinkDecisions(after.statements, url: url)
                )
                let decisions = [old.decision(package: package), new.decision(package: package)].map(\.outcome)
                #expect(decisions[0] == decisions[1], "\(url) \(package) \(text)")
            }
        }
        if restored.isEmpty { #expect(Set(before.packages) == Set(after.packages)) }
        try Self.check(fixes, text, .android)
        #expect(Self.strings(text) == Self.strings(String(decoding: fixes.bytes, as: UTF8.self)))
    }

    /// Checks that a fixed file has no new mistake, and that fixing it again changes nothing.
    private static func check(_ fixes: FileFixes, _ text: String, _ kind: AssociationFileKind) throws {
        // The restored part of a file may have notes.
        let before = FixingTests.counts(FixingTests.findings(Array(text.utf8), kind).filter { $0.severity > .note })
        let after = FixingTests.counts(FixingTests.findings(fixes.bytes, kind).filter { $0.severity > .note })
        for (rule, count) in after { #expect(count <= before[rule, default: 0], "\(rule): \(text)") }
        #expect(FixingTests.fixes(fixes.bytes, kind, unsafely: false).bytes == fixes.bytes)
        let asked = FixingTests.fixes(text, kind, unsafely: true)
        #expect(throws: Never.self) { try JSONDocument(asked.bytes) }
        let twice = String(decoding: FixingTests.fixes(asked.bytes, kind, unsafely: true).bytes, as: UTF8.self)
        #expect(twice == String(decoding: asked.bytes, as: UTF8.self))
    }

    /// A file with bytes changed at random is fixed or left unchanged, and stays JSON if it was JSON.
    @Test(arguments: 0..<50) func brokenFilesAreFixedOrLeft(_ seed: Int) throws {
        var writer = Writer(seed: seed + 20_000)
        let isApple = writer.chance(50)
        let text = isApple ? Self.appleFile(&writer) : writer.list(1...3, Self.statement)
        let kind: AssociationFileKind = isApple ? .apple : .android
        let pieces = [",", "}", "]", "\"", "'", "// x\n", "\u{201C}", "\u{A0}", "\\", ":", "[", "{", "\u{FEFF}"]
        let bytes = Mutation.changed(Array(text.utf8), 1...3, pieces, &writer.random)
        let fixes = FixingTests.fixes(bytes, kind, unsafely: seed % 2 == 0)
        if (try? JSONDocument(bytes)) != nil { #expect(throws: Never.self) { try JSONDocument(fixes.bytes) } }
        #expect(FixingTests.fixes(fixes.bytes, kind, unsafely: seed % 2 == 0).bytes == fixes.bytes)
    }
}

/// Tests the fixes of real sites' files.
@Suite(.needsSharedAssociations, .timeLimit(.minutes(20))) struct RealFileFixTests {
    @Test(arguments: ["aasa", "assetlinks", "windows"], [false, true])
    func everyFileIsFixedWithoutAnythingNewThatIsWrong(_ name: String, _ unsafely: Bool) throws {
        let kind: AssociationFileKind = name == "aasa" ? .apple : name == "windows" ? .windows : .android
        let files = try #require(
            try SharedAssociations.object("real/\(name)/manifest.json")["files"] as? [[String: Any]]
        )
        var fixed = 0
        var left = 0
        for item in files {
            let file = try #require(item["file"] as? String)
            let bytes = Array(try SharedAssociations.data("real/\(name)/\(file)"))
            let fixes = FixingTests.fixes(bytes, kind, unsafely: unsafely)
            fixed += fixes.fixed.count
            left += fixes.left.count
            if fixes.fixed.isEmpty { #expect(fixes.bytes == bytes, "\(file)") }
            let before = FixingTests.findings(bytes, kind)
            let after = FixingTests.findings(fixes.bytes, kind)
            #expect(FixingTests.fixes(fixes.bytes, kind, unsafely: unsafely).bytes == fixes.bytes, "\(file)")
            // If readers stop at a mistake, there may be others after it.
            let isRevealed = fixes.fixed.contains { FindingFix.revealing.contains($0.finding.rule) }
            guard let old = try? JSONDocument(bytes), !isRevealed else { continue }
            #expect(after.count < before.count || fixes.fixed.isEmpty, "\(file)")
            let new = try JSONDocument(fixes.bytes)
            let known = FixingTests.counts(before.filter { $0.severity > .note })
            for (rule, count) in FixingTests.counts(after.filter { $0.severity > .note }) {
                #expect(count <= known[rule, default: 0], "\(file): \(rule)")
            }
            guard !unsafely else { continue }
            // The files are compared by `SiteDifference`, which does not depend on fixes.
            let platform: SiteDifference.Platform = name == "aasa" ? .apple : name == "windows" ? .windows : .android
            let difference = SiteDifference(
                from: SiteAssociations(host: "site.example", content: old.bytes, platform: platform),
                to: SiteAssociations(host: "site.example", content: new.bytes, platform: platform),
                platforms: [platform]
            )
            let isRestored = fixes.fixed.contains { $0.finding.rule.severity == .error }
            #expect(difference.links.allSatisfy { $0.effect == .gained && isRestored }, "\(file): \(difference.links)")
        }
        print("\(name), \(unsafely ? "unsafe" : "safe"): \(files.count) files, \(fixed) findings fixed, \(left) left")
    }
}
