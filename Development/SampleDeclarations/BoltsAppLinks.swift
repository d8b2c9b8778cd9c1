import BoltsAppLinks
import BoltsTasks
import Foundation

var url: URL { fatalError() }
var link: AppLink { fatalError() }
var result: AppLinkNavigationResult { fatalError() }
var error: any Error { fatalError() }
var resolver: FallbackAppLinkResolver { fatalError() }
var service: URL { fatalError() }
var token: String { fatalError() }
var bytes: [UInt8] { fatalError() }
var text: String { fatalError() }
var cache: CachingAppLinkResolver { fatalError() }
let inbox = AppLinkInbox()

typealias MyIndexResolver = HTTPAppLinkResolver

@MainActor
final class Screen {
    func show(_ url: URL?) {}
}

@MainActor let screen = Screen()

func show(_ url: URL?) {}
func greet(_ name: String?) {}
