import Foundation
import Testing

/// Tests which files the system opens for the tools of `applinks mcp`, whatever the folder and the client contain.
@Suite(.timeLimit(.minutes(20))) struct MCPOpensTests {
    private static let strace = "/usr/bin/strace"

    /// The files that may be opened outside the folder: the loader's libraries, the resolver, certificates, the suffix list, the
    /// time zone, devices.
    private static let others = [
        "/lib/", "/lib64/", "/usr/lib/", "/usr/local/lib/", "/opt/", "/etc/ld.so.", "/etc/resolv.conf", "/etc/hosts",
        "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/ssl/", "/etc/pki/", "/etc/localtime",
        "/etc/timezone", "/etc/passwd", "/usr/share/zoneinfo", "/usr/share/publicsuffix/",
        "/usr/share/ca-certificates/", "/usr/share/locale", "/proc/", "/sys/", "/dev/null", "/dev/urandom",
        Tool.executable.deletingLastPathComponent().path + "/",
    ]

    private static let calls: [(tool: String, arguments: String)] = [
        ("check", #"{"input": "."}"#), ("check", #"{"input": "public"}"#), ("check", #"{"input": "link"}"#),
        ("check", #"{"input": "folder"}"#), ("check", #"{"input": "project.pbxproj"}"#),
        ("check", #"{"input": "../secret"}"#), ("check", #"{"input": "public", "app": ["folder", "link", "."]}"#),
        ("check", #"{"input": "a.invalid", "offline": "folder"}"#),
        ("explain", #"{"url": "https://a.invalid/", "offline": "public", "app": ["../secret"]}"#),
        ("explain", #"{"url": "https://a.invalid/", "offline": "public", "device_report": ["link"]}"#),
        ("diff", #"{"from": "public", "to": "folder"}"#), ("diff", #"{"from": "git:HEAD:public", "to": "public"}"#),
        ("diff", #"{"from": "git:HEAD^{/(://)?}:public", "to": "public"}"#), ("publish", #"{"description": "link"}"#),
        ("publish", #"{"description": "site.yaml", "compare": "folder"}"#),
        ("publish", #"{"description": "site.yaml", "compare": "public"}"#), ("rule", #"{"id": "aasa-missing"}"#),
    ]

    /// A repository that refers to files outside itself in every known way.
    private static func hostile() throws -> Scratch {
        let scratch = try Scratch([
            "secret/.well-known/assetlinks.json": "[]",
            "secret/App.entitlements": "<plist version=\"1.0\"><dict/></plist>",
            "inside/.git/config": "[core]\n\tfsmonitor = touch owned\n", "inside/.git/HEAD": "ref: refs/heads/main\n",
            "inside/.applinks.yaml": "version: 1\nhost: a.invalid\napps: [../secret]\n",
            "inside/public/.well-known/assetlinks.json": "[]", "inside/site.yaml": "hosts: [a.invalid]\napps: []\n",
        ])
        try scratch.file(
            "inside/project.pbxproj",
            """
            { objects = { P1 = { isa = PBXProject; buildConfigurationList = L1; targets = (T1); };
            T1 = { isa = PBXNativeTarget; productType = "com.apple.product-type.application"; buildConfigurationList = L1; };
            L1 = { isa = XCConfigurationList; buildConfigurations = (C1); };
            C1 = { isa = XCBuildConfiguration; name = Release; buildSettings = { CODE_SIGN_ENTITLEMENTS = secret/App.entitlements; }; };
            }; rootObject = P1; }
            """
        )
        for (name, target) in [
            ("link", "../secret/App.entitlements"), ("folder", "../secret"), ("public/index.html", "/etc/hostname"),
        ] {
            try scratch.link("inside/\(name)", to: target)
        }
        return scratch
    }

    /// The paths that were opened by a trace, except those that do not exist.
    private static func opened(_ trace: String) -> [String] {
        trace.split(separator: "\n").compactMap { line in
            guard !line.contains(" = -1 ") else { return nil }
            return line.firstMatch(of: /open(?:at)?\((?:[^",]*, )?"([^"]*)"/).map { String($0.output.1) }
        }
    }

    @Test(
        .tags(.th85),
        .enabled(if: FileManager.default.isExecutableFile(atPath: strace), "strace is not installed"),
        arguments: calls.indices
    )
    func nothingOutsideIsOpened(_ index: Int) async throws {
        let (tool, arguments) = Self.calls[index]
        let scratch = try Self.hostile()
        let version = #""io.modelcontextprotocol/protocolVersion": "2026-07-28""#
        let message =
            #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\#(tool)", "arguments": \#(arguments), "#
            + #""_meta": {\#(version), "io.modelcontextprotocol/clientCapabilities": {}}}}"#
        let trace = scratch.url.path + "/trace"
        let run = try await Program.run(
            [
                Self.strace, "-f", "-qq", "-s", "4096", "-e", "trace=open,openat,openat2", "-o", trace,
                Tool.executable.path,
            ]
                + ["mcp", "--folder", "inside"],
            input: message + "\n",
            in: scratch.url
        )
        #expect(run.output.contains(#""id":1"#) || run.output.contains(#""id": 1"#), "\(run)")
        let folder = URL(fileURLWithPath: scratch.url.path).resolvingSymlinksInPath().path + "/inside"
        let paths = Self.opened(try String(contentsOfFile: trace, encoding: .utf8))
        #expect(!paths.isEmpty)
        for path in paths where !Self.others.contains(where: path.hasPrefix) {
            // The server runs in the folder; a relative name may belong to an open folder.
            let absolute = path.hasPrefix("/") ? path : folder + "/" + path
            let real = URL(fileURLWithPath: absolute).standardizedFileURL.resolvingSymlinksInPath().path
            #expect(real == folder || real.hasPrefix(folder + "/"), "\(tool) \(arguments): \(path)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/owned"))
    }
}
