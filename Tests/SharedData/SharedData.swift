public import Foundation

/// Test data that is too large, or not free, to be part of the project: recorded pages and html5lib's tests.
///
/// It is in the directory that `BOLTS_SHARED` names, or in one named `shared` beside the repository. A suite that needs it
/// is skipped, and says so, where it is absent; with `BOLTS_REQUIRE_DATA=1` in the environment it runs and fails.
///
/// ```swift
/// @Suite(.enabled(if: SharedData.isUsable("pages"), "the recorded pages are not on this machine"))
/// struct PageCorpusTests {}
/// ```
public enum SharedData {
    /// The directory that holds the data, or `nil`.
    public static let directory: URL? = {
        var candidates: [URL] = []
        if let path = ProcessInfo.processInfo.environment["BOLTS_SHARED"] {
            candidates.append(URL(fileURLWithPath: path, isDirectory: true))
        }
        // Tests/SharedData/SharedData.swift, seen from the repository's parent.
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { repository.deleteLastPathComponent() }
        candidates.append(repository.deletingLastPathComponent().appendingPathComponent("shared"))
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// Whether a file or directory is there.
    public static func has(_ path: String) -> Bool {
        directory.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(path).path) } ?? false
    }

    /// Whether tests that read a file or directory run: it is there, or `BOLTS_REQUIRE_DATA=1` asks for it.
    public static func isUsable(_ path: String) -> Bool {
        has(path) || ProcessInfo.processInfo.environment["BOLTS_REQUIRE_DATA"] == "1"
    }

    private static func url(_ path: String) throws -> URL {
        guard let directory, has(path) else { throw MissingSharedData(path: path) }
        return directory.appendingPathComponent(path)
    }

    /// The bytes of a file.
    public static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: url(path)))
    }

    /// The names of the files in a directory, sorted.
    public static func files(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
    }

    /// The contents of a JSON file.
    public static func json(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes(path)))
    }
}

/// The error of tests whose data is not on the machine.
public struct MissingSharedData: Error, CustomStringConvertible {
    /// The path of the file or directory, from that of all shared data.
    public let path: String

    /// What is missing, and what helps.
    public var description: String {
        "\(path) is not there; set BOLTS_SHARED to the directory that holds it, or unset BOLTS_REQUIRE_DATA to skip the test"
    }
}
