@_spi(Bolts) import BoltsAssociations

/// The apps in which Apple's devices offer a site's passwords and passkeys.
struct AppleSignIn {
    let site: SiteAssociations

    private static let conditions: [LinkCondition] = [
        .appInstalled, .credentialEntitlement, .appleCopy, .relyingParty, .passwordManager,
    ]

    var routes: [LinkRoute] {
        let source = AppleRoutes(url: site.appleResponse.url, site: site, apps: nil)
        let evidence = [AssociationRule.Evidence(.appleDocumentation, "Supporting passkeys")]
        func closed(_ outcome: LinkRoute.Outcome, _ text: String, _ evidence: [AssociationRule.Evidence]) -> [LinkRoute]
        {
            [LinkRoute(.credentials, outcome, explanation: text, file: source.address, evidence: evidence)]
        }
        let file: AppSiteAssociation
        do throws(FileObstacle) {
            file = try source.file()
        } catch {
            return closed(error.outcome, error.explanation, error.evidence)
        }
        guard let service = file.file.document.root["webcredentials"] else {
            return closed(.noService, "The file has no webcredentials.", evidence)
        }
        let apps = service["apps"]?.elements.map { $0.filter(\.isString) } ?? []
        guard !apps.isEmpty else { return closed(.appNotListed, "webcredentials names no app.", evidence) }
        return apps.prefix(DeviceRoutes.maximumApps).map { node in
            let app = node.string ?? ""
            let defect = AppleIdentifierCheck.defect(app)
            return LinkRoute(
                .credentials,
                defect == nil ? .eligible : .appNotListed,
                app: app,
                conditions: defect == nil ? Self.conditions : [],
                explanation: defect.map { "No app has this identifier: \($0)" } ?? "webcredentials names the app.",
                file: source.address,
                place: node.place,
                evidence: evidence
            )
        }
    }
}
