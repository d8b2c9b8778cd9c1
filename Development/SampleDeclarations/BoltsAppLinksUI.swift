import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation

#if canImport(UIKit)
import SwiftUI
import UIKit

struct ContentView: View {
    let link: AppLinkURL?
    var body: some View { Text(verbatim: link?.targetURLText ?? "") }
}

struct RootView: View {
    var body: some View { ContentView(link: nil) }
}

@MainActor var navigationController: UINavigationController { fatalError() }
@MainActor var stack: UIStackView { fatalError() }
@MainActor func sayThatNothingOpened() {}
#endif

/// The screen that shows a banner.
@MainActor
final class SampleContext {}

#if canImport(UIKit)
extension SampleContext: ReturnToReferrerViewDelegate, ReturnToReferrerControllerDelegate {
    func returnToReferrerViewDidTapLink(_ view: ReturnToReferrerView) {}
    func returnToReferrerViewDidTapClose(_ view: ReturnToReferrerView) {}
}
#endif

var url: URL { fatalError() }
var link: AppLinkURL { fatalError() }
var referrer: ReturnToReferrer { fatalError() }
var path: String { fatalError() }
var nonce: String { fatalError() }
var chunks: [[UInt8]] { fatalError() }
@MainActor let banner = ReturnToReferrerBanner()

func draw(_ text: ReturnToReferrerText?) {}
func send(_ bytes: [UInt8]) {}
