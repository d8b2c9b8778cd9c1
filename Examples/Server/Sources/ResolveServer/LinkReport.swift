import BoltsAppLinks
import Foundation
import Hummingbird

/// What the server says of a page.
struct LinkReport: ResponseCodable {
    struct Target: Codable, Sendable {
        let platform: String?
        let url: String?
        let appName: String?
    }

    let url: String
    let webURL: String?
    let targets: [Target]

    init(_ link: AppLink) {
        url = link.sourceURL.absoluteString
        webURL = link.webURLText
        targets = link.targets.map { target in
            Target(platform: target.platform?.rawValue, url: target.urlText, appName: target.appName)
        }
    }
}

/// Why the server says nothing of a page.
struct FailureReport: ResponseCodable {
    let code: String
    let message: String
}
