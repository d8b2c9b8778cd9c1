import Bolts
import Foundation

/// Reads a page, chooses what an iPhone with the app "recipes" would open, and reports it.
@main
struct Follow {
    static func main() async {
        let path = CommandLine.arguments.dropFirst().first ?? "Examples/Pages/recipe.html"
        // A recording opener stands for the device. Without one, the system's opener opens the URL.
        let opener = RecordingOpener(installed: ["recipes"])
        let options = AppLinkNavigationOptions(device: .iphone)
        do {
            let link = try await FileAppLinkResolver().page(atPath: path).link
            let navigation = AppLinkNavigation(appLink: link, extras: ["campaign": "spring"])
            let result = try await navigation.navigate(opener: opener, options: options)
            print("\(result.type): \(result.openedURL?.text ?? "nothing was opened")")
        } catch {
            print("\(path) could not be followed: \(error)")
            exit(1)
        }
    }
}
