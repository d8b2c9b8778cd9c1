@_spi(Bolts) import BoltsAssociations
import Foundation

/// The variants of an Android module, or the configurations of an Xcode target, that build one app.
package struct BuildVariants {
    package let names: [String]

    /// Creates the variants from their names as claims have them, joined by commas; none if there is only one.
    package init(_ joined: String?) { self.init([joined].compactMap(\.self)) }

    init(_ joined: [String]) { names = joined.flatMap { $0.components(separatedBy: ", ") } }

    /// The names for people, of which only some are shown.
    var shown: String { names.count > 5 ? names.clippedList(4) : Clip.clip(names.joined(separator: ", ")) }

    /// Whether one is for release, by its name.
    package var isRelease: Bool { names.contains { $0.lowercased().contains("release") } }

    /// Whether all are for debugging, by their names.
    package var isDebug: Bool { !names.isEmpty && names.allSatisfy { $0.lowercased().contains("debug") } }
}
