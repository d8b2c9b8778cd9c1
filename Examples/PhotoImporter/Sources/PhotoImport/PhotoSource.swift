public import Foundation
import Synchronization

/// Where pictures come from: a folder, a camera, a server.
public protocol PhotoSource: Sendable {
    /// Reads a picture's file.
    ///
    /// - Throws: ``SourceBusyError`` if another attempt may succeed, and any other error if not. It stops when its Swift
    ///   task is cancelled.
    func read(_ name: String) async throws -> [UInt8]
}

/// A failure that does not last.
public struct SourceBusyError: Error, CustomStringConvertible {
    /// What happened.
    public let description = "the camera is busy"

    /// Creates the error.
    public init() {}
}

/// The files of a folder.
public struct FolderSource: PhotoSource {
    private let folder: URL

    /// Creates a source.
    public init(_ folder: URL) { self.folder = folder }

    /// Returns the names of the pictures in alphabetical order.
    ///
    /// - Throws: The system's error if the folder cannot be read.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ppm") }.sorted()
    }

    /// Reads a picture's file.
    public func read(_ name: String) async throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}

/// A source as an old camera is: slow, and every third picture is read only at the second attempt.
public final class SlowCamera: PhotoSource {
    private let source: any PhotoSource
    private let delay: Duration
    private let attempts = Mutex<[String: Int]>([:])

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - source: Where the pictures are.
    ///   - delay: The time that each read takes.
    public init(_ source: any PhotoSource, delay: Duration) {
        self.source = source
        self.delay = delay
    }

    /// Reads a picture's file.
    public func read(_ name: String) async throws -> [UInt8] {
        try await Task.sleep(for: delay)
        let isFirst = attempts.withLock { attempts in
            attempts[name, default: 0] += 1
            return attempts[name] == 1
        }
        let number = Int(String(name.filter(\.isNumber))) ?? 0
        if isFirst, number % 3 == 0 { throw SourceBusyError() }
        return try await source.read(name)
    }
}
