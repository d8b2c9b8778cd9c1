@_spi(Bolts) import BoltsAssociations
import Foundation

extension DeviceRoutes {
    /// The same routes; each condition that an app's files or a device decide moves from ``LinkRoute/conditions`` to
    /// ``LinkRoute/facts``.
    func decided(by side: AppSide) -> DeviceRoutes {
        var deviceRoutes = self
        deviceRoutes.replaceRoutes { own, device in
            let apps = own.kind == .universalLink ? side.apple : own.kind == .appLink ? side.android : []
            let route = Self.byParent(own, apps.filter { $0.devices.contains(device) }, url, device)
            guard let named = route.app else { return route }
            let judged = apps.filter { $0.devices.contains(device) && $0.isNamed(named) }
                .map { (app: $0, cause: side.cause($0, url, on: device)) }
            // If several modules or variants build the app, one that opens the link is enough.
            guard let (app, cause) = judged.first(where: { $0.cause.outcome == .opens }) ?? judged.first else {
                return route
            }
            var facts = cause.facts
            if cause.outcome == .closed, let condition = cause.condition, let finding = cause.finding {
                facts.append(LinkRoute.Fact(condition: condition, holds: false, text: finding.message))
            }
            let decided = app.wildcardDomain.map { route.decidedElsewhere(by: $0) } ?? route
            let isDirect = cause.conditions.contains(.developerMode)
            return decided.conditioned(by: cause.conditions, without: isDirect ? [.appleCopy] : []).decided(by: facts)
        }
        return deviceRoutes
    }

    /// The route of an app that names the host only by a wildcard; the file of the wildcard's domain decides if it is available.
    private static func byParent(_ route: LinkRoute, _ apps: [AppSide.App], _ url: URL, _ device: LinkDevice)
        -> LinkRoute
    {
        let app = apps.first { app in app.parent != nil && (route.app.map(app.isNamed) ?? true) }
        guard let app, let parent = app.parent else { return route }
        let family = LinkFamily(device)
        return family?.routes(url, parent.site, apps: app.identifier.map { [$0] }, on: device).first ?? route
    }
}

extension AppSide.App {
    /// Whether an identifier in a site's file belongs to this app.
    fileprivate func isNamed(_ name: String) -> Bool {
        guard let identifier else { return false }
        if case .android = judge { return identifier == name }
        return AppIdentifier.canonical(identifier) == AppIdentifier.canonical(name)
            || (!AppIdentifier.isWellFormed(identifier) && name.hasSuffix("." + identifier))
    }
}
