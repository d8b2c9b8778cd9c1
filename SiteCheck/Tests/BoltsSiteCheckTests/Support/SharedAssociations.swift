import Foundation
import SharedData
import Testing

/// The association files that are stored outside the checkout.
enum SharedAssociations {
    static func data(_ path: String) throws -> Data { Data(try SharedData.bytes("associations/\(path)")) }

    static func object(_ path: String) throws -> [String: Any] {
        try #require(try SharedData.json("associations/\(path)") as? [String: Any])
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only if the shared data is available.
    static var needsSharedAssociations: Self {
        .enabled(if: SharedData.has("associations"), "skipped: the shared association files are not there")
    }
}
