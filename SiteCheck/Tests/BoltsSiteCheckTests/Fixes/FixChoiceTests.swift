import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// The findings of each rule are fixed in one of four ways.
@Suite struct FixChoiceTests {
    @Test(arguments: AssociationRule.all) func eachRuleIsFixedInOneOfFourWays(_ rule: AssociationRule) throws {
        let fix = try #require(rule.usualFix, "\(rule.id) has none")
        if case .instruction(let proof) = fix {
            #expect(proof.contains(" prints ") || proof.contains(" names ") || proof.contains(" opens "), "\(proof)")
        }
        guard let question = rule.question else { return }
        #expect(question.text.hasSuffix("?") && !question.answers.isEmpty, "\(rule.id): \(question)")
        #expect(question.answers.allSatisfy { !$0.isEmpty && $0 != rule.fix }, "\(rule.id): \(question)")
    }

    @Test func whatLeavesNothingToDecideAsksNothing() {
        for file in ["public/.well-known/assetlinks.json", "https://shelf.example/.well-known/assetlinks.json"] {
            let fix = Fix(
                of: Finding(.assetlinksInvalidJson, nil, file: file),
                host: "shelf.example",
                claims: AppClaims()
            )
            let input = file.hasPrefix("https") ? "shelf.example" : "'\(file)'"
            #expect(fix == .instruction(proof: "applinks check \(input) prints no assetlinks-invalid-json"), "\(fix)")
            // Its fix says already what depends on whether the app is to open the link.
            let link = Fix(of: Finding(.linkNoMatch, nil, file: file), host: "shelf.example", claims: AppClaims())
            #expect(link == .instruction(proof: "the same command prints no link-no-match"), "\(link)")
        }
    }

    /// The command asks for files, not for their folder.
    @Test func thatNoPageIsServedInPlaceOfFilesIsProvedByTheFiles() {
        let finding = Finding(.linkPageForFiles, nil, file: "https://shelf.example/.well-known/")
        guard case .instruction(let proof) = Fix(of: finding, host: "shelf.example", claims: AppClaims()) else {
            return #expect(Bool(false))
        }
        #expect(proof.contains("'https://shelf.example/.well-known/{apple-app-site-association,assetlinks.json}'"))
    }

    @Test func theTablesNameOnlyRulesThatThereAre() {
        let known = Set(AssociationRule.all.map(\.id))
        #expect(Set(AssociationRule.editsWithApp.keys).isSubset(of: known))
        // A rule is in one table only.
        #expect(AssociationRule.all.allSatisfy { $0.fixSafety == nil || AssociationRule.editsWithApp[$0.id] == nil })
    }

