public import Foundation

/// Test data that is too large, or not free, to be part of the project: recorded pages and html5lib's tests.
///
/// It lies where `BOLTS_SHARED` says, else in a directory named `shared` beside the repository. Suites that need it are
/// skipped, and say so, where it is absent.
public enum SharedData {
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

    public static func bytes(_ path: String) throws -> [UInt8] {
        guard let directory else { throw CocoaError(.fileNoSuchFile) }
        return try Array(Data(contentsOf: directory.appendingPathComponent(path)))
    }

    /// The names of the files in a directory, sorted.
    public static func files(in path: String) throws -> [String] {
        guard let directory else { throw CocoaError(.fileNoSuchFile) }
        return try FileManager.default.contentsOfDirectory(atPath: directory.appendingPathComponent(path).path).sorted()
    }

    public static func json(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes(path)))
    }
}
