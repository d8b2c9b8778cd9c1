import Foundation

/// The programs that build real Android packages.
enum AndroidTools {
    static let framework = "/usr/share/android-framework-res/framework-res.apk"

    /// Names the missing programs and how to get them; `nil` if all are installed.
    static let missing: String? = {
        let packages =
            [
                ("aapt", "aapt"), ("zipalign", "zipalign"), ("apksigner", "apksigner"),
                ("keytool", "default-jre-headless"), ("jarsigner", "default-jdk-headless"), ("openssl", "openssl"),
            ].filter { find($0.0) == nil }.map(\.1)
            + (FileManager.default.fileExists(atPath: framework) ? [] : ["android-framework-res"])
        return packages.isEmpty ? nil : "not installed: apt-get install \(packages.joined(separator: " "))"
    }()

    private static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program in a folder and returns what it prints.
    static func run(_ arguments: String..., in folder: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            // Waiting for a program blocks its thread, so it must not happen on a thread of Swift's concurrency.
            Thread.detachNewThread {
                continuation.resume(with: Result { try runNow(arguments, in: folder) })
            }
        }
    }

    private static func runNow(_ arguments: [String], in folder: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: find(arguments[0]) ?? arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(arguments.joined(separator: " ")): \(output)")
        }
        return output
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
