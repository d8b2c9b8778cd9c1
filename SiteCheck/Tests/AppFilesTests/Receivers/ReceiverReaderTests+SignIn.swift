import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

/// Sources that sign in.
extension ReceiverReaderTests {
    /// A file with a sign-in at a host, and whether the host is known.
    static let signIns: [(String, String, Bool)] = [
        (
            "a.swift",
            "let s = ASWebAuthenticationSession(url: u, callback: .https(host: \"alder.example\", path: \"/x\")) {}",
            true
        ),
        ("a.swift", "P(relyingPartyIdentifier: \"Alder.example\")", true),
        ("a.swift", "// P(relyingPartyIdentifier: \"alder.example\")", false),
        ("a.swift", "P(relyingPartyIdentifier: \"\\(name).alder.example\")", false),
        ("a.m", "[ASWebAuthenticationSessionCallback callbackWithHTTPSHost:@\"alder.example\" path:@\"/x\"];", true),
        ("lib/a.dart", "const o = Options(httpsHost: 'alder.example', httpsPath: '/x');", true),
        ("lib/a.dart", "const o = Options(httpsHost: host);", false),
    ]

    /// The entitlement names the host for links only, so the session fails at once.
    @Test(arguments: signIns)
    func aSignInNeedsTheEntitlementForIt(_ name: String, _ code: String, _ isKnown: Bool) throws {
        let files = ["ios/Alder.entitlements": Self.entitlements("applinks:alder.example"), name: code]
        let folder = try TemporaryFolder(files)
        let content = try folder.content()
        var claims = content.claims
        claims.add(AppFileReader().receivers(atPath: folder.path, of: content))
        #expect(claims.signIn(at: "alder.example") == isKnown)
        let file =
            "{\"applinks\": {\"details\": [{\"appIDs\": [\"QX7SAMPLE1.example.alder\"], \"components\": [{\"/\": \"*\"}]}]}}"
        let site = SiteAssociations(host: "alder.example", appSiteAssociation: Array(file.utf8), assetLinks: nil)
        let finding = LinkVerdict(site: site, claims: claims).findings.first {
            $0.message.contains("webcredentials:alder.example")
        }
        #expect((finding?.severity == .error) == isKnown, "\(String(describing: finding))")
    }

    /// A file with a library's sign-in, whether it has an https callback at the host, and whether it uses the system's passkeys or
    /// passwords.
    @Test(arguments: [
        (
            "a.swift", "import AppAuth\nf(clientId: c, redirectURL: URL(string: \"https://alder.example/x\")!)", true,
            false
        ),
        (
            "a.swift", "import AppAuth\nf(issuer: \"https://alder.example\", redirectURL: URL(string: \"alder:/x\")!)",
            false, false
        ),
        ("a.swift", "f(redirectURL: URL(string: \"https://alder.example/x\")!)", false, false),
        (
            "a.swift", "import MSAL\nM(clientId: c, redirectUri: \"https://Alder.example/x\", authority: nil)", true,
            false
        ),
        (
            "a.swift", "import Auth0\nAuth0.webAuth(clientId: c, domain: \"alder.example\").useHTTPS().start()", true,
            false
        ),
        ("a.swift", "import Auth0\nAuth0.webAuth(clientId: c, domain: \"alder.example\").start()", false, false),
        (
            "a.swift", "ASWebAuthenticationSession(url: u, callback: .https(host: \"alder.example\", path: \"/x\")) {}",
            true, false
        ),
        (
            "a.m",
            "#import <AppAuth/AppAuth.h>\n[R f:c redirectURL:[NSURL URLWithString:@\"https://alder.example/x\"]];",
            true, false
        ),
        (
            "a.kt",
            "import net.openid.appauth.R\nAuthorizationRequest.Builder(f(a, b), \"c\", CODE, Uri.parse(\"https://alder.example/x\"))",
            true, false
        ),
        ("a.kt", "import androidx.credentials.CredentialManager\nCredentialManager.create(c)", false, true),
        (
            "a.dart",
            "import 'package:flutter_appauth/flutter_appauth.dart';\nAuthorizationTokenRequest('c', 'https://alder.example/x');",
            true, false
        ),
        (
            "a.dart",
            "import 'package:flutter_appauth/f.dart';\nAuthorizationTokenRequest('c', 'alder:/x', issuer: 'https://alder.example');",
            false, false
        ),
        (
            "a.dart", "import 'package:flutter_web_auth_2/f.dart';\nO(httpsHost: 'alder.example', httpsPath: '/x');",
            true, false
        ),
        (
            "a.ts", "import { authorize } from 'react-native-app-auth'\nf({ redirectUrl: 'https://alder.example/x' })",
            true, false
        ),
        (
            "a.js", "import { authorize } from 'react-native-app-auth'\n// redirectUrl: 'https://alder.example/x'",
            false, false
        ),
        ("a.tsx", "import * as A from 'expo-auth-session'\nconst redirectUri = 'https://alder.example/x'", true, false),
        (
            "a.jsx",
            "import * as W from 'expo-web-browser'\nW.openAuthSessionAsync(f('a', b), 'https://alder.example/x')", true,
            false
        ),
        (
            "a.jsx", "import * as W from 'expo-web-browser'\nW.openAuthSessionAsync('https://alder.example/login')",
            false, false
        ),
        (
            "a.tsx", "import { Passkey } from 'react-native-passkey'\nPasskey.get({ rpId: 'alder.example' })", false,
            true
        ),
    ])
    func aLibrarysCallbackIsReadWhereItTakesIt(_ name: String, _ code: String, _ isKnown: Bool, _ usesCredentials: Bool)
        throws
    {
        let folder = try TemporaryFolder([
            "ios/Alder.entitlements": Self.entitlements("webcredentials:alder.example"), "src/\(name)": code,
            "ios/AppDelegate.swift": "@main class AppDelegate: UIResponder, UIApplicationDelegate {}",
            "package.json": #"{"dependencies": {"react-native-app-auth": "8.0.0"}}"#,
        ])
        let content = try folder.content()
        let receivers = AppFileReader().receivers(atPath: folder.path, of: content)
        let callbacks = receivers.first?.callbacks ?? SourceCallbacks()
        let hosts = callbacks.appleHosts.merging(callbacks.androidHosts) { first, _ in first }
        #expect((hosts["alder.example"] != nil) == isKnown, "\(receivers)")
        #expect((receivers.first?.callbacks.usesCredentials ?? false) == usesCredentials, "\(receivers)")
        var claims = content.claims
        claims.add(receivers)
        // A file of Kotlin says nothing about an app for Apple's devices.
        #expect((claims.callback(at: "alder.example")?.line != nil) == (isKnown && !name.hasSuffix(".kt")))
    }
}
