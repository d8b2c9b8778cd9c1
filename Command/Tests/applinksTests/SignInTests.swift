import Foundation
import LoopbackServer
import Testing

/// Tests `check` and `explain` with `--for sign-in`.
@Suite(.timeLimit(.minutes(20))) struct SignInTests {
    private static let app = "R2TQ9MZ7K4.dk.lakrids.kogebog"
    private static let print =
        "B1:8A:19:66:43:11:58:F5:97:F0:33:66:41:5F:C1:24:1F:6E:99:91:9B:2E:37:63:13:DD:12:0A:17:C6:E7:90"

    private static func folder(relations: [String], apple: String = "webcredentials") throws -> Scratch {
        let scratch = try Scratch()
        let list = relations.map { "\"delegate_permission/common.\($0)\"" }.joined(separator: ", ")
        let android = """
            [{"relation": [\(list)], "target": {"namespace": "android_app", "package_name": "dk.lakrids.kogebog",
              "sha256_cert_fingerprints": ["\(print)"]}}]
            """
        let service = "{\"\(apple)\": {\"apps\": [\"\(app)\"]}}"
        try scratch.file(".well-known/apple-app-site-association", Array(service.utf8))
        try scratch.file(".well-known/assetlinks.json", Array(android.utf8))
        return scratch
    }

    private static let both = ["get_login_creds", "handle_all_urls"]

    private static func entitlements(_ domains: [String]) -> String {
        "<plist version=\"1.0\"><dict><key>application-identifier</key><string>\(app)</string>"
            + "<key>com.apple.developer.associated-domains</key><array>"
            + domains.map { "<string>\($0)</string>" }.joined() + "</array></dict></plist>"
    }

    /// The question is about links unless the app takes none and its code signs in at the host.
    @Test(
        arguments: [
            (["webcredentials:lakrids.dk"], [], "opens no app"),
            (["webcredentials:lakrids.dk"], ["--for", "links"], "opens no app"),
            (["webcredentials:lakrids.dk", "applinks:lakrids.dk"], [], "--for sign-in asks"),
            (["webcredentials:other.dk", "applinks:lakrids.dk"], [], nil),
        ] as [([String], [String], String?)]
    )
    func theAppTellsWhetherTheQuestionIsAboutSigningIn(_ domains: [String], _ more: [String], _ text: String?)
        async throws
    {
        let site = try Self.folder(relations: Self.both)
        let app = try Scratch()
        let path = try app.file("Shelf.entitlements", Self.entitlements(domains))
        let run = try await Tool.run(["check", site.url.path, "--host", "lakrids.dk", "--app", path] + more)
        let all = run.output + run.errors
        #expect(text.map(all.contains) ?? !all.contains("sign-in"), "\(all)")
        withExtendedLifetime(site) {}
    }

    /// A library's session that ends at an https address is no link, so a plain check cannot say whether it works.
    @Test(arguments: [("https://lakrids.dk/back", true), ("lakrids:/back", false)])
    func aPlainCheckNamesTheCallbackOfTheApp(_ address: String, _ isNamed: Bool) async throws {
        let site = try Self.folder(relations: Self.both, apple: "applinks")
        let app = try Scratch()
        let expo =
            #"{"expo": {"ios": {"bundleIdentifier": "dk.lakrids.kogebog", "associatedDomains": ["applinks:lakrids.dk"]}}}"#
        try app.file("app.json", Array(expo.utf8))
        try app.file(
            "package.json",
            Array(#"{"dependencies": {"expo": "54.0.0", "react-native-app-auth": "8.0.0"}}"#.utf8)
        )
        let code = "import { authorize } from 'react-native-app-auth'\nauthorize({ redirectUrl: '\(address)' })\n"
        try app.file("app/index.tsx", Array(code.utf8))
        let run = try await Tool.run(["check", site.url.path, "--host", "lakrids.dk", "--app", app.url.path])
        #expect(
            (run.output + run.errors).contains("index.tsx:2): --for sign-in asks whether it works") == isNamed,
            "\(run.output)\(run.errors)"
        )
    }

    /// The site's half needs the app's identifier, which is not known here, so only the app's half is edited.
    @Test(arguments: [("webcredentials", 0), ("applinks", 1)] as [(String, Int32)])
    func anEditThatIsPrintedForSigningInIsMade(_ service: String, _ status: Int32) async throws {
        let site = try Self.folder(relations: Self.both, apple: service)
        let app = try Scratch()
        let path = try app.file("Shelf.entitlements", Self.entitlements(["applinks:lakrids.dk"]))
        let command = ["check", site.url.path, "--host", "lakrids.dk", "--app", path, "--for", "sign-in"]
        let asked = try await Tool.run(command)
        #expect(asked.status == 1 && asked.output.contains("edit: --fix-unsafe does that"), "\(asked.output)")
        let fixed = try await Tool.run(command + ["--fix-unsafe"])
        #expect(fixed.status == status, "\(fixed.output)\(fixed.errors)")
        #expect(try app.text("Shelf.entitlements").contains("webcredentials:lakrids.dk"))
        withExtendedLifetime(site) {}
    }

    private static func explain(_ relations: [String], _ more: [String] = []) async throws -> Tool.Run {
        let site = try folder(relations: relations)
        defer { withExtendedLifetime(site) {} }
        return try await Tool.run(
            ["explain", "https://lakrids.dk/", "--for", "sign-in", "--offline", site.url.path] + more
        )
    }

    @Test func explainNamesTheAppsAndTheOriginThatTheServerMustAccept() async throws {
        let run = try await Self.explain(Self.both)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.flat.contains("passwords and passkeys of lakrids.dk may be offered in \(Self.app)."))
        #expect(run.flat.contains("passwords and passkeys of lakrids.dk may be offered in dk.lakrids.kogebog."))
        #expect(run.output.contains("android:apk-key-hash:sYoZZkMRWPWX8DNmQV_BJB9umZGbLjdjE90SChfG55A"))
        let json = try await Self.explain(Self.both, ["--json", "--device", "android"])
        #expect(json.output.contains("\"kind\":\"passkeys\"") && !json.output.contains("iphone"), "\(json.output)")
        let page = try await Self.explain(Self.both, ["--format", "html"])
        #expect(page.output.contains("Offered in an app"), "\(page.output)")
    }

    @Test(arguments: [
        (["get_login_creds"], "passwords, perhaps also passkeys, of lakrids.dk", 0),
        (["handle_all_urls"], "offered in no app", 1),
        (["use_as_origin"], "offered in no app", 1),
    ])
    func theRelationsDecideOnAndroid(_ relations: [String], _ answer: String, _ status: Int32) async throws {
        // The table shows the answer without its first word.
        let shown = answer.trimmingPrefix("offered ")
        let run = try await Self.explain(relations)
        #expect(run.status == 0 && run.output.contains(shown), "\(run.output)")
        let site = try Self.folder(relations: relations)
        let check = try await Tool.run(["check", site.url.path, "--for", "sign-in", "--host", "lakrids.dk"])
        #expect(check.status == status && check.output.contains(shown), "\(check.output)\(check.errors)")
        // Where the site is right, the app may be wrong.
        #expect(check.errors.contains("--app PROJECT judges the app too") == (status == 0), "\(check.errors)")
    }

    @Test func filesThatNoSiteMustHaveAreNotMentionedBesideAnError() async throws {
        let server = try LoopbackServer { _, connection in connection.respond(404, body: "no") }
        defer { server.stop() }
        let command = ["check", "lakrids.dk", "--for", "sign-in", "--origin", "\(server.url(""))", "--allow-private"]
        let run = try await Tool.run(command)
        let rest = "--all prints more: 1 more of webauthn-missing, 1 more of change-password-missing"
        #expect(run.status == 1 && run.output.contains(rest), "\(run.output)")
        #expect(run.flat.contains("not offered for the same reason."), "\(run.output)")
        let all = try await Tool.run(command + ["--all"])
        #expect(all.output.contains("[webauthn-missing]") && !run.output.contains("[webauthn-missing]"))
    }

    @Test func aSiteForSignInOnlyIsNotToldThatItLacksLinks() async throws {
        let site = try Self.folder(relations: ["get_login_creds", "handle_all_urls"])
        let run = try await Tool.run(["check", site.url.path, "--for", "sign-in", "--host", "lakrids.dk"])
        #expect(run.status == 0 && !run.output.contains("aasa-no-applinks"), "\(run.output)\(run.errors)")
    }

    @Test func whatItCannotAnswerIsRefused() async throws {
        let trace = try await Self.explain(Self.both, ["--trace"])
        #expect(trace.status == 64 && trace.errors.contains("without --trace"))
        let purpose = try await Tool.run(["check", "lakrids.dk", "--for", "wallets"])
        #expect(purpose.status == 64 && purpose.errors.contains("sign-in"), "\(purpose.errors)")
    }

    private static let otherPrint = print.replacing("B1", with: "B2")

    @Test(arguments: [
        (["--app-id", "dk.lakrids.kogebog", "--fingerprint", print], 0, "its certificate is listed"),
        (["--app-id", "dk.lakrids.kogebog", "--fingerprint", otherPrint], 1, "[cross-app-certificate]"),
        (["--app-id", "R2TQ9MZ7K4.dk.lakrids.other"], 1, "[cross-app-not-listed]"),
        (["--fingerprint", otherPrint], 2, "no app is named"),
        (["--device-report", "report.txt"], 64, "--device-report is about links"),
    ])
    func anAppThatIsNamedIsJudged(_ options: [String], _ status: Int32, _ text: String) async throws {
        let site = try Self.folder(relations: Self.both)
        let run = try await Tool.run(["check", site.url.path, "--for", "sign-in", "--host", "lakrids.dk"] + options)
        #expect(run.status == status && (run.output + run.errors).contains(text), "\(run.output)\(run.errors)")
        let explain = try await Self.explain(Self.both, options)
        #expect(explain.status == 64, "\(explain.errors)")
    }

    @Test func anAppThatIsReadIsJudgedAndIsNoSite() async throws {
        let site = try Self.folder(relations: Self.both)
        let plist = { (domain: String) in
            "<plist><dict><key>com.apple.developer.associated-domains</key><array><string>\(domain)</string></array></dict></plist>"
        }
        let app = try site.file("A.entitlements", Array(plist("applinks:lakrids.dk").utf8))
        let options = ["--for", "sign-in", "--host", "lakrids.dk"]
        let run = try await Tool.run(["check", site.url.path, "--app", app] + options)
        #expect(run.status == 1 && run.flat.contains("not webcredentials:lakrids.dk"), "\(run.output)\(run.errors)")
        try site.file("A.entitlements", Array(plist("webcredentials:lakrids.dk").utf8))
        let fixed = try await Tool.run(["check", site.url.path, "--app", app] + options)
        #expect(fixed.status == 0, "\(fixed.output)\(fixed.errors)")
        let alone = try await Tool.run(["check", app, "--for", "sign-in"])
        #expect(alone.status == 2 && alone.errors.contains("--app"), "\(alone.errors)")
    }

    // MARK: - The files that are only about signing in

    private static let origins = "{\"origins\": [\"https://lakrids.se\"]}"

    @Test(arguments: [("lakrids.se", 0, "webauthn lists https://lakrids.se"), ("lakrids.no", 1, "[signin-rp-host]")])
    func aPageOfAnotherHostIsLookedUpInTheList(_ host: String, _ status: Int32, _ text: String) async throws {
        let site = try Self.folder(relations: Self.both)
        try site.file(".well-known/webauthn", Array(Self.origins.utf8))
        let options = ["--for", "sign-in", "--rp-id", "lakrids.dk"]
        let check = try await Tool.run(["check", site.url.path, "--host", host] + options)
        #expect(check.status == status, "\(check.output)\(check.errors)")
        let explain = try await Tool.run(["explain", "https://\(host)/login", "--offline", site.url.path] + options)
        #expect(explain.status == 0 && (check.output + explain.output).contains(text), "\(explain.output)")
    }

    @Test(arguments: [
        ("https://lakrids.se/login", 0), ("https://lakrids.se:8443/login", 1), ("http://lakrids.se/", 1),
        ("https://b\u{FC}cher.example/", 0), ("xn--bcher-kva.example", 0),
    ])
    func theOriginOfThePageIsThatOfTheInput(_ page: String, _ status: Int32) async throws {
        let site = try Self.folder(relations: Self.both)
        let list = "{\"origins\": [\"https://lakrids.se\", \"https://b\u{FC}cher.example\"]}"
        try site.file(".well-known/webauthn", Array(list.utf8))
        let options = ["--for", "sign-in", "--rp-id", "lakrids.dk", "--offline", site.url.path]
        let run = try await Tool.run(["check", page] + options)
        #expect(run.status == status, "\(run.output)\(run.errors)")
    }

    @Test func theFilesAreCheckedByTheirNamesAndWithTheFolder() async throws {
        let site = try Self.folder(relations: Self.both, apple: "applinks")
        let list = try site.file(".well-known/webauthn", Array("{\"origins\": [1]}".utf8))
        for arguments in [[list], [site.url.path, "--host", "lakrids.dk"]] {
            let run = try await Tool.run(["check"] + arguments)
            #expect(run.status == 1 && run.output.contains("webauthn:1:14: error: "), "\(run.output)\(run.errors)")
            #expect(run.output.contains("[webauthn-invalid]") && !run.output.contains("signin-"), "\(run.output)")
        }
    }

    @Test func aServerIsAskedForAllOfThem() async throws {
        let server = try LoopbackServer { request, connection in
            switch request.target {
            case "/.well-known/webauthn":
                connection.respond(200, ["Content-Type: application/json"], body: Self.origins)
            case "/.well-known/change-password": connection.respond(302, ["Location: /account/password"])
            default: connection.respond(404, body: "no")
            }
        }
        defer { server.stop() }
        let options = ["--for", "sign-in", "--origin", "\(server.url(""))", "--allow-private"]
        let run = try await Tool.run(["explain", "https://lakrids.dk/login"] + options)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("To change a password, password managers are led to "), "\(run.output)")
        #expect(run.output.contains("/account/password."), "\(run.output)")
        #expect(run.output.contains("the host serves neither apple-app-site-association"), "\(run.output)")
        let json = try await Tool.run(["explain", "https://lakrids.dk/login", "--json"] + options)
        #expect(json.output.contains("\"directions\":[\"To change a password"), "\(json.output)")
        let check = try await Tool.run(["check", "lakrids.dk"] + options)
        // A host that allows other hosts to use its passkeys needs no app.
        #expect(check.status == 0 && check.output.contains("[link-no-app]"), "\(check.output)")
        let page = try await Tool.run(["check", "https://lakrids.se/", "--rp-id", "lakrids.dk"] + options)
        #expect(page.status == 0, "\(page.output)\(page.errors)")
        let yes =
            "All devices allowed Pages of lakrids.se may use the passkeys of lakrids.dk: webauthn lists https://lakrids.se."
        #expect(page.flat.contains(yes), "\(page.output)")
    }

    @Test func theIdentifierGoesWithSigningInAndIsAHost() async throws {
        let links = try await Tool.run(["check", "lakrids.dk", "--rp-id", "lakrids.se"])
        #expect(links.status == 64 && links.errors.contains("--rp-id goes with --for sign-in"), "\(links.errors)")
        for wrong in ["dk", "https://lakrids.dk", "la krids.dk"] {
            let run = try await Tool.run(["check", "lakrids.dk", "--for", "sign-in", "--rp-id=\(wrong)"])
            #expect(run.status == 64 && run.errors.contains("--rp-id takes a host"), "\(run.errors)")
            #expect(run.errors.contains("such as lakrids.dk,") == wrong.hasPrefix("https:"), "\(run.errors)")
        }
    }
}
