// swift-format-ignore-file
import Bolts
import Foundation

/// Links of this app: into others, and from others into this one.
final class Links {
    private let transcript: Transcript
    private let resolver: BFAppLinkResolving

    init(resolver: BFAppLinkResolving, transcript: Transcript) {
        self.resolver = resolver
        self.transcript = transcript
    }

    /// Handles the URL that the app was opened with.
    func open(_ url: URL, from application: String?) -> Bool {
        let link = BFURL(inboundURL: url, sourceApplication: application)
        if let promotion = link.appLinkExtras?["promo"]?.string {
            transcript.add("promotion \(promotion)")
        }
        if let count = link.appLinkExtras?["count"]?.integer.map(Int.init) {
            transcript.add("\(count) times")
        }
        if let data = link.appLinkData {
            transcript.add("\(data.count) fields")
        }
        if let id = link.targetQueryParameters["id"] {
            transcript.add("recipe \(id)")
        }
        return true
    }

    /// Shows which app a page would open.
    func preview(_ url: URL) {
        BFAppLinkNavigation.resolveAppLink(inBackground: url, resolver: resolver).always { (task: BFTask<BFAppLink>) -> BFResult in
            if let error = task.error {
                self.transcript.add("no link: \(error)")
                return nil
            }
            let link = task.result!
            for target in link.targets {
                self.transcript.add("\(target.appName ?? "") at \(target.url?.absoluteString ?? "nowhere")")
            }
            return link
        }.then { link in
            let link = link as? BFAppLink
            self.transcript.add("or \(link?.webURL?.absoluteString ?? "nothing")")
        }
    }
}

/// Knows the links of one site.
final class SiteResolver: BFAppLinkResolving {
    func appLink(for url: URL, cancellationToken: BFCancellationToken) -> BFTask<BFAppLink> {
        guard url.host == "recipes.example" else {
            return BFTask(error: Network.Failure("unknown host"))
        }
        let target = BFAppLinkTarget(url: URL(string: "recipes://\(url.lastPathComponent)"), appStoreId: "42", appName: "Recipes")
        return BFTask(result: BFAppLink(sourceURL: url, targets: [target], webURL: url))
    }
}

func runLinks(_ transcript: Transcript) {
    let links = Links(resolver: SiteResolver(), transcript: transcript)
    links.preview(URL(string: "https://recipes.example/soup")!)
    links.preview(URL(string: "https://other.example/soup")!)
    let data = "%7B%22target_url%22%3A%22https%3A%2F%2Frecipes.example%2F%3Fid%3D7%22%2C%22extras%22%3A%7B%22promo%22%3A%22SPRING%22%2C%22count%22%3A3%7D%7D"
    _ = links.open(URL(string: "recipes://7?al_applink_data=\(data)")!, from: "com.example.search")
}
