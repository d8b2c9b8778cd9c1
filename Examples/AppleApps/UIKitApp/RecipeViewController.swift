import BoltsAppLinks
import BoltsTasks
import UIKit

final class RecipeViewController: UIViewController {
    private var url: URL?

    func show(_ url: URL?) {
        self.url = url
        title = url?.lastPathComponent
    }

    /// Into the shop's app where it is installed, or to its page; either can lead back here.
    func buy() {
        guard let shop = URL(string: "https://shop.example/ingredients") else { return }
        AppLinkNavigation.navigate(
            to: shop,
            extras: ["recipe": .string(url?.absoluteString ?? "")],
            appLinkData: AppLinkNavigation.callbackAppLinkData(appName: "Recipes", urlText: "recipes://back"),
            cancellationToken: .none
        )
    }
}
