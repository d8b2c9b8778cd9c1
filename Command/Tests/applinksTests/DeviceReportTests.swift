import Foundation
import Testing

/// Tests the scripts that query a device, and the option that reads their reports.
@Suite(.timeLimit(.minutes(20))) struct DeviceReportTests {
    private static let folder = Tool.repository.appendingPathComponent("Command/Sources/applinks/Help/Scripts")
    private static let url = "https://shelf.example/recipes/42"

    /// A folder with the site of the first row of the table of broken sites, fixed.
    private func site() throws -> Scratch {
        let broken = try #require(BrokenSite.all.first { $0.name == "path in capitals" })
        let scratch = try Scratch()
        for (path, text) in broken.files.merging(broken.fixed ?? [:], uniquingKeysWith: { $1 }) {
            try scratch.file(path, BrokenSite.bytes(text))
        }
        return scratch
    }

    /// Runs a script with the programs of a folder instead of the device's tools.
    private func run(_ script: String, _ arguments: [String], _ programs: Scratch) async throws -> (Int32, String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let run = try await Program.run(
            ["/bin/sh", Self.folder.appendingPathComponent(script).path] + arguments,
            environment: ["PATH": "\(programs.url.path):\(path)"]
        )
        return (run.status, run.output)
    }

    private func program(_ name: String, _ text: String, in folder: Scratch) throws {
        let path = try folder.file(name, "#!/bin/sh\n\(text)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    @Test func theReportOfAnAndroidDeviceDecides() async throws {
        let programs = try Scratch()
        try program(
            "adb",
            #"""
            case "$*" in
            get-state) echo device ;;
            *ro.build.version.sdk*) printf '35\r\n' ;;
            *get-app-links*) printf '  example.shelf:\r\n    Domain verification state:\r\n      shelf.example: 1024\r\n' ;;
            *resolve-activity*) printf 'com.android.chrome/.Main\r\n' ;;
            esac
            """#,
            in: programs
        )
        let (status, report) = try await run("android-links.sh", [Self.url, "example.shelf"], programs)
        #expect(status == 0 && report.contains("$ adb shell pm get-app-links --user cur example.shelf\n"), "\(report)")
        let site = try site()
        let path = try programs.file("phone.txt", report)
        let options = ["--offline", site.url.path, "--device-report", path]
        let explained = try await Tool.run(["explain", Self.url, "--device", "android"] + options)
        #expect(explained.status == 0 && explained.output.contains("[device-not-verified]"), "\(explained.output)")
        #expect(explained.flat.contains("not so: According to \(path), Android did not verify"), "\(explained.output)")
        let checked = try await Tool.run(["check", Self.url, "--format", "json"] + options)
        #expect(checked.status == 1 && checked.output.contains("\"rule\":\"device-not-verified\""), "\(checked.output)")
        let later = report.replacing(": 1024", with: ": verified")
            .replacing("com.android.chrome", with: "example.shelf")
        let verified = try programs.file("later.txt", later)
        let opened = try await Tool.run(["check", Self.url, "--offline", site.url.path, "--device-report", verified])
        #expect(opened.status == 0, "\(opened.output)")
        let start = "the device starts example.shelf/.Main"
        #expect(opened.flat.ranges(of: start).count == 1, "\(opened.output)")
    }

    @Test func theReportOfAMacDecides() async throws {
        let programs = try Scratch()
        try program("sw_vers", "printf 'ProductName:\\t\\tmacOS\\nProductVersion:\\t\\t26.1\\n'", in: programs)
        try program(
            "sudo",
            #"""
            echo "Service: applinks"
            echo "App ID: QX7SAMPLE1.example.shelf"
            echo "Domain: shelf.example"
            echo "User Approval: denied"
            echo "Site/Fmwk Approval: approved"
            """#,
            in: programs
        )
        let (status, report) = try await run("mac-links.sh", [Self.url], programs)
        #expect(status == 0)
        let site = try site()
        let path = try programs.file("mac.txt", report)
        let checked = try await Tool.run(["check", Self.url, "--offline", site.url.path, "--device-report", path])
        #expect(checked.status == 1, "\(checked.output)")
        #expect(checked.flat.contains("opens no app According to \(path), the user chose"), "\(checked.output)")
    }

    @Test(arguments: [["https://a.example/'; reboot"], ["shelf.example"], [Self.url, "a;b"], []])
    func theScriptRefusesWhatAShellWouldRead(_ arguments: [String]) async throws {
        let programs = try Scratch()
        try program("adb", "echo asked", in: programs)
        let (status, output) = try await run("android-links.sh", arguments, programs)
        #expect(status == 64 && output.isEmpty)
    }

    @Test func aReportFromStandardInputDecidesByTheInstalledBuildsCertificate() async throws {
        let octets = Array(repeating: "5D", count: 32).joined(separator: ":")
        let report = """
              example.shelf:
                Signatures: [\(octets)]
                Domain verification state:
                  shelf.example: 1024
            """
        let site = try site()
        let run = try await Tool.run(
            ["check", Self.url, "--offline", site.url.path, "--device-report", "-"],
            input: report
        )
        #expect(run.status == 1)
        let cause = "do not include the certificate of the app on the device"
        #expect(run.flat.contains(cause) && run.flat.contains("A debug build has another"), "\(run.output)")
        let none = try await Tool.run(
            ["explain", Self.url, "--offline", site.url.path, "--device-report", "-"],
            input: "hello"
        )
        #expect(none.status == 2 && none.errors.contains("standard input has no output of pm"), "\(none.errors)")
        #expect(none.errors.contains("'applinks help android-links'"), "\(none.errors)")
    }

    @Test func aFileThatIsNoReportIsRefused() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("phone.txt", "hello")
        let run = try await Tool.run(["check", Self.url, "--offline", scratch.url.path, "--device-report", path])
        #expect(run.status == 2 && run.errors.contains("phone.txt has no output of pm get-app-links"), "\(run.errors)")
        let missing = scratch.url.appendingPathComponent("none.txt").path
        let absent = try await Tool.run(["check", Self.url, "--offline", scratch.url.path, "--device-report", missing])
        #expect(absent.status == 2, "\(absent.errors)")
        for errors in [run.errors, absent.errors] {
            #expect(errors.contains("'applinks help mac-links' print scripts"), "\(errors)")
        }
    }
}
