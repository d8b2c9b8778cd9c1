public import Foundation

/// Test data that is too large, or not free, to be part of the project: recorded pages and html5lib's tests.
///
/// It is in the directory that `BOLTS_SHARED` names, or in one named `shared` beside the repository, or in `.build-data`. A suite
/// that needs absent data is skipped, with a message; with `BOLTS_REQUIRE_DATA=1` in the environment it runs and fails.
///
/// ```swift
/// @Suite(.enabled(if: SharedData.isUsable("pages"), "the recorded pages are not on this machine"))
/// struct PageCorpusTests {}
/// ```
public enum SharedData {
    /// The directories that may have the data, in the order in which they are searched.
    public static let directories: [URL] = {
        // This file is `Tests/SharedData/SharedData.swift` in the repository.
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { repository.deleteLastPathComponent() }
        let named = ProcessInfo.processInfo.environment["BOLTS_SHARED"]
        let besides = repository.deletingLastPathComponent().appendingPathComponent("shared")
        return [
            named.map { URL(fileURLWithPath: $0) } ?? besides,
            // CI downloads the data to this directory.
            repository.appendingPathComponent(".build-data"),
        ]
    }()

    /// Whether a file or directory exists.
    public static func has(_ path: String) -> Bool { location(of: path) != nil }

    private static func location(of path: String) -> URL? {
        directories.lazy.map { $0.appendingPathComponent(path) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Whether tests that read a file or directory run: it exists, or `BOLTS_REQUIRE_DATA=1` requires it.
    public static func isUsable(_ path: String) -> Bool {
        has(path) || ProcessInfo.processInfo.environment["BOLTS_REQUIRE_DATA"] == "1"
    }

    private static func url(_ path: String) throws -> URL {
        guard let location = location(of: path) else { throw MissingSharedData(path: path) }
        return location
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

    /// The missing data, and how to get it.
    public var description: String {
        "\(path) is not there; set BOLTS_SHARED to the directory that holds it, or unset BOLTS_REQUIRE_DATA to skip the test"
    }
}
