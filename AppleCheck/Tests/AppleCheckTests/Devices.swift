import AppKit
import Foundation
import UIKit

// Beside the tests and not in them: a file that imports Testing together with UIKit or AppKit asks for modules of
// Apple's that join the two, which no stub can be.

/// What `UIApplication` was asked, and how it answers.
@MainActor
enum Phone {
    static func opens(_ schemes: String...) {
        UIApplication.shared.schemesThatOpen = Set(schemes)
        UIApplication.shared.opened = []
    }

    static var opened: [(url: URL, universalLinksOnly: Bool)] { UIApplication.shared.opened }
}

/// What `NSWorkspace` was asked, and how it answers.
@MainActor
enum Desktop {
    static func opens(_ schemes: String...) {
        NSWorkspace.shared.schemesThatOpen = Set(schemes)
        NSWorkspace.shared.opened = []
    }

    static var opened: [URL] { NSWorkspace.shared.opened }
}
