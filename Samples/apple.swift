import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation
import SwiftUI
import UIKit

struct RecipeView: View {
    let url: URL?
    var body: some View { Text(verbatim: url?.absoluteString ?? "") }
}

final class RecipeViewController: UIViewController {
    func show(_ url: URL?) {}
}

/// The scene's delegate.
@MainActor
final class SampleContext {
    let inbox = AppLinkInbox()
    var window: UIWindow?
    var banner: ReturnToReferrerController?
}

var shop: URL { fatalError() }
var url: URL? { nil }
