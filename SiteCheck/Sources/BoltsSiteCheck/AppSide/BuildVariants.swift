@_spi(Bolts) import BoltsAssociations
import Foundation

/// The variants of an Android module, or the configurations of an Xcode target, that build one app.
struct BuildVariants {
    private let names: [String]

    /// Creates the variants from their names as claims have them, joined by commas.
    init(_ joined: String) { names = joined.components(separatedBy: ", ") }

    /// The names for people, of which only some are shown.
    var shown: String { names.count > 5 ? names.clippedList(4) : Clip.clip(names.joined(separator: ", ")) }

    /// Whether one is for release, by its name.
    var isRelease: Bool { names.contains { $0.lowercased().contains("release") } }

    /// Whether one is not for debugging, by its name.
    var isForUsers: Bool { names.contains { !$0.lowercased().contains("debug") } }
}
