@testable import BoltsSiteCheck

/// The output of a device's tools (published output, rebuilt with invented names), and the expected answer for the link.
struct DeviceReportCase: Sendable, CustomStringConvertible {
    let name: String
    let text: String
    let device: LinkDevice
    let outcome: LinkVerdict.Outcome
    /// The rule of the answer, or `nil` if an app may open the link.
    let rule: String?
    /// A text that the answer contains.
    let says: String

    var description: String { name }
}

enum DeviceReportCases {
    private static let fingerprint = AppSideInput.fingerprint
    private static let other = AppSideInput.other.fingerprint

    private static func links(_ lines: String, signatures: String = fingerprint) -> String {
        """
        $ adb shell getprop ro.build.version.sdk
        35
        $ adb shell pm get-app-links --user cur com.example.shelf
          com.example.shelf:
            ID: 36102c4f-9655-4fa6-b098-94cfe53e61b7
            Signatures: [\(signatures)]
        \(lines)
        """
    }

    private static func entry(_ lines: String, app: String = AppSideInput.identifier, service: String = "applinks")
        -> String
    {
        """
        Service:              \(service)
        App ID:               \(app)
        App Version:          1.0
        App PI:               <LSPersistentIdentifier 0x115e1a390> { v = 0, t = 0x8, u = 0xc98 }
        \(lines)
        """
    }

    static let android: [DeviceReportCase] = [
        DeviceReportCase(
            name: "verified, and listed as disabled, which is how Android lists a verified host",
            text: links(
                """
                    Domain verification state:
                      shelf.example: verified
                    User 0:
                      Verification link handling allowed: true
                      Selection state:
                        Disabled:
                          shelf.example
                """
            ),
            device: .android,
            outcome: .opens,
            rule: nil,
            says: "the state of shelf.example is verified"
        ),
        DeviceReportCase(
            name: "some hosts fail, by an old verifier",
            text: links(
                """
                    Domain verification state:
                      app-config.shelf.example: verified
                      shelf.example: legacy_failure
                      www.shelf.example: legacy_failure
                """
            ),
            device: .android,
            outcome: .closed,
            rule: "device-not-verified",
            says: "the state is legacy_failure"
        ),
        DeviceReportCase(
            name: "a number that is the verifier's own",
            text: links("    Domain verification state:\r\n      shelf.example: 1024\r\n"),
            device: .android,
            outcome: .closed,
            rule: "device-not-verified",
            says: "adb shell pm verify-app-links --re-verify com.example.shelf"
        ),
        DeviceReportCase(
            name: "another certificate than the file's, which is why it fails",
            text: links("    Domain verification state:\n      shelf.example: 1024", signatures: other),
            device: .android,
            outcome: .closed,
            rule: "cross-app-certificate",
            says: other
        ),
        DeviceReportCase(
            name: "asked too early",
            text: links("    Domain verification state:\n      shelf.example: none"),
            device: .android,
            outcome: .undecided,
            rule: "device-not-answered",
            says: "has not verified shelf.example"
        ),
        DeviceReportCase(
            name: "a host without autoVerify",
            text: """
                com.example.shelf 674bf8f9-ec26-4090-8cee-d4cefb9a7fe4:
                  User 0:
                    Verification link handling allowed: true
                    Selection state:
                      Disabled:
                        shelf.example
                """,
            device: .android12,
            outcome: .closed,
            rule: "device-host-not-declared",
            says: "without autoVerify"
        ),
        DeviceReportCase(
            name: "a host that the user chose",
            text: """
                com.example.shelf:
                  ID: 674bf8f9-ec26-4090-8cee-d4cefb9a7fe4
                  User 0:
                    Verification link handling allowed: true
                    Selection state:
                      Enabled:
                        shelf.example
                      Disabled:
                        www.shelf.example
                """,
            device: .android,
            outcome: .opens,
            rule: nil,
            says: "the user chose com.example.shelf"
        ),
        DeviceReportCase(
            name: "links switched off",
            text: links(
                """
                    Domain verification state:
                      shelf.example: verified
                    User 0:
                      Verification link handling allowed: false
                      Selection state:
                        Disabled:
                          shelf.example
                """
            ),
            device: .android,
            outcome: .closed,
            rule: "device-links-off",
            says: "does not let com.example.shelf open links"
        ),
        DeviceReportCase(
            name: "a host with a scheme in it",
            text: links(
                "    Invalid autoVerify domains:\n      shelf.example\n    Domain verification state:\n      a.example: none"
            ),
            device: .android,
            outcome: .closed,
            rule: "device-host-not-declared",
            says: "invalid autoVerify domains"
        ),
        DeviceReportCase(
            name: "an older build without the host",
            text: links("    Domain verification state:\n      old.shelf.example: verified"),
            device: .android,
            outcome: .closed,
            rule: "device-host-not-declared",
            says: "declares old.shelf.example, not shelf.example"
        ),
        DeviceReportCase(
            name: "not installed",
            text: "$ adb shell pm get-app-links com.example.shelf\nError: package com.example.shelf unavailable",
            device: .android,
            outcome: .closed,
            rule: "device-app-missing",
            says: "is not installed"
        ),
        DeviceReportCase(
            name: "installed as another variant",
            text: "com.example.shelf.debug:\n  Domain verification state:\n    other.example: verified",
            device: .android,
            outcome: .closed,
            rule: "device-app-missing",
            says: "com.example.shelf.debug"
        ),
        DeviceReportCase(
            name: "Android 9, always",
            text: """
                App linkages for user 0:

                Package: com.example.shelf
                Domains: shelf.example www.shelf.example
                Status:  always : 200000002
                """,
            device: .android11,
            outcome: .opens,
            rule: nil,
            says: "opens links to shelf.example always"
        ),
        DeviceReportCase(
            name: "Android 7, undefined",
            text: """
                App verification status:

                Package: com.example.shelf
                Domains: shelf.example
                Status:  undefined
                """,
            device: .android11,
            outcome: .undecided,
            rule: "device-asks",
            says: "asks which app to use"
        ),
        DeviceReportCase(
            name: "what is started",
            text: """
                $ adb shell cmd package resolve-activity --brief -a android.intent.action.VIEW -d 'https://shelf.example/item/42'
                priority=0 preferredOrder=0 match=0x508000 specificIndex=-1 isDefault=true
                com.example.shelf/.Main
                """,
            device: .android,
            outcome: .opens,
            rule: nil,
            says: "the device starts com.example.shelf/.Main"
        ),
        DeviceReportCase(
            name: "the browser is started, though the host is verified: the path is not in the manifest",
            text: links("    Domain verification state:\n      shelf.example: verified")
                + """

                $ adb shell cmd package resolve-activity --brief -d https://shelf.example/item/42
                com.android.chrome/com.google.android.apps.chrome.IntentDispatcher
                """,
            device: .android,
            outcome: .closed,
            rule: "device-other-app",
            says: "the device starts com.android.chrome"
        ),
        DeviceReportCase(
            name: "the dialog is shown",
            text: """
                $ adb shell am start -W -a android.intent.action.VIEW -d https://shelf.example/item/42
                Starting: Intent { act=android.intent.action.VIEW dat=https://shelf.example/... }
                Status: ok
                Activity: android/com.android.internal.app.ResolverActivity
                """,
            device: .android,
            outcome: .undecided,
            rule: "device-asks",
            says: "asks which app to use"
        ),
    ]

