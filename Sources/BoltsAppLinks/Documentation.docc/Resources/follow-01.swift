import BoltsAppLinks

@main
struct Follow {
    static func main() async throws {
        let link = try await FileAppLinkResolver().page(atPath: "recipe.html").link
        for target in link.targets {
            print(target.appName ?? "an app", target.urlText ?? "without a URL")
        }
        print("on the web:", link.webURLText ?? "nothing")
    }
}
