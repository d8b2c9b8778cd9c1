package import Foundation

/// The programs of Debian's packages that a desktop needs.
package enum Programs {
    /// Names the missing programs and how to get them; `nil` if all are installed.
    package static func missing(_ programs: [(program: String, package: String)]) -> String? {
        let packages = programs.filter { find($0.program) == nil }.map(\.package)
        return packages.isEmpty ? nil : "not installed: apt-get install \(packages.joined(separator: " "))"
    }

    /// The programs for a browser without a screen.
    package static let browser = [("chromium", "chromium"), ("chromedriver", "chromium-driver")]

    /// The programs for a desktop.
    package static let desktop =
        browser + [("Xvfb", "xvfb"), ("gio", "libglib2.0-bin"), ("xdg-open", "xdg-utils")]

    /// Whether a missing program is a failure instead of a reason to skip.
    package static var areRequired: Bool { ProcessInfo.processInfo.environment["BOLTS_REQUIRE_DESKTOP"] != nil }

    package static func find(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// The error of a program.
package struct ProgramError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
