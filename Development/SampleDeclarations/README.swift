import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation

#if canImport(UIKit)
import SwiftUI

struct RecipeView: View {
    let url: URL?
    var body: some View { Text(verbatim: url?.absoluteString ?? "") }
}

@MainActor var link: AppLinkURL? { nil }
#else
var link: AppLink { fatalError() }
#endif

/// Where the sample stands: on the main actor.
@MainActor
final class SampleContext {}

struct Page: Sendable {
    let title: String
}

struct NotFound: Error {}

@MainActor
final class Label {
    var text = ""
}

@MainActor let label = Label()
let source = CancellationTokenSource()
var url: URL { fatalError() }

func download(_ url: URL) -> BoltsTask<Data> { fatalError() }
func parse(_ data: Data) -> BoltsTask<Page> { fatalError() }
