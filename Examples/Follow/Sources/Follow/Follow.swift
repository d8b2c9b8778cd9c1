import BoltsAppLinks
import BoltsTasks
import Foundation

@main
struct Follow {
    static func main() async throws {
        let url = URL(string: "https://example.com/recipe/4711")!
        let resolver = HTTPAppLinkResolver()

        // Read the page's tags, choose what this device would open, and open it: each step when the one before is done.
        let followed = resolver.appLink(for: url).continueOnSuccessWithTask { link in
            AppLinkNavigation(appLink: link, extras: ["campaign": "spring"]).navigate()
        }
        let result = try await followed.value
        print(result.type, result.openedURL ?? "nothing was opened")
    }
}