    @Test func anInstructionNamesTheAddressThatItIsAbout() {
        let finding = Finding(
            .aasaContentType,
            nil,
            file: "https://shelf.example/.well-known/apple-app-site-association"
        )
        let fix = Fix(of: finding, host: "shelf.example", claims: AppClaims())
        guard case .instruction(let proof) = fix else { return #expect(Bool(false), "\(fix)") }
        #expect(proof.contains("'https://shelf.example/.well-known/apple-app-site-association'"))
    }

    @Test func anAddressEndsNoQuoteOfTheCommand() {
        let finding = Finding(.aasaContentType, nil, file: "https://shelf.example/'; touch x; '")
        let fix = Fix(of: finding, host: "shelf.example", claims: AppClaims())
        guard case .instruction(let proof) = fix else { return #expect(Bool(false), "\(fix)") }
        #expect(proof.count { $0 == "'" } == 4, "\(proof)")
    }

    @Test func aQuestionIsAskedInTheWordsOfItsRule() {
        let fix = Fix(of: Finding(.alAppStoreId, nil, file: "page.html"), host: nil, claims: AppClaims())
        guard case .question(let question) = fix else { return #expect(Bool(false), "\(fix)") }
        #expect(question.answers.allSatisfy { !$0.contains("://") }, "\(question)")
    }

    /// Where a program sets the domains, entitlements to write into may not exist.
    @Test func whatABuildDecidesIsAskedOfTheBuild() {
        let finding = Finding(.iosAppDomainMissing, nil, file: "app.config.js", detail: .unread)
        let fix = Fix(of: finding, host: nil, claims: AppClaims())
        guard case .question(let question) = fix else { return #expect(Bool(false), "\(fix)") }
        #expect(question.text == "What does the build write?")
    }

    /// Only the kinds of builds that the project has; for one kind, nothing is to be decided.
    @Test(arguments: [
        (["Android.xml"], ["Shelf.entitlements"], ["Android", "Apple"]), (["Android.xml"], [], []),
        ([], ["Shelf.entitlements"], []), (["app.json"], ["app.json"], []),
        (["Android.xml"], ["app.json"], ["Android", "Expo"]),
    ])
    func theBuildsOfTheProjectAreAskedFor(_ android: [String], _ apple: [String], _ kinds: [String]) {
        let claims = AppClaims(
            android: android.map { AndroidAppClaims(package: nil, file: $0, rank: .source) },
            apple: apple.map { AppleAppClaims(identifier: nil, file: $0, rank: .source) }
        )
        let finding = Finding(.linkUndecided, nil, file: "https://shelf.example/", detail: .unread)
        switch Fix(of: finding, host: nil, claims: claims) {
        case .question(let question): #expect(question.answers.map { $0.prefix { $0 != ":" } } == kinds.map { $0[...] })
        case .instruction(let proof):
            #expect(kinds.isEmpty && proof.hasPrefix("the same command and --app "), "\(proof)")
        case let fix: #expect(Bool(false), "\(fix)")
        }
    }

    @Test func anAppThatTheHostListsIsTheHosts() {
        let finding = Finding(.iosAppDomainMissing, nil, file: "Shelf.entitlements", detail: .listed)
        #expect(Fix(of: finding, host: nil, claims: AppClaims()).name == "instruction")
    }

    // MARK: - Missing files

    private static let certificate = AppCertificate(fingerprint: (1...32).map { UInt8($0 * $0 * 31 % 251) })

    private static func fix(_ file: String, _ claims: AppClaims) -> Fix {
        let rule: AssociationRule = file == "assetlinks.json" ? .assetlinksMissing : .aasaMissing
        let finding = Finding(rule, nil, file: "https://shelf.example/.well-known/\(file)")
        return Fix(of: finding, host: "shelf.example", claims: claims)
    }

    @Test func aMissingFileIsPrintedWithWhatIsKnown() throws {
        let apple = AppleAppClaims(identifier: "QX7SAMPLE1.org.sample.shelf", file: "App.entitlements", rank: .source)
        let android = AndroidAppClaims(
            package: "org.sample.shelf",
            file: "app.apk",
            rank: .delivered,
            certificates: [Self.certificate]
        )
        let claims = AppClaims(android: [android], apple: [apple])
        guard case .file(let google, _) = Self.fix("assetlinks.json", claims),
            case .file(let association, _) = Self.fix("apple-app-site-association", claims)
        else { return #expect(Bool(false)) }
        #expect(google.map(\.path) == [".well-known/assetlinks.json"])
        #expect(association.map(\.path) == [".well-known/apple-app-site-association"])
        let site = SiteAssociations("shelf.example", apple: association[0].text, android: google[0].text)
        #expect(site.findings.allSatisfy { $0.severity == .note }, "\(site.findings)")
        #expect(site.appSiteAssociation?.apps == ["QX7SAMPLE1.org.sample.shelf"])
        #expect(google[0].text.contains(Self.certificate.fingerprint) && google[0].missingPart == nil)
    }

    @Test func aMissingFileHasTheAppsThatNameAHost() {
        let apps = [("shelf", ["applinks:shelf.example"]), ("preview", []), ("open", nil)].map { name, domains in
            AppleAppClaims(
                identifier: "QX7SAMPLE1.org.sample.\(name)",
                domains: domains,
                file: "\(name).entitlements",
                rank: .source
            )
        }
        guard case .file(let files, _) = Self.fix("apple-app-site-association", AppClaims(apple: apps)) else {
            return #expect(Bool(false))
        }
        let site = SiteAssociations("shelf.example", apple: files[0].text)
        #expect(site.appSiteAssociation?.apps == ["QX7SAMPLE1.org.sample.shelf", "QX7SAMPLE1.org.sample.open"])
    }

    /// The packages with the hosts that they name, and those of the file to serve.
    @Test(arguments: [
        ([("phone", "shelf.example"), ("tv", nil)], ["phone"]), ([("phone", nil), ("tv", nil)], ["phone", "tv"]),
        ([("phone", "shelf.example"), ("tv", "*")], ["phone", "tv"]),
    ])
    func aMissingFileOfAndroidHasTheAppsThatNameAHost(_ apps: [(String, String?)], _ listed: [String]) {
        let claims = AppClaims(
            android: apps.map { name, host in
                let hosts = host.map { [AndroidIntentFilter.Host($0)] } ?? []
                let filters = hosts.isEmpty ? [] : [AppSideInput.filter(hosts: hosts)]
                return AndroidAppClaims(package: name, file: name, rank: .source, filters: filters)
            }
        )
        guard case .file(let files, _) = Self.fix("assetlinks.json", claims) else { return #expect(Bool(false)) }
        #expect(StatedPackages(SiteAssociations("shelf.example", android: files[0].text)).all == listed)
    }

    @Test(arguments: [
        ("/groups/k3J9", "/groups/*"), ("/groups/a/b", "/groups/*"), ("/groups/", nil), ("/x", nil), ("/", nil),
        ("/s%20p/1", "/s%20p/*"), ("/*/1", nil),
    ])
    func aFileForAllPathsNamesThoseOfTheLinkToo(_ path: String, _ narrower: String?) throws {
        let link = try #require(URL(string: "https://shelf.example\(path)"))
        let finding = Finding(.aasaMissing, nil, file: "https://shelf.example/.well-known/apple-app-site-association")
        let claims = AppSideInput.apple().claims
        guard case .file(let files, _) = Fix(of: finding, host: "shelf.example", claims: claims, link: link) else {
            return #expect(Bool(false))
        }
        let text = narrower.map { "or, in place of \"*\", only the paths that the app shows, such as \"\($0)\"" }
        #expect(files[0].otherPaths == text)
    }

    /// What the app for Apple's devices shares, and whether Android's file is to share passwords too.
    @Test(arguments: [
        (["webcredentials:shelf.example"], true), (["webcredentials:shelf.example", "applinks:shelf.example"], false),
        (["applinks:shelf.example"], false), ([], false),
    ])
    func anAppThatOnlySharesPasswordsGetsAFileThatDoesSo(_ domains: [String], _ sharesPasswords: Bool) {
        let apple = AppleAppClaims(
            identifier: "QX7SAMPLE1.org.sample.shelf",
            domains: domains,
            file: "App.entitlements",
            rank: .source
        )
        let android = AndroidAppClaims(package: "org.sample.shelf", file: "app.apk", rank: .built)
        let fix = Self.fix("assetlinks.json", AppClaims(android: [android], apple: [apple]))
        guard case .file(let files, _) = fix else { return #expect(Bool(false), "\(fix)") }
        #expect(files[0].text.contains("common.get_login_creds") == sharesPasswords, "\(files)")
        #expect(files[0].text.contains("common.handle_all_urls"), "\(files)")
    }

    @Test func aPageInPlaceOfFilesIsFixedByTheFiles() {
        let finding = Finding(
            .linkPageForFiles,
            nil,
            file: "https://shelf.example/.well-known/",
            detail: .unserved
        )
        let apple = AppleAppClaims(identifier: "QX7SAMPLE1.org.sample.shelf", file: "App.entitlements", rank: .source)
        let known = Fix(of: finding, host: "shelf.example", claims: AppClaims(apple: [apple]))
        guard case .file(let files, _) = known else { return #expect(Bool(false), "\(known)") }
        #expect(files.map(\.path) == [".well-known/apple-app-site-association"])
        let unknown = Fix(of: finding, host: "shelf.example", claims: AppClaims())
        guard case .instruction = unknown else { return #expect(Bool(false), "\(unknown)") }
    }

    /// The place for the team is a placeholder, which a check of the served file reports.
    @Test func withoutAnAppAQuestionIsAskedAndWithoutItsKeyOrTeamAPlaceIsLeft() {
        let debug = AppCertificate(fingerprint: [UInt8](repeating: 0xAB, count: 32), isDebug: true)
        for certificates in [nil, [debug]] {
            let app = AndroidAppClaims(
                package: "org.sample.shelf",
                file: "app.apk",
                rank: .built,
                certificates: certificates
            )
            let fix = Self.fix("assetlinks.json", AppClaims(android: [app]))
            guard case .file(let files, _) = fix else { return #expect(Bool(false), "\(fix)") }
            #expect(files[0].text.contains("\"org.sample.shelf\"") && files[0].missingPart != nil, "\(files)")
            #expect(!files[0].text.contains(debug.fingerprint))
        }
        var app = AppleAppClaims(identifier: nil, file: "app.json", rank: .source)
        for (bundle, known) in [
            ("org.sample.shelf", []), ("org.sample.shelf", ["QX7SAMPLE1.org.sample.shelf"]), (nil, []),
        ] {
            app.bundleIdentifier = bundle
            let signed = known.map { AppleAppClaims(identifier: $0, file: "App.entitlements", rank: .source) }
            switch Self.fix("apple-app-site-association", AppClaims(apple: [app] + signed)) {
            case .file(let files, _):
                let ids = SiteAssociations("shelf.example", apple: files[0].text).appSiteAssociation?.apps
                #expect(ids == (known.isEmpty ? ["YOURTEAMID.org.sample.shelf"] : known) && bundle != nil)
                #expect(ids?.contains(where: AppIdentifierPlaceholder.isPlaceholder) == known.isEmpty)
                #expect((files[0].missingPart == nil) == !known.isEmpty)
            case .question(let question):
                #expect(bundle == nil && !question.answers.contains { $0.contains("--app PROJECT") }, "\(question)")
            case let fix: #expect(Bool(false), "\(fix)")
            }
        }
        guard case .question(let question) = Self.fix("apple-app-site-association", AppClaims()) else {
            return #expect(Bool(false))
        }
        #expect(question.answers.contains { $0.contains("--app PROJECT") })
    }

    // MARK: - Edits

    /// Each printed edit of a file, applied alone, ends its finding and causes no other one.
    @Test(arguments: RuleCaseTests.cases) func eachEditThatIsPrintedEndsItsFinding(_ item: RuleCase) {
        let kind = FixingTests.kind(item.rule)
        let bytes = Array(item.broken.utf8)
        var budget = FixBudget()
        let before = FixingTests.counts(FixingTests.findings(bytes, kind).filter { $0.severity > .note })
        let all = FixingTests.counts(FixingTests.findings(bytes, kind))
        let isRead = (try? JSONDocument(bytes)) != nil
        for (finding, fix) in Fix.edits(
            of: bytes,
            kind: kind,
            file: "f",
            host: "site.example",
            budget: &budget,
            wanted: { $0 }
        ) {
            guard case .edit(let files, _, _) = fix else {
                Issue.record("\(fix)")
                continue
            }
            var after = bytes
            for edit in files.flatMap(\.elements).reversed() {
                after.replaceSubrange(edit.byteRange, with: edit.text.utf8)
            }
            let found = FixingTests.findings(after, kind)
            let rule = finding.rule.id
            #expect(FixingTests.counts(found)[rule, default: 0] < all[rule, default: 0], "\(rule): \(found)")
            guard isRead, !FindingFix.revealing.contains(finding.rule) else { continue }
            let worse = FixingTests.counts(found.filter { $0.severity > .note }).filter { $1 > before[$0, default: 0] }
            #expect(worse.isEmpty, "\(rule): \(worse)")
        }
    }
}
