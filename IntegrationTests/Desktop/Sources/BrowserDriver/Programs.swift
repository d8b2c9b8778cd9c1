public import Foundation

/// The programs of Debian's packages that a desktop needs.
public enum Programs {
    /// What is missing, and what to do; `nil` where nothing is.
    public static func missing(_ programs: [(program: String, package: String)]) -> String? {
        let packages = programs.filter { find($0.program) == nil }.map(\.package)
        return packages.isEmpty ? nil : "not installed: apt-get install \(packages.joined(separator: " "))"
    }

    /// What a browser without a screen needs.
    public static let browser = [("chromium", "chromium"), ("chromedriver", "chromium-driver")]

    /// What a desktop needs.
    public static let desktop =
        browser + [("Xvfb", "xvfb"), ("gio", "libglib2.0-bin"), ("xdg-open", "xdg-utils")]

    /// Whether what is missing is a failure rather than a reason to skip.
    public static var areRequired: Bool { ProcessInfo.processInfo.environment["BOLTS_REQUIRE_DESKTOP"] != nil }

    /// The path of a program.
    public static func find(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// What went wrong with a program.
public struct ProgramError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
