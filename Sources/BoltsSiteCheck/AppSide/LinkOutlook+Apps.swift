import BoltsAssociations
public import Foundation

extension LinkOutlook {
    /// Returns the outlook with the conditions that the apps' own files and devices decide as facts.
    ///
    /// - Parameters:
    ///   - claims: What the apps say.
    ///   - site: The association files of the link's host.
    ///   - now: The time that the ends of provisioning profiles are compared with.
    /// - Returns: The same routes; each condition that a file decides is in ``LinkRoute/facts`` in place of
    ///   ``LinkRoute/conditions``.
    public func decided(by claims: AppClaims, site: SiteAssociations, now: Date = Date()) -> LinkOutlook {
        let side = AppSide(claims, site, now: now)
        var outlook = self
        outlook.replaceRoutes { route, device in
            let apps = route.kind == .universalLink ? side.apple : route.kind == .appLink ? side.android : []
            guard let named = route.app else { return route }
            let judged = apps.filter { $0.devices.contains(device) && $0.isNamed(named) }
                .map { (app: $0, cause: side.cause($0, url, on: device)) }
            // Of several modules that build it, one is enough.
            guard let (app, cause) = judged.first(where: { $0.cause.outcome == .opens }) ?? judged.first else {
                return route
            }
            var facts = cause.facts
            if cause.outcome == .closed, let condition = cause.condition, let finding = cause.finding {
                facts.append(LinkRoute.Fact(condition: condition, holds: false, text: finding.message))
            }
            let route = app.wildcardDomain.map { route.decidedElsewhere(by: $0) } ?? route
            let isDirect = cause.conditions.contains(.developerMode)
            return route.conditioned(by: cause.conditions, without: isDirect ? [.appleCopy] : []).decided(by: facts)
        }
        return outlook
    }
}

extension AppSide.App {
    /// Whether an identifier of a site's file is this app's.
    fileprivate func isNamed(_ name: String) -> Bool {
        guard let identifier else { return false }
        if case .android = judge { return identifier == name }
        return AppIdentifier.canonical(identifier) == AppIdentifier.canonical(name)
            || (!AppIdentifier.isWellFormed(identifier) && name.hasSuffix("." + identifier))
    }
}
