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
        let followed = FileAppLinkResolver().appLink(atPath: path).continueOnSuccessWithTask { link in
            AppLinkNavigation(appLink: link, extras: ["campaign": "spring"]).navigate(opener: opener, options: options)
        }
        do {
            let result = try await followed.value
            print("\(result.type): \(result.openedURL?.text ?? "nothing was opened")")
        } catch {
            print("\(path) could not be followed: \(error)")
            exit(1)
        }
    }
}