    static let apple: [DeviceReportCase] = [
        DeviceReportCase(
            name: "approved",
            text: entry(
                """
                Domain:               shelf.example
                User Approval:        unspecified
                Site/Fmwk Approval:   approved
                Flags:
                Last Checked:         2026-10-24 10:09:00 +0000
                Next Check:           2026-10-29 21:00:19 +0000
                """
            ),
            device: .iphone,
            outcome: .opens,
            rule: nil,
            says: "approved shelf.example for it on 2026-10-24"
        ),
        DeviceReportCase(
            name: "a page in place of the file, in developer mode",
            text: entry(
                """
                Domain:               shelf.example?mode=developer
                User Approval:        unspecified
                Site/Fmwk Approval:   unspecified
                Flags:                developer
                Error:                Error Domain=NSCocoaErrorDomain Code=3840 "JSON text did not start with array or object."
                Retries:              1
                """
            ),
            device: .ipad,
            outcome: .closed,
            rule: "device-not-approved",
            says: "JSON text did not start"
        ),
        DeviceReportCase(
            name: "denied, from a report in JSON",
            text: """
                "Service": "applinks",
                "App ID": "\(AppSideInput.identifier)",
                "Domain": "shelf.example",
                "User Approval": "unspecified",
                "Site/Fmwk Approval": "denied",
                "Flags": "",
                """,
            device: .iphone,
            outcome: .closed,
            rule: "device-not-approved",
            says: "did not approve shelf.example"
        ),
        DeviceReportCase(
            name: "the browser was chosen",
            text: entry("Domain: shelf.example\nUser Approval: denied\nSite/Fmwk Approval: approved"),
            device: .iphone,
            outcome: .closed,
            rule: "device-browser-chosen",
            says: "chose the browser"
        ),
        DeviceReportCase(
            name: "not asked yet",
            text: entry("Domain: shelf.example\nUser Approval: unspecified\nSite/Fmwk Approval: unspecified"),
            device: .iphone,
            outcome: .undecided,
            rule: "device-not-answered",
            says: "has not approved shelf.example"
        ),
        DeviceReportCase(
            name: "an installed copy without the entitlement for links",
            text: entry("Domain: shelf.example\nSite/Fmwk Approval: approved", service: "webcredentials"),
            device: .mac,
            outcome: .closed,
            rule: "device-host-not-declared",
            says: "names no host with applinks:"
        ),
        DeviceReportCase(
            name: "signed by another team",
            text: entry("Domain: shelf.example\nSite/Fmwk Approval: denied", app: "QX8SAMPLE1.com.example.shelf"),
            device: .iphone,
            outcome: .closed,
            rule: "cross-app-near-id",
            says: "the prefixes"
        ),
        DeviceReportCase(
            name: "another app only",
            text: entry("Domain: b.example\nSite/Fmwk Approval: approved", app: "ZZ8SAMPLE1.com.other"),
            device: .iphone,
            outcome: .closed,
            rule: "device-app-missing",
            says: "does not list \(AppSideInput.identifier)"
        ),
        DeviceReportCase(
            name: "a wildcard",
            text: entry("Domain: *.shelf.example\nUser Approval: approved\nSite/Fmwk Approval: approved"),
            device: .iphone,
            outcome: .opens,
            rule: nil,
            says: "approved *.shelf.example"
        ),
    ]
}
