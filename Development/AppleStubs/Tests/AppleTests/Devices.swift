#if canImport(AppKit)
import AppKit
import Foundation

/// The calls of `NSWorkspace`, and its answers.
@MainActor
enum Desktop {
    static func opens(_ schemes: String...) {
        NSWorkspace.shared.schemesThatOpen = Set(schemes)
        NSWorkspace.shared.opened = []
    }

    static var opened: [URL] { NSWorkspace.shared.opened }
}
#else
import Foundation
import UIKit

/// The calls of `UIApplication`, and its answers.
@MainActor
enum Phone {
    static func opens(_ schemes: String...) {
        UIApplication.shared.schemesThatOpen = Set(schemes)
        UIApplication.shared.opened = []
    }

    static var opened: [(url: URL, universalLinksOnly: Bool)] { UIApplication.shared.opened }
}
#endif
