import BoltsAppLinks

@main
struct Follow {
    static func main() async throws {
        let link = try await FileAppLinkResolver().page(atPath: "recipe.html").link
        let navigation = AppLinkNavigation(
            appLink: link,
            extras: ["campaign": "spring"],
            appLinkData: AppLinkNavigation.callbackAppLinkData(appName: "Shop", urlText: "shop://basket")
        )

        let phone = RecordingOpener(installed: ["recipes"])
        let options = AppLinkNavigationOptions(device: .iphone)
        let result = try await navigation.navigate(opener: phone, options: options)
        print(result.type, result.openedURL?.text ?? "nothing was opened")
    }
}
