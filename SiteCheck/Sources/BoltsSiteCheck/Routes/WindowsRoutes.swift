@_spi(Bolts) import BoltsAssociations
import Foundation

/// The apps for a URL on Windows.
struct WindowsRoutes {
    let url: URL
    let site: SiteAssociations
    let apps: [String]?

    var routes: [LinkRoute] {
        guard let answer = site.windowsResponse else { return [] }
        let address = answer.url.absoluteString
        guard let file = site.windowsWebLinks else {
            let outcome: LinkRoute.Outcome = answer.bytes == nil ? .fileUnreachable : .fileInvalid
            let text = answer.failure ?? "The file cannot be read."
            return [LinkRoute(.windowsApp, outcome, explanation: text, file: address)]
        }
        let named = file.packageFamilyNames.distinct()
        let list = (apps.map { apps in named.filter(apps.contains) } ?? named).prefix(DeviceRoutes.maximumApps)
        guard !list.isEmpty else {
            return [LinkRoute(.windowsApp, .appNotListed, explanation: "The file names no such app.", file: address)]
        }
        return list.map { name in
            let decision = file.decision(for: url, packageFamilyName: name)
            guard WindowsCheck.isPackageFamilyName(name) else {
                return LinkRoute(
                    .windowsApp,
                    .appNotListed,
                    app: name,
                    explanation: "No app has the name \(Clip.quoted(name)), which is not a package family name.",
                    file: address
                )
            }
            let outcome: LinkRoute.Outcome =
                decision.outcome == .match ? .eligible : decision.outcome == .exclude ? .excluded : .noMatch
            let explanation =
                switch decision.outcome {
                case .match: "A path of the file takes the URL."
                case .exclude: "An exclusion of the file takes the URL."
                case .noMatch: "No path of the file takes the URL."
                }
            return LinkRoute(
                .windowsApp,
                outcome,
                app: name,
                conditions: outcome == .eligible ? [.appInstalled, .windowsRegistration, .windowsBrowser] : [],
                explanation: explanation,
                file: address,
                place: decision.place,
                evidence: [.init(.specification, "Web-to-app linking")]
            )
        }
    }
}
