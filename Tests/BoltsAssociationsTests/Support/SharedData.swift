import Foundation
import Testing

/// The data that is kept beside the checkout, too large or not free to be part of it.
enum SharedData {
    /// The folder with the association files, or `nil` if it is not there.
    static let associations: URL? = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../shared/associations").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static var isPresent: Bool { associations != nil }

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: try #require(associations).appendingPathComponent(path))
    }

    static func object(_ path: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data(path)) as? [String: Any])
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where the shared data is.
    static var needsSharedData: Self {
        .enabled(if: SharedData.isPresent, "skipped: ../shared/associations is not there")
    }
}
