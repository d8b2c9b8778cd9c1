import BoltsAppLinks
import Foundation
import RecipeRouter

/// `router URL…` shows which screens the app shows when it is opened with these URLs, one after the other.
@main
struct RouterCommand {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let urls = arguments.isEmpty ? sampleURLs : arguments

        // The link that launches an app arrives before there is a screen. The inbox keeps it.
        let inbox = AppLinkInbox()
        for url in urls { inbox.receive(AppLinkURL(text: url)) }

        var navigator = Navigator()
        print("launch                 \(navigator.description)")
        var left = urls.count
        // An app's loop ends with its window; this one with the last of its URLs.
        for await link in inbox.links {
            navigator.open(link)
            print("\(link.inputText.prefix { $0 != "?" })")
            print("                       \(navigator.description)")
            left -= 1
            if left == 0 { break }
        }
    }

    /// A universal link, a URL of the app's own scheme, one with App Link data, and one that leads nowhere.
    private static var sampleURLs: [String] {
        let page = "https://recipes.example/recipes/rye-bread"
        var data = AppLinkNavigation.callbackAppLinkData(appName: "Notes", urlText: "notes://7")
        data.targetURLText = page
        let followed = (try? AppLinkDataCodec().encode(data, into: "recipes://link")) ?? page
        return [page, "recipes://recipes/rye-bread/steps/3", followed, "https://recipes.example/admin"]
    }
}
