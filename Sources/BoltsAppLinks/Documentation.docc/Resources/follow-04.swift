import BoltsAppLinks
import Foundation

@main
struct Follow {
    static func main() async throws {
        guard let text = CommandLine.arguments.dropFirst().first, let page = URL(string: text) else {
            print("usage: follow URL")
            exit(64)
        }
        let result = try await AppLinkNavigation.navigate(
            to: page,
            extras: ["campaign": "spring"],
            appLinkData: AppLinkNavigation.callbackAppLinkData(appName: "Shop", urlText: "shop://basket")
        )
        print(result.type, result.openedURL?.text ?? "nothing was opened")
    }
}
